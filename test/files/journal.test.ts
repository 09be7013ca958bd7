import { spawn } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { beforeEach, describe, expect, it } from 'vitest'
import { lastChange, markUndone, recordChange } from '../../src/files/journal.ts'
import { openProject } from '../../src/project/open.ts'
import { rememberChange } from '../../src/project/undo.ts'
import { tempFolder } from './build-worker.ts'

let root = ''
let file = ''

beforeEach(() => {
  root = tempFolder()
  file = join(root, '.notes/undo.jsonl')
})

const change = (command: string, step: unknown = { hunks: [] }) => ({
  at: '2026-11-18T10:00:00Z',
  command,
  files: [{ path: 'NOTES.md', step }],
})
const lines = () => readFileSync(file, 'utf8').split('\n').slice(0, -1)
const isWindows = process.platform === 'win32'

describe('the undo journal', () => {
  it('returns the newest change, and after an undo the change before it', async () => {
    const first = await recordChange(root, change('one', { hunks: [{ at: 1 }] }))
    const second = await recordChange(root, change('two'))
    expect([first.recorded, second.recorded]).toEqual([true, true])
    const last = lastChange(root)
    expect(last).toEqual({ id: expect.any(String), ...change('two') })
    await markUndone(root, last?.id ?? '')
    expect(lastChange(root)).toMatchObject(change('one', { hunks: [{ at: 1 }] }))
    await markUndone(root, lastChange(root)?.id ?? '')
    expect(lastChange(root)).toBeUndefined()
  })

  it('is private to its owner and ignored by git', async () => {
    await recordChange(root, change('one'))
    expect(readFileSync(join(root, '.notes/.gitignore'), 'utf8')).toBe('*\n')
    if (!isWindows) expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(join(root, '.notes')).sort()).toEqual(['.gitignore', 'undo.jsonl'])
  })

  it.each([
    ['it does not exist', undefined],
    ['it is empty', ''],
    ['it holds only garbage', 'x\n{"id":1}\n[]\nnull\n{"id":"a","at":"b","command":"c","files":[{}]}\n'],
  ])('has no last change when %s', (_, text) => {
    mkdirSync(join(root, '.notes'))
    if (text !== undefined) writeFileSync(file, text)
    expect(lastChange(root)).toBeUndefined()
  })

  it('skips a torn line and never appends to it', async () => {
    await recordChange(root, change('one'))
    appendFileSync(file, '{"id":"torn","at":"2026')
    expect(lastChange(root)).toMatchObject({ command: 'one' })
    await recordChange(root, change('two'))
    expect(lastChange(root)).toMatchObject({ command: 'two' })
  })

  it('keeps the newest fifty changes', async () => {
    const old = Array.from({ length: 100 }, (_, n) => JSON.stringify({ id: `i${n}`, ...change(`c${n}`) }))
    mkdirSync(join(root, '.notes'))
    writeFileSync(file, `${old.join('\n')}\n`, { mode: 0o600 })
    await recordChange(root, change('newest'))
    expect(lines()).toHaveLength(50)
    expect(lines()[0]).toContain('"c51"')
    expect(lastChange(root)).toMatchObject({ command: 'newest' })
    if (!isWindows) expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('keeps the newest changes that fit into a megabyte', async () => {
    const big = { text: 'x'.repeat(900_000) }
    for (const command of ['one', 'two', 'three']) await recordChange(root, change(command, big))
    expect(lines()).toHaveLength(1)
    expect(lastChange(root)).toMatchObject({ command: 'three' })
  })

  it('keeps a change without its steps when it is too large, and says so', async () => {
    await recordChange(root, change('one'))
    const result = await recordChange(root, change('huge', 'x'.repeat(1_100_000)))
    expect(result).toMatchObject({ recorded: false, reason: expect.stringContaining('too large') })
    expect(lastChange(root)).toMatchObject({ command: 'huge', files: [{ path: 'NOTES.md' }] })
    expect(lastChange(root)?.files[0]).not.toHaveProperty('step')
  })

  it.each([
    ['shorter', 'x\n'.repeat(600_000), 'x\n'],
    ['longer', undefined, 'x\n'.repeat(600_000)],
  ])(
    'keeps a change without its steps when it makes a file a megabyte %s, and says so',
    async (_, before, after) => {
      const path = join(root, 'NOTES.md')
      writeFileSync(path, after)
      const remarks = await rememberChange(openProject({ cwd: root }, { file: path }), 'huge', [
        { path, before, after },
      ])
      expect(remarks).toEqual([expect.stringContaining('too large')])
      expect(lastChange(root)).toMatchObject({ command: 'notes huge' })
      expect(lastChange(root)?.files[0]).not.toHaveProperty('step')
    },
  )
})

describe('the undo journal without write access', () => {
  it('records nothing and gives no error when .notes is a file', async () => {
    writeFileSync(join(root, '.notes'), '')
    expect(await recordChange(root, change('one'))).toMatchObject({ recorded: false })
    expect(await markUndone(root, 'x')).toMatchObject({ recorded: false })
    expect(lastChange(root)).toBeUndefined()
  })

  it.skipIf(isWindows)(
    'records nothing and gives a reason when .notes is a link out of the project',
    async () => {
      const elsewhere = tempFolder()
      symlinkSync(elsewhere, join(root, '.notes'))
      expect(await recordChange(root, change('one'))).toMatchObject({
        recorded: false,
        reason: expect.stringContaining('outside'),
      })
      expect(readdirSync(elsewhere)).toEqual([])
    },
  )

  it.skipIf(isWindows || process.getuid?.() === 0)(
    'records nothing and gives no error when .notes is read-only',
    async () => {
      mkdirSync(join(root, '.notes'))
      chmodSync(join(root, '.notes'), 0o500)
      expect(await recordChange(root, change('one'))).toMatchObject({ recorded: false })
    },
  )
})

it('eight processes that write to the undo journal at once lose no change', async () => {
  const outfile = join(root, 'worker.mjs')
  const contents = `
    import { recordChange } from './journal.ts'
    const [root, name] = process.argv.slice(2)
    for (let n = 0; n < 5; n++)
      await recordChange(root, { at: '', command: name + '-' + n, files: [] })`
  const resolveDir = join(import.meta.dirname, '../../src/files')
  buildSync({
    stdin: { contents, resolveDir, loader: 'ts' },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
  })
  const names = Array.from({ length: 8 }, (_, n) => `p${n}`)
  await Promise.all(
    names.map(
      name =>
        new Promise(resolve =>
          spawn(process.execPath, [outfile, root, name], { stdio: 'inherit' }).once('close', resolve),
        ),
    ),
  )
  const commands = lines().map(line => JSON.parse(line).command)
  expect(commands.sort()).toEqual(names.flatMap(name => [0, 1, 2, 3, 4].map(n => `${name}-${n}`)))
  rmSync(outfile)
  expect(existsSync(join(root, '.notes/.undo.jsonl.lock'))).toBe(false)
})
