import { fstatSync, writeSync } from 'node:fs'
import { codeOf, NotesError } from './error.ts'
import { pause } from './files/lock/this-process.ts'
import { readInput, readPayload } from './files/read/standard-input.ts'
import { runHook } from './hosts/claude/hooks/hook.ts'
import type { HookHost } from './hosts/claude/hooks/payload.ts'
import { printStatusLine } from './hosts/claude/statusline.ts'
import { recoverAtOnce } from './project/recover/recover-kept.ts'
import { ours, shown } from './safety/door.ts'
import { hotPadBlock } from './terminal/commands/hot-pad-block.ts'
import type { Host } from './terminal/program/command.ts'
import { main } from './terminal/program/main.ts'

/** Set by the build, from package.json. */
declare const NOTES_VERSION: string

// This file is also the hot path: a hook runs it at every prompt. Streams (process.stdout, process.stdin,
// console) cost 2-3 ms of a 14 ms start, each further core module 1-2 ms; file descriptors cost nothing. So
// use descriptors only, and load on demand whatever only some runs need.

/**
 * Set once the reader has closed the pipe (`notes show | head -1`). Further output is dropped; this is not a failure.
 */
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

/**
 * Ends the process when standard output cannot be written, for example because the disk behind `>` is full. The command
 * has already done its work, and standard output cannot report the problem.
 */
function unwritable(code: unknown): never {
  write(2, `error: Cannot write to standard output (${code})\n`)
  write(
    2,
    '  fix: Free space at the destination. The command itself may have succeeded: check with `notes show`\n',
  )
  // The client shows a failing hook to the user, who can do nothing about it.
  process.exit(host.argv[0] === 'hook' ? 0 : 2)
}

/** Only a character device can be a terminal, so node:tty, which takes 1.4 ms to load, is loaded only for one. */
function isTerminal(descriptor: 1 | 2): boolean {
  terminals[descriptor] ??= asksTerminal(descriptor)
  return terminals[descriptor]
}

/** Caches the answers of `isTerminal`, which is called for every row of a table. */
const terminals: { 1?: boolean; 2?: boolean } = {}

function asksTerminal(descriptor: 1 | 2): boolean {
  try {
    return (
      fstatSync(descriptor).isCharacterDevice() && process.getBuiltinModule('node:tty').isatty(descriptor)
    )
  } catch {
    return false
  }
}

function wantsColor({ FORCE_COLOR, NO_COLOR, TERM }: Host['env'], descriptor: 1 | 2): boolean {
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false'
  return !NO_COLOR && TERM !== 'dumb' && isTerminal(descriptor)
}

/** Only terminals known to support links: others may print the escapes, and VTE before 0.50 crashed on some. */
function showsLinks({ CI, TERM, TERM_PROGRAM = '', VTE_VERSION, WT_SESSION }: Host['env']): boolean {
  const known =
    /^(iTerm\.app|WezTerm|vscode|ghostty)$/.test(TERM_PROGRAM) ||
    TERM === 'xterm-kitty' ||
    Number(VTE_VERSION) >= 5000 ||
    Boolean(WT_SESSION)
  return known && !CI && TERM !== 'dumb' && isTerminal(1)
}

function columns({ COLUMNS }: Host['env']): number {
  const told = Number(COLUMNS)
  if (Number.isInteger(told) && told > 0) return told
  return (isTerminal(1) && process.stdout.columns) || 80
}

function workingFolder(): string {
  try {
    return process.cwd()
  } catch (cause) {
    const hint = 'Change to the project first: `cd FOLDER`'
    throw new NotesError('unreadable', 'The working folder no longer exists', hint, { cause })
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
  streams: () => ({ input: process.stdin, output: process.stdout }),
  parent: () => process.ppid,
  get terminal() {
    return isTerminal(1)
  },
  get color() {
    return wantsColor(process.env, 1)
  },
  get errorColor() {
    return wantsColor(process.env, 2)
  },
  get links() {
    return showsLinks(process.env)
  },
  get columns() {
    return columns(process.env)
  },
}

/** An unexpected error. The stack is for developers, so it is only shown with NOTES_DEBUG=1. */
function crash(error: unknown): void {
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  const [line] = message.split('\n')
  host.err(shown(`Unexpected error: ${line || 'no message'} (NOTES_DEBUG=1 shows where it comes from)\n`))
  if (process.env.NOTES_DEBUG === '1') host.err(shown(`${stack}\n`))
  process.exitCode = 2
}

async function runCommand(): Promise<void> {
  process.on('exit', () => {
    if (process.exitCode !== 2) saveCompiled()
  })
  process.on('uncaughtException', error => {
    crash(error)
    process.exit()
  })
  const code = await main(host)
  process.exitCode = readerGone ? 0 : code
}

let saveCompiled: () => void

function leave(): never {
  saveCompiled()
  process.exit()
}

declare global {
  namespace NodeJS {
    interface Process {
      /** Node internals, present since 0.x; they may be denied or missing (`--permission`, Bun). */
      readonly binding?: (name: 'pipe_wrap') => {
        readonly Pipe: new (type: number) => { open(descriptor: number): number }
        readonly constants: { readonly SOCKET: number }
      }
    }
  }
}

/**
 * Makes a read of standard input return EAGAIN instead of blocking. Node and Bun give their children a socket,
 * which has no path to reopen with O_NONBLOCK. `process.stdin` would do the same in 4 ms; this takes 0.1 ms.
 * Node resets the mode when it exits. On Windows, reads of a pipe opened this way fail.
 */
function unblockInput(): void {
  if (process.platform === 'win32') return
  try {
    const pipes = process.binding?.('pipe_wrap')
    if (pipes !== undefined) new pipes.Pipe(pipes.constants.SOCKET).open(0)
  } catch {
    // Reads then block, but the client has its own timeout.
  }
}

/** The host of a hook or a status line. Its working folder is looked up only if the client does not send one. */
const called: HookHost = {
  argv: host.argv,
  env: host.env,
  now: host.now,
  out: host.out,
  readInput: () => readPayload(unblockInput),
  get cwd() {
    return workingFolder()
  },
}

/** Always exits with 0: the client shows no output from a hook that fails. */
async function answerHook(): Promise<void> {
  try {
    await runHook(called)
  } catch {
    // Neither the client nor the system says where the project is.
  }
  leave()
}

/** If there is no immediate answer, the full CLI runs, and reports errors too. */
function answerAtOnce(answer: () => boolean): void {
  try {
    if (answer()) leave()
  } catch {
    // The working folder no longer exists.
  }
  runCommand().catch(crash)
}

/**
 * Hooks and recovery run before every session, so their simple cases are answered from this file's own bundle.
 * Everything else is in separate bundles, loaded when `main` is first called. `save` keeps what was compiled.
 */
export function run(save: () => void): void {
  saveCompiled = save
  switch (host.argv[0]) {
    case 'recover':
      answerAtOnce(() => recoverAtOnce(host))
      break
    case '--version':
    case '-V':
      host.out(ours(`${NOTES_VERSION}\n`))
      break
    case 'hook':
      // `--help`, and any arguments a client does not pass, fall through to the full CLI.
      if (host.argv.length > 2 || host.argv[1]?.startsWith('-')) runCommand().catch(crash)
      else void answerHook()
      break
    case 'statusline':
      if (host.argv.length > 1) runCommand().catch(crash)
      else {
        printStatusLine(called)
        leave()
      }
      break
    case 'pad':
      answerAtOnce(() => hotPadBlock(host))
      break
    default:
      runCommand().catch(crash)
  }
}
