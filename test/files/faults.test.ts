import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { findProject } from '../../src/files/project.ts'
import { readText } from '../../src/files/read/read-text.ts'
import { updateFile } from '../../src/files/update-file.ts'
import { randomFrom } from '../writers/random.mjs'
import { buildWorker, killWorkers, startWorker, tempFolder, type Worker } from './build-worker.ts'

const program = buildWorker()
const seed = 20_261_118

function notesIn(folder: string, text = 'first line\n'): string {
  const file = join(folder, 'NOTES.md')
  writeFileSync(file, text)
  return file
}

let mounted: string | undefined
afterEach(() => {
  killWorkers()
  if (mounted !== undefined) spawnSync('umount', [mounted])
  mounted = undefined
})

it('eight processes that add 25 rows each lose no row and add none twice', async () => {
  const file = notesIn(tempFolder())
  const workers = Array.from({ length: 8 }, (_, n) => startWorker(program, ['append', file, `w${n}`, '25']))
  expect(await Promise.all(workers.map(worker => worker.ended))).toEqual(workers.map(() => 0))
  const rows = readFileSync(file, 'utf8').trimEnd().split('\n').slice(1)
  expect(rows.length).toBe(200)
  expect(new Set(rows)).toEqual(new Set(workers.flatMap(worker => worker.lines)))
}, 120_000)

it('a reader never misses the notes file while writers replace it', async () => {
  const file = notesIn(tempFolder())
  const workers = Array.from({ length: 3 }, (_, n) => startWorker(program, ['append', file, `w${n}`, '60']))
  let reads = 0
  const isDone = Promise.all(workers.map(worker => worker.ended)).then(() => true)
  // A new file is linked in place of the old one, so the path is free for a moment.
  while (!(await Promise.race([isDone, new Promise(resolve => setImmediate(() => resolve(false)))])))
    for (let at = 0; at < 20; at += 1, reads += 1) expect(readText(file).path).toBe(file)
  expect(reads).toBeGreaterThan(100)
}, 120_000)

it('killed writers leave the notes file whole, with every row that they reported', async () => {
  const random = randomFrom(seed)
  const folder = tempFolder()
  // Large enough that a torn write would show.
  const head = `${'x'.repeat(200_000)}\n`
  const file = notesIn(folder, head)
  const all: Worker[] = []
  const add = () => {
    const worker = startWorker(program, ['append', file, `w${all.length}`, '1000000'])
    all.push(worker)
    return worker
  }
  const running = [add(), add(), add()]
  for (let kill = 0; kill < 15; kill += 1) {
    const at = Math.floor(random() * running.length)
    const victim = running[at]
    await victim?.firstLine
    await new Promise(resolve => setTimeout(resolve, random() * 30))
    victim?.child.kill('SIGKILL')
    await victim?.ended
    running[at] = add()
    const { text } = readText(file)
    expect(text.startsWith(head) && /^(?:w\d+-\d+\n)+$/.test(text.slice(head.length))).toBe(true)
  }
  killWorkers()
  await Promise.all(all.map(worker => worker.ended))
  const reported = all.flatMap(worker => worker.lines)
  const rows = new Set(readFileSync(file, 'utf8').split('\n'))
  expect(reported.length).toBeGreaterThan(30)
  expect(reported.filter(row => !rows.has(row))).toEqual([])
  await updateFile(file, text => `${text}last\n`)
  expect(readdirSync(folder)).toEqual(['NOTES.md'])
}, 120_000)

it('a full disk gives an error, leaves the notes file untouched and adds no other file', async context => {
  const folder = tempFolder()
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder]).status !== 0)
    return context.skip('needs the right to mount a small tmpfs')
  mounted = folder
  const file = notesIn(folder)
  const grown = `${'y'.repeat(100_000)}\n`
  await expect(updateFile(file, text => `${text}${grown}`)).rejects.toMatchObject({
    code: 'not-written',
    hint: expect.stringContaining('space'),
  })
  expect(readFileSync(file, 'utf8')).toBe('first line\n')
  expect(readdirSync(folder)).toEqual(['NOTES.md'])
  await updateFile(file, text => `${text}small\n`)
})

it('a read-only file system gives an error when the notes file is written', async context => {
  const folder = tempFolder()
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder]).status !== 0)
    return context.skip('needs the right to mount a small tmpfs')
  mounted = folder
  const file = notesIn(folder)
  execFileSync('mount', ['-o', 'remount,ro', folder])
  await expect(updateFile(file, text => `${text}x`)).rejects.toMatchObject({
    code: 'not-written',
    hint: expect.stringContaining('read-only'),
  })
})

