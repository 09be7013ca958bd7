import { fstatSync, readSync, writeSync } from 'node:fs'
import { keepCompiled } from './code-cache.ts'
import type { Host } from './commands/host.ts'
import { hotPadBlock } from './commands/hot-pad-block.ts'
import { lintPlainly } from './commands/lint-plainly.ts'
import { main } from './commands/main.ts'
import { plainLint } from './commands/plain-lint.ts'
import { NotesError } from './error.ts'
import { runHook } from './hosts/claude/hook.ts'
import { recoverAtOnce } from './hosts/recovery/recover-hot.ts'

/** Put in by the build, from package.json. */
declare const NOTES_VERSION: string

// This file is also the hot path: a hook runs it at every prompt. Streams (process.stdout, process.stdin, console)
// cost 2-3 ms of a 14 ms start, a further core module 1-2 ms; file descriptors cost nothing. So: descriptors only,
// and what only some runs need is asked for when they need it.

const pause = (milliseconds: number) => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}
const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

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

/** All of standard input. A terminal or a slow writer answers EAGAIN; Windows says EOF at the end of a pipe. */
function readBytes(): Buffer {
  const chunks: Buffer[] = []
  for (;;) {
    const chunk = Buffer.allocUnsafe(65536)
    try {
      const length = readSync(0, chunk)
      if (length === 0) break
      chunks.push(chunk.subarray(0, length))
    } catch (error) {
      if (codeOf(error) === 'EAGAIN') pause(2)
      else if (codeOf(error) === 'EOF') break
      else throw error
    }
  }
  return Buffer.concat(chunks)
}

/** As node:buffer has it, which is a core module more. */
function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** What is no text is refused before it is stored as something else. */
function readInput(): string {
  const bytes = readBytes()
  const text = bytes.toString('utf8')
  if (text.includes('\uFFFD') && !isUtf8(bytes))
    throw new NotesError(
      'not-text',
      'Standard input is no UTF-8; nothing changed',
      'Convert it first, for example with `iconv -t UTF-8`',
    )
  return text
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

const host: Host = {
  argv: process.argv.slice(2),
  get cwd() {
    return process.cwd()
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
  host.err(`Unexpected error: ${line || 'no message'} (NOTES_DEBUG=1 shows where it comes from)\n`)
  if (process.env.NOTES_DEBUG === '1') host.err(`${stack}\n`)
  process.exitCode = 2
}

let kept = false
function keepBundles(): void {
  if (!kept) keepCompiled(__dirname, process.env, host.argv[0])
  kept = true
}

async function runCommand(run: () => Promise<number> = () => main(host)): Promise<void> {
  keepBundles()
  process.on('uncaughtException', error => {
    crash(error)
    process.exit()
  })
  const code = await run()
  process.exitCode = readerGone ? 0 : code
}

/** Ends with 0 in any case: the client shows nothing of a hook that fails. */
function answerHook(): void {
  try {
    runHook({ ...host, cwd: process.cwd(), readInput: readHookInput }, keepBundles)
  } catch {
    // Not even the working directory is there.
  }
}

/** Typed in a terminal, it waits for nobody. */
const readHookInput = (): string => (fstatSync(0).isCharacterDevice() ? '' : readBytes().toString('utf8'))

// Hooks and recovery run before every session: what is simple about them is answered from this file and what it
// bundles. Everything else is in bundles of its own, read when `main` is first called.
switch (host.argv[0]) {
  case 'recover':
    if (!recoverAtOnce(host, keepBundles)) runCommand().catch(crash)
    break
  case '--version':
  case '-V':
    host.out(`${NOTES_VERSION}\n`)
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
    if (!hotPadBlock(host)) runCommand().catch(crash)
    break
  default:
    runCommand().catch(crash)
}
