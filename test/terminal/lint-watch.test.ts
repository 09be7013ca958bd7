import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { folderWith } from '../config/folder.ts'
import { seedExample } from '../fixtures/markdown.ts'
import { bin, environment, notes } from '../notes-cli.ts'

const lines = Array.from({ length: 70 }, (_, n) => `const step${n + 1} = ${n + 1}`)
const quoted = lines.with(51, 'export function isTokenExpired(token: Token, graceMs = 900000) {').join('\n')
const bad = seedExample.replace('| HIGH |', '| BAD |')
const worse = seedExample.replace('| HIGH |', '| WORSE |')
const DAY = ['--now', '2024-01-16T00:00:00Z']

const project = (files: Record<string, string> = {}) =>
  folderWith({
    '.git/': '',
    'NOTES.md': seedExample,
    'src/auth/jwt.ts': quoted,
    'src/auth/refresh.ts': quoted,
    ...files,
  })

/** Starts `notes lint --watch`. `until` waits for new output that meets a condition, and returns it. */
async function watching(cwd: string, ...args: string[]) {
  const child: ChildProcess = spawn(process.execPath, [bin, 'lint', '--watch', ...DAY, ...args], {
    cwd,
    env: environment,
  })
  let out = ''
  let err = ''
  let taken = 0
  child.stdout?.on('data', chunk => {
    out += chunk
  })
  child.stderr?.on('data', chunk => {
    err += chunk
  })
  const closed = new Promise<number | null>(resolve => child.once('close', resolve))
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const until = async (holds: (said: string) => boolean) => {
    for (let waited = 0; !holds(out.slice(taken)); waited += 20) {
      if (waited > 50_000) throw new Error(`Nothing came. So far: ${out.slice(taken)}\n${err}`)
      await new Promise(resolve => setTimeout(resolve, 20))
    }
    const said = out.slice(taken)
    taken = out.length
    return said
  }
  const stop = () => {
    child.kill('SIGINT')
    return closed
  }
  await until(said => /(?:No findings|warnings?) in/.test(said))
  return { until, stop, runs: () => out.split('── ').length - 1, err: () => err }
}

const clean = (said: string) => /No findings in/.test(said)
const broken = (said: string) => /debt-severity/.test(said)

/** Ways in which programs save a file. */
const saves: readonly [string, (path: string, text: string) => void][] = [
  ['in place', writeFileSync],
  [
    'by renaming a new file over it',
    (path, text) => {
      writeFileSync(`${path}.tmp`, text)
      renameSync(`${path}.tmp`, path)
    },
  ],
  [
    'as vim does: old file becomes a backup, new file is written, backup is removed',
    (path, text) => {
      writeFileSync(`${path.replace(/[^/]*$/, '')}4913`, '')
      rmSync(`${path.replace(/[^/]*$/, '')}4913`)
      renameSync(path, `${path}~`)
      writeFileSync(path, text)
      rmSync(`${path}~`)
    },
  ],
  [
    'by removing it first',
    (path, text) => {
      rmSync(path)
      writeFileSync(path, text)
    },
  ],
]

describe.each(saves)('lint --watch when a file is saved %s', (_, save) => {
  test('lints the notes file again after every save', async () => {
    const cwd = project()
    const { until, stop } = await watching(cwd)
    for (let round = 0; round < 3; round++) {
      save(join(cwd, 'NOTES.md'), bad)
      expect(await until(broken)).toMatch(/── \d\d:\d\d:\d\d {2}NOTES\.md /)
      save(join(cwd, 'NOTES.md'), seedExample)
      await until(clean)
    }
    expect(await stop()).toBe(0)
  })

  test('lints the notes again after a save of cited code', async () => {
    const cwd = project()
    const { until, stop } = await watching(cwd)
    save(join(cwd, 'src/auth/jwt.ts'), quoted.replaceAll('900000', '1'))
    expect(await until(said => said.includes('evidence-matches'))).toContain('src/auth/jwt.ts')
    save(join(cwd, 'src/auth/jwt.ts'), quoted)
    await until(clean)
    save(join(cwd, 'src/auth/jwt.ts'), quoted.replaceAll('900000', '2'))
    await until(said => said.includes('evidence-matches'))
    expect(await stop()).toBe(1)
  })
})

