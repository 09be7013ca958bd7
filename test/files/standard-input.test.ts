import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { folderWith } from '../config/folder.ts'
import { seedExample } from '../fixtures/markdown.ts'
import { bin, environment, notes } from '../notes-cli.ts'

const project = () => folderWith({ '.git/HEAD': '', 'grimoires/loa/NOTES.md': seedExample })

/** Resolves with the output of a process once it prints `done` or ends. */
async function answerOf(child: ChildProcess): Promise<string> {
  let output = ''
  await new Promise<void>(resolve => {
    child.stdout?.on('data', data => {
      output += data
      if (output.includes('done')) resolve()
    })
    child.on('close', () => resolve())
  })
  return output
}

// None of these inputs ends before the hook does: a hook that waits for the end runs into the timeout of the test.
describe.skipIf(process.platform === 'win32')('a hook whose standard input stays open', () => {
  // A client made with Node or Bun gives its children one end of a pair of sockets; a shell gives them a pipe.
  test('answers a client that keeps its socket open and sends nothing', async () => {
    const cwd = project()
    const child = spawn(process.execPath, [bin, 'hook', 'SessionStart'], { cwd, env: environment })
    onTestFinished(() => void child.kill())
    const output = await answerOf(child)
    expect(child.stdin.writableEnded).toBe(false)
    expect(output).toBe(notes(['hook', 'SessionStart'], { cwd }).stdout)
  })

  test('answers a pipe whose writer keeps sleeping', async () => {
    const cwd = project()
    const hook = `"${process.execPath}" "${bin}" hook SessionStart`
    const shell = spawn('sh', ['-c', `{ sleep 600; touch woke; } | { ${hook}; echo done; }`], {
      cwd,
      env: environment,
      detached: true,
    })
    onTestFinished(() => void process.kill(-(shell.pid ?? 0)))
    const output = await answerOf(shell)
    expect(existsSync(join(cwd, 'woke'))).toBe(false)
    expect(output.replace('done\n', '')).toBe(notes(['hook', 'SessionStart'], { cwd }).stdout)
  })

  test('answers a client that writes a byte now and then', async () => {
    const cwd = project()
    const child = spawn(process.execPath, [bin, 'hook', 'SessionStart'], { cwd, env: environment })
    child.stdin.on('error', () => {})
    const drip = setInterval(() => child.stdin.write(' '), 200)
    onTestFinished(() => {
      clearInterval(drip)
      child.kill()
    })
    expect(await answerOf(child)).toBe(notes(['hook', 'SessionStart'], { cwd }).stdout)
  })

  test('leaves later input to the shell that shares it', async () => {
    const cwd = project()
    const hook = `"${process.execPath}" "${bin}" hook SessionStart >out`
    const writer = 'until [ -e answered ]; do sleep 0.1; done; echo later'
    const shell = spawn('sh', ['-c', `{ ${writer}; } | { ${hook}; touch answered; cat; }`], {
      cwd,
      env: environment,
      detached: true,
    })
    onTestFinished(() => {
      if (shell.exitCode === null) process.kill(-(shell.pid ?? 0))
    })
    expect(await answerOf(shell)).toBe('later\n')
  })
})

describe('standard input', () => {
  test.skipIf(process.platform === 'win32').each([
    ['lint -', ['lint', '-']],
    ['question add --from -', ['question', 'add', '--from', '-']],
    ['pad write -', ['pad', 'write', '-', '--session', 's']],
  ])('without end is refused by notes %s, in bounded memory', async (_, args) => {
    const cwd = project()
    const child = spawn(process.execPath, ['--max-old-space-size=300', bin, ...args], {
      cwd,
      env: environment,
      stdio: [openSync('/dev/zero', 'r'), 'ignore', 'pipe'],
      timeout: 50_000,
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    let errors = ''
    child.stderr?.on('data', data => {
      errors += data
    })
    const [code] = await once(child, 'close')
    expect(errors).toMatch(/^error: Standard input is larger than 64 MB; nothing changed\n {2}fix: /)
    expect(code).toBe(2)
  })

  test('that is large is read whole', () => {
    const text = `# Notes\n\n${'A line of prose.\n'.repeat(100_000)}`
    expect(notes(['lint', '-', '--json'], { cwd: join(project()), input: text }).stderr).toBe('')
  })
})