it('a folder without write permission gives an error and leaves the notes file untouched', async context => {
  const isRoot = process.getuid?.() === 0
  const asNobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups']
  if (process.platform === 'win32') return context.skip('Windows ignores the mode of a folder')
  if (isRoot && spawnSync('setpriv', ['--reuid=65534', '--clear-groups', 'true']).status !== 0)
    return context.skip('root ignores modes, and setpriv is missing to switch to another user')
  const folder = tempFolder()
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'closed'))
  const file = notesIn(join(folder, 'closed'))
  chmodSync(join(folder, 'closed'), 0o555)
  onTestFinished(() => chmodSync(join(folder, 'closed'), 0o755))
  const copy = join(folder, 'worker.mjs')
  writeFileSync(copy, readFileSync(program))
  const worker = startWorker(copy, ['append', file, 'row'], isRoot ? asNobody : [])
  expect(await worker.ended).toBe(1)
  expect(worker.lines).toEqual([expect.stringContaining('error not-written')])
  expect(readFileSync(file, 'utf8')).toBe('first line\n')
  expect(readdirSync(join(folder, 'closed'))).toEqual(['NOTES.md'])
})

it('a notes file of another user keeps its owner when root writes it', async context => {
  if (process.getuid?.() !== 0) return context.skip('needs root')
  const file = notesIn(tempFolder())
  execFileSync('chown', ['65534:65534', file])
  await updateFile(file, text => `${text}x`)
  expect(statSync(file)).toMatchObject({ uid: 65534, gid: 65534 })
})

it.skipIf(process.platform === 'win32')(
  'the next writer restores what an editor saved into the file that a killed writer had replaced',
  async () => {
    const file = notesIn(tempFolder())
    await startWorker(program, ['die', file, 'saved by an editor\n']).ended
    expect(readFileSync(file, 'utf8')).toBe('first line\na row\n')
    await updateFile(file, text => `${text}next\n`)
    expect(readFileSync(file, 'utf8')).toBe('saved by an editor\nnext\n')
    expect(readdirSync(dirname(file))).toEqual(['NOTES.md'])
  },
)

it.skipIf(process.platform === 'win32')(
  'the old version that a killed writer left behind replaces neither its new row nor a newer save',
  async () => {
    const file = notesIn(tempFolder())
    await startWorker(program, ['die', file, '']).ended
    await updateFile(file, text => `${text}next\n`)
    expect(readFileSync(file, 'utf8')).toBe('first line\na row\nnext\n')
    await startWorker(program, ['die', file, 'older save\n']).ended
    writeFileSync(file, 'newer save\n')
    await updateFile(file, text => `${text}next\n`)
    expect(readFileSync(file, 'utf8')).toBe('newer save\nnext\n')
    expect(readdirSync(dirname(file))).toEqual(['NOTES.md'])
  },
)

describe.skipIf(process.platform === 'win32')('a writer killed while the notes file has no name', () => {
  const leave = async () => {
    const file = notesIn(tempFolder())
    await startWorker(program, ['vanish', file]).ended
    expect(existsSync(file)).toBe(false)
    return file
  }

  it('leaves the old version for the next reader, which takes no lock', async () => {
    const file = await leave()
    expect(readText(file).text).toBe('first line\n')
    expect(existsSync(file)).toBe(true)
  })

  it('leaves a notes file that findProject finds', async () => {
    const file = await leave()
    mkdirSync(join(dirname(file), '.git'))
    expect(findProject({ cwd: dirname(file), env: {} })).toMatchObject({ file, exists: true })
  })

  it('leaves nothing to clean up after the next writer', async () => {
    const file = await leave()
    await updateFile(file, text => `${text}next\n`)
    expect(readFileSync(file, 'utf8')).toBe('first line\nnext\n')
    expect(readdirSync(dirname(file))).toEqual(['NOTES.md'])
  })

  it('leaves no old version that could replace a later save', async () => {
    const file = await leave()
    writeFileSync(file, 'newer save\n')
    await updateFile(file, text => `${text}next\n`)
    expect(readFileSync(file, 'utf8')).toBe('newer save\nnext\n')
    expect(readdirSync(dirname(file))).toEqual(['NOTES.md'])
  })
})

it.skipIf(process.platform === 'win32')(
  'readers bring the notes file back while its writer is stopped, and the writer goes on from there',
  async () => {
    const file = notesIn(tempFolder())
    const worker = startWorker(program, ['vanish', file, 'stop'])
    while (existsSync(file)) await new Promise(resolve => setTimeout(resolve, 5))
    expect(readText(file).text).toBe('first line\n')
    writeFileSync(file, 'edited meanwhile\n')
    worker.child.kill('SIGCONT')
    // The worker moves the file aside once more, and stops again.
    while (existsSync(file)) await new Promise(resolve => setTimeout(resolve, 5))
    worker.child.kill('SIGCONT')
    expect(await worker.ended).toBe(0)
    expect(readFileSync(file, 'utf8')).toBe('edited meanwhile\na row\n')
    expect(readdirSync(dirname(file))).toEqual(['NOTES.md'])
  },
)
