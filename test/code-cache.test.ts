import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { folderWith } from './config/folder.ts'
import { seedExample } from './fixtures/markdown.ts'
import './notes-cli.ts'

const dist = fileURLToPath(new URL('../dist', import.meta.url))
const native = Number(process.versions.node.split('.')[0]) >= 22

/** A separate installation and a project. */
function installed() {
  const home = folderWith({ 'project/NOTES.md': seedExample })
  cpSync(dist, join(home, 'dist'), { recursive: true, filter: source => !source.includes('.v8') })
  const run = (env: Record<string, string> = {}) =>
    spawnSync(process.execPath, [join(home, 'dist/notes.cjs'), 'show', '--json'], {
      cwd: join(home, 'project'),
      env: { ...env },
      encoding: 'utf8',
    })
  return { home, run, cache: join(home, 'dist/.v8') }
}

test.skipIf(native)('a run that loads the code cache of the first run prints the same answer', () => {
  const { run, cache } = installed()
  const first = run()
  expect(readdirSync(cache).filter(name => name.includes('commands.cjs'))).toHaveLength(1)
  expect(run()).toMatchObject({ status: 0, stdout: first.stdout, stderr: '' })
})

test.skipIf(native)('a code cache that is garbage, truncated or one bit off is not used', () => {
  const { run, cache } = installed()
  const { stdout } = run()
  for (const spoil of [
    () => Buffer.from('garbage'),
    (data: Buffer) => data.subarray(0, data.length / 2),
    flip,
  ]) {
    for (const name of readdirSync(cache))
      writeFileSync(join(cache, name), spoil(readFileSync(join(cache, name))))
    expect(run()).toMatchObject({ status: 0, stdout })
  }
})

test.skipIf(native)('a hook that is answered at once has a code cache of its own', () => {
  const { home, cache } = installed()
  const hook = () =>
    spawnSync(process.execPath, [join(home, 'dist/notes.cjs'), 'hook', 'SubagentStop'], {
      input: '{}',
      env: {},
      encoding: 'utf8',
    })
  expect(hook()).toMatchObject({ status: 0, stdout: '' })
  const [name = '', ...others] = readdirSync(cache)
  expect([name.endsWith('-hook-SubagentStop-cli.cjs.bin'), others]).toEqual([true, []])
})

test.skipIf(native)('the code cache grows by what later runs compile', () => {
  const { home, cache } = installed()
  const recover = (...args: string[]) =>
    spawnSync(process.execPath, [join(home, 'dist/notes.cjs'), 'recover', ...args], {
      cwd: join(home, 'project'),
      env: {},
      encoding: 'utf8',
    })
  const size = () => {
    const [name = ''] = readdirSync(cache).filter(entry => entry.includes('recover.cjs'))
    return readFileSync(join(cache, name)).length
  }
  mkdirSync(join(home, 'project/.git'))
  expect(recover().status).toBe(0)
  const before = size()
  // Level 2 compiles the search. One run in eight updates the cache, so one of 200 almost certainly does.
  for (let run = 0; run < 200 && size() === before; run++)
    expect(recover('--query', 'token expiry').status).toBe(0)
  expect(size()).toBeGreaterThan(before * 1.1)
  expect(recover('--query', 'token expiry').stdout).toContain('Token Expiry Handling')
})

/** Flips one bit in the middle. */
function flip(data: Buffer): Buffer {
  const copy = Buffer.from(data)
  const middle = copy.length >> 1
  copy[middle] = (copy[middle] ?? 0) ^ 1
  return copy
}

test.skipIf(native)(
  'the code cache can be turned off, and a file in place of its folder does no harm',
  () => {
    const { run, cache } = installed()
    expect(run({ NOTES_NO_CODE_CACHE: '1' }).status).toBe(0)
    expect(() => readdirSync(cache)).toThrow()
    writeFileSync(cache, 'a file where the folder should be')
    expect(run().status).toBe(0)
    rmSync(cache)
  },
)