test('lint --watch collects fifty quick saves into a few runs and reports the last state', async () => {
  const cwd = project()
  const { until, stop, runs } = await watching(cwd)
  const before = runs()
  const begun = performance.now()
  let [saved, pauses] = [begun, 0]
  for (let round = 1; round <= 50; round++) {
    saves[round % 3]?.[1](join(cwd, 'NOTES.md'), round === 50 ? worse : bad)
    await new Promise(resolve => setTimeout(resolve, 5))
    // On a busy machine, a pause between saves may look like the end of them and start a run.
    if (performance.now() - saved > 80) pauses++
    saved = performance.now()
  }
  const seconds = Math.ceil((saved - begun) / 1000)
  await until(said => said.includes('WORSE'))
  expect(runs() - before).toBeLessThanOrEqual(2 + seconds + pauses)
  expect(await stop()).toBe(1)
})

test('lint --watch reports a removed notes file and lints it when it is back', async () => {
  const cwd = project()
  const { until, stop, err } = await watching(cwd)
  rmSync(join(cwd, 'NOTES.md'))
  await until(said => said.includes('(gone)') && err().includes('does not exist'))
  writeFileSync(join(cwd, 'NOTES.md'), bad)
  await until(broken)
  expect(await stop()).toBe(1)
})

test('lint --watch follows a folder of cited code that is removed and created again', async () => {
  const cwd = project()
  const { until, stop } = await watching(cwd)
  rmSync(join(cwd, 'src'), { recursive: true })
  await until(said => said.includes('evidence-matches'))
  mkdirSync(join(cwd, 'src/auth'), { recursive: true })
  writeFileSync(join(cwd, 'src/auth/refresh.ts'), quoted)
  writeFileSync(join(cwd, 'src/auth/jwt.ts'), quoted)
  await until(clean)
  writeFileSync(join(cwd, 'src/auth/jwt.ts'), '')
  await until(said => said.includes('evidence-matches'))
  expect(await stop()).toBe(1)
})

test('lint --watch watches code that was cited after it started', async () => {
  const cwd = project({ 'lib/new.ts': 'const a = 1\n' })
  const { until, stop } = await watching(cwd)
  const cites = seedExample.replace('src/auth/refresh.ts:12-34', 'lib/new.ts:1')
  writeFileSync(join(cwd, 'NOTES.md'), cites)
  await until(clean)
  rmSync(join(cwd, 'lib/new.ts'))
  await until(said => said.includes('path-exists'))
  expect(await stop()).toBe(1)
})

test('lint --watch takes several files and patterns and picks up new matching files', async () => {
  const cwd = project({ 'a/NOTES.md': seedExample, 'other.md': seedExample })
  const { until, stop } = await watching(cwd, 'other.md', '**/NOTES.md')
  writeFileSync(join(cwd, 'other.md'), bad)
  await until(broken)
  writeFileSync(join(cwd, 'other.md'), seedExample)
  await until(clean)
  mkdirSync(join(cwd, 'b/c'), { recursive: true })
  writeFileSync(join(cwd, 'b/c/NOTES.md'), bad)
  expect(await until(broken)).toContain('b/c/NOTES.md')
  rmSync(join(cwd, 'b'), { recursive: true })
  expect(await until(clean)).toContain('in 3 files')
  expect(await stop()).toBe(0)
})

test('lint --watch --json prints only JSON on standard output', async () => {
  const cwd = project({ 'NOTES.md': bad })
  const child = spawn(process.execPath, [bin, 'lint', '--watch', '--json'], { cwd, env: environment })
  let out = ''
  let err = ''
  child.stdout.on('data', chunk => {
    out += chunk
  })
  child.stderr.on('data', chunk => {
    err += chunk
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  while (!out.endsWith('}\n')) await new Promise(resolve => setTimeout(resolve, 20))
  expect(JSON.parse(out).counts.errors).toBe(1)
  expect(err).toContain('── ')
  const closed = new Promise<number | null>(resolve => child.once('close', resolve))
  child.kill('SIGTERM')
  expect(await closed).toBe(1)
})

test('lint --watch --fix repairs a file after each save', async () => {
  const cwd = project()
  const { until, stop } = await watching(cwd, '--fix')
  const relative = seedExample.replace('| ${PROJECT_ROOT}/src/auth/jwt.ts:45-67', '| src/auth/jwt.ts:45-67')
  writeFileSync(join(cwd, 'NOTES.md'), relative)
  expect(await until(said => said.includes('fixed'))).toContain('1 finding fixed')
  expect(readFileSync(join(cwd, 'NOTES.md'), 'utf8')).toBe(seedExample)
  expect(await stop()).toBe(0)
})

test.each([['-'], ['--write-baseline']])('lint --watch refuses %s', what => {
  const { code, stderr } = notes(['lint', '--watch', what], { cwd: project() })
  expect(code).toBe(2)
  expect(stderr).toContain('--watch')
})
