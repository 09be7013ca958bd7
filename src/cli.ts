import { fstatSync, writeSync } from 'node:fs'
import { keepCompiled } from './code-cache.ts'
import type { Host } from './commands/host.ts'
import { hotPadBlock } from './commands/hot-pad-block.ts'
import { lintPlainly } from './commands/lint-plainly.ts'
import { main } from './commands/main.ts'
import { plainLint } from './commands/plain-lint.ts'
import { NotesError } from './error.ts'
import { runHook } from './hosts/claude/hook.ts'
import { recoverAtOnce } from './hosts/recovery/recover-kept.ts'
import { ours, shown } from './safety/door.ts'
import { codeOf } from './workspace/error-code.ts'
import { pause, readInput, readPayload } from './workspace/standard-input.ts'

/** Put in by the build, from package.json. */
declare const NOTES_VERSION: string

// This file is also the hot path: a hook runs it at every prompt. Streams (process.stdout, process.stdin, console)
// cost 2-3 ms of a 14 ms start, a further core module 1-2 ms; file descriptors cost nothing. So: descriptors only,
// and what only some runs need is asked for when they need it.

/** Set once the reader has gone (`notes show | head -1`): nothing more is said, and that is not a failure. */
let readerGone = false

function write(descriptor: 1 | 2, text: string): void {
  const bytes = Buffer.from(text)
  for (let sent = 0; sent < bytes.length && !(descriptor === 1 && readerGone); ) {
    try {
      sent += writeSync(descriptor, bytes, sent)
    } catch (error) {
      if (codeOf(error) === 'EAGAIN') pause(2)
      else if (descriptor === 2) return
      else if (codeOf(error) === 'EPIPE') readerGone = true
      else unwritable(codeOf(error))
    }
  }
}

/** A full disk behind `>`, for one. What the command did is done, and nobody can be told there. */
function unwritable(code: unknown): never {
  write(2, `error: Standard output cannot be written to (${code})\n`)
  write(2, '  fix: Make room where it goes. The command itself may have done its work: `notes show` tells\n')
  // The client tells of a hook that fails, and the session's user can do nothing about it.
  process.exit(host.argv[0] === 'hook' ? 0 : 2)
}

/** Only a character device can be a terminal; node:tty, 1.4 ms, is loaded for those alone. */
function isTerminal(): boolean {
  try {
    return fstatSync(1).isCharacterDevice() && process.getBuiltinModule('node:tty').isatty(1)
  } catch {
    return false
  }
}

function wantsColor({ FORCE_COLOR, NO_COLOR, TERM }: Host['env']): boolean {
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false'
  return !NO_COLOR && TERM !== 'dumb' && isTerminal()
}

function columns({ COLUMNS }: Host['env']): number {
  const told = Number(COLUMNS)
  if (Number.isInteger(told) && told > 0) return told
  return (isTerminal() && process.stdout.columns) || 80
}

function workingFolder(): string {
  try {
    return process.cwd()
  } catch (cause) {
    const hint = 'Go to the project first: `cd FOLDER`'
    throw new NotesError('unreadable', 'The folder that this was started in is gone', hint, { cause })
  }
}

const host: Host = {
  argv: process.argv.slice(2),
  get cwd() {
    return workingFolder()
  },
  env: process.env,
  now: () => new Date(),
  out: text => write(1, text),
  err: text => write(2, text),
  readInput,
  interrupted: () =>
    new Promise(resolve => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
    }),
  get terminal() {
    return isTerminal()
  },
  get color() {
    return wantsColor(process.env)
  },
  get columns() {
    return columns(process.env)
  },
}

/** What nobody foresaw. The stack is for us, so it is only shown to someone who asks for it. */
function crash(error: unknown): void {
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  const [line] = message.split('\n')
  host.err(shown(`Unexpected error: ${line || 'no message'} (NOTES_DEBUG=1 shows where it comes from)\n`))
  if (process.env.NOTES_DEBUG === '1') host.err(shown(`${stack}\n`))
  process.exitCode = 2
}

let saveCompiled: (() => void) | undefined
function keepBundles(): void {
  saveCompiled ??= keepCompiled(module, process.env, host.argv[0])
}

async function runCommand(run: () => Promise<number> = () => main(host)): Promise<void> {
  keepBundles()
  process.on('exit', () => {
    if (process.exitCode !== 2) saveCompiled?.()
  })
  process.on('uncaughtException', error => {
    crash(error)
    process.exit()
  })
  const code = await run()
  process.exitCode = readerGone ? 0 : code
}

function leave(): never {
  saveCompiled?.()
  process.exit()
}

declare global {
  namespace NodeJS {
    interface Process {
      /** Node's own parts, since 0.x; some may be refused or missing (`--permission`, Bun). */
      readonly binding?: (name: 'pipe_wrap') => {
        readonly Pipe: new (type: number) => { open(descriptor: number): number }
        readonly constants: { readonly SOCKET: number }
      }
    }
  }
}

/**
 * Makes a read of standard input answer EAGAIN instead of waiting. A socket, which is what Node and Bun give their
 * children, has no path to be opened again with O_NONBLOCK, and `process.stdin` does the same in 4 ms: this takes 0.1.
 * Node undoes it when it exits. On Windows, reads of a pipe that was opened this way fail.
 */
function unblockInput(): void {
  if (process.platform === 'win32') return
  try {
    const pipes = process.binding?.('pipe_wrap')
    if (pipes !== undefined) new pipes.Pipe(pipes.constants.SOCKET).open(0)
  } catch {
    // Then a hook waits for its client, which has a limit of its own.
  }
}

/** Ends with 0 in any case: the client shows nothing of a hook that fails. */
function answerHook(): void {
  try {
    // Where this runs is only asked for when the client does not say where the session is.
    const { argv, env, now, out } = host
    runHook(
      {
        argv,
        env,
        now,
        out,
        readInput: () => readPayload(unblockInput),
        get cwd() {
          return workingFolder()
        },
      },
      keepBundles,
    )
  } catch {
    // Neither the client nor the system says where the project is.
  }
  leave()
}

/** What cannot be answered at once is for the whole program, which also says why. */
function answerAtOnce(answer: () => boolean): void {
  try {
    if (answer()) leave()
  } catch {
    // The working folder is gone.
  }
  runCommand().catch(crash)
}

// Hooks and recovery run before every session: what is simple about them is answered from this file and what it
// bundles. Everything else is in bundles of its own, read when `main` is first called.
switch (host.argv[0]) {
  case 'recover':
    answerAtOnce(() => recoverAtOnce(host, keepBundles))
    break
  case '--version':
  case '-V':
    host.out(ours(`${NOTES_VERSION}\n`))
    break
  case 'lint': {
    const plain = plainLint(host.argv)
    runCommand(plain && (() => lintPlainly(host, plain))).catch(crash)
    break
  }
  case 'hook':
    // `--help`, and whatever a hook is not called with, is for the program.
    if (host.argv.length > 2 || host.argv[1]?.startsWith('-')) runCommand().catch(crash)
    else answerHook()
    break
  case 'pad':
    answerAtOnce(() => hotPadBlock(host))
    break
  default:
    runCommand().catch(crash)
}
