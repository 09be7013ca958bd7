import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { folderWith } from '../config/folder.ts'
import { seedExample } from '../fixtures/markdown.ts'
import { bin, environment, notes } from '../notes-cli.ts'

const project = () => folderWith({ '.git/HEAD': '', 'grimoires/loa/NOTES.md': seedExample })

/** What a process prints until it says `done` or ends, and how many seconds that takes. */
async function answerOf(child: ChildProcess): Promise<{ said: string; seconds: number }> {
  const started = performance.now()
  let said = ''
  await new Promise<void>(resolve => {
    child.stdout?.on('data', data => {
      said += data
      if (said.includes('done')) resolve()
    })
    child.on('exit', () => resolve())
  })
  return { said, seconds: (performance.now() - started) / 1000 }
}

describe.skipIf(process.platform === 'win32')('a hook goes on without an input that does not come', () => {
  // A client made with Node or Bun gives its children one end of a pair of sockets, a shell gives them a pipe.
  test('from a client that keeps its socket open and says nothing', async () => {
    const cwd = project()
    const child = spawn(process.execPath, [bin, 'hook', 'SessionStart'], { cwd, env: environment })
    onTestFinished(() => void child.kill())
    const { said, seconds } = await answerOf(child)
    expect(said).toBe(notes(['hook', 'SessionStart'], { cwd }).stdout)
    expect(seconds).toBeLessThan(6)
  })

  test('from a pipe whose writer sleeps', async () => {
    const cwd = project()
    const hook = `"${process.execPath}" "${bin}" hook SessionStart`
    const shell = spawn('sh', ['-c', `sleep 30 | { ${hook}; echo done; }`], {
      cwd,
      env: environment,
      detached: true,
    })
    onTestFinished(() => void process.kill(-(shell.pid ?? 0)))
    const { said, seconds } = await answerOf(shell)
    expect(said.replace('done\n', '')).toBe(notes(['hook', 'SessionStart'], { cwd }).stdout)
    expect(seconds).toBeLessThan(6)
  })

  test('from a client that writes a byte now and then', async () => {
    const cwd = project()
    const child = spawn(process.execPath, [bin, 'hook', 'SessionStart'], { cwd, env: environment })
    child.stdin.on('error', () => {})
    const drip = setInterval(() => child.stdin.write(' '), 200)
    onTestFinished(() => {
      clearInterval(drip)
      child.kill()
    })
    const { said, seconds } = await answerOf(child)
    expect(said).toBe(notes(['hook', 'SessionStart'], { cwd }).stdout)
    expect(seconds).toBeLessThan(12)
  }, 30_000)

  test('and the shell that shares the input can still read it', async () => {
    const cwd = project()
    const hook = `"${process.execPath}" "${bin}" hook SessionStart >out`
    const shell = spawn('sh', ['-c', `{ sleep 2; echo later; } | { ${hook}; cat; }`], {
      cwd,
      env: environment,
    })
    expect(await answerOf(shell)).toMatchObject({ said: 'later\n' })
  })
})

describe('an input without end is refused', () => {
  test.skipIf(process.platform === 'win32').each([
    ['lint -', ['lint', '-']],
    ['question add --from -', ['question', 'add', '--from', '-']],
    ['pad write -', ['pad', 'write', '-', '--session', 's']],
  ])('by notes %s, in bounded memory', async (_, args) => {
    const cwd = project()
    const child = spawn(process.execPath, ['--max-old-space-size=300', bin, ...args], {
      cwd,
      env: environment,
      stdio: [openSync('/dev/zero', 'r'), 'ignore', 'pipe'],
      timeout: 30_000,
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    let complaint = ''
    child.stderr?.on('data', data => {
      complaint += data
    })
    const [code] = await once(child, 'close')
    expect(complaint).toMatch(/^error: Standard input is larger than 64 MB; nothing changed\n {2}fix: /)
    expect(code).toBe(2)
  })

  test('a large one is read whole', () => {
    const text = `# Notes\n\n${'A line of prose.\n'.repeat(100_000)}`
    expect(notes(['lint', '-', '--json'], { cwd: join(project()), input: text }).stderr).toBe('')
  })
})
