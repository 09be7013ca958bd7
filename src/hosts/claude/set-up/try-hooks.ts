import { dirname, join } from 'node:path'
import { isWindows } from '../../../files/lock/this-process.ts'
import { onPath, shellWord } from '../../../files/programs/programs.ts'
import {
  apart,
  BARE_PATH,
  bareEnvironment,
  type Tried,
  tryCommand,
} from '../../../files/programs/try-command.ts'
import { isThere } from '../../../files/read/look.ts'
import { readText } from '../../../files/read/read-text.ts'
import { isTracked } from '../../../git/git.ts'
import type { Environment } from '../../../project/open.ts'
import type { Call } from './call.ts'
import { hookEvents } from './events.ts'
import { SETTINGS } from './install.ts'
import { isSameCall, runnableCommands, runsScript, SCRIPTS } from './program.ts'
import { ourHooksIn } from './settings.ts'

/** A hook from the settings, and what it did with a recorded payload. */
export interface Replay extends Tried, Call {
  readonly event: string
  readonly context: string
  readonly problem?: string
}

export interface Trial {
  readonly runs: boolean
  /** The number of hooks that answered. */
  readonly answered: number
  /** A command line that runs the first hook in a bare shell. */
  readonly test: string
  readonly problem?: Problem
}

export interface Problem {
  readonly what: string
  /** A command to run, or an instruction. */
  readonly fix: string
}

/** Runs each hook in the settings of the project as the client would, from a bare shell. */
export function tryInstalled(
  root: string,
  env: Environment,
  bareEnv = bareEnvironment(env),
): Trial | undefined {
  const hooks = installedHooks(root).filter(hook => mayRun(root, hook))
  const [first] = hooks
  if (first === undefined) return undefined
  const bare = replayHooks(root, hooks, bareEnv)
  const broken = bare.filter(({ problem }) => problem !== undefined)
  const trial = { answered: bare.length - broken.length, test: testLine(first) }
  if (broken.length === 0) return { ...trial, runs: true }
  const here = replayHooks(root, hooks, { ...bareEnv, PATH: env.PATH })
  const worse = here.find(({ problem }) => problem !== undefined)
  if (worse !== undefined) return { ...trial, runs: false, problem: brokenHook(worse) }
  return { ...trial, answered: here.length, runs: true, problem: notOnBarePath(hooks, env) }
}

/** A hook in the settings of a project that runs `notes`. */
export interface SettingsHook extends Call {
  readonly event: string
}

/** Returns our hooks in the settings of a project. Throws when the settings cannot be read. */
export function installedHooks(root: string): readonly SettingsHook[] {
  const path = join(root, SETTINGS)
  return isThere(path) ? ourHooksIn(readText(path).text, path) : []
}

/**
 * Is it safe to run this hook as a test? Settings can come with a clone, so the command must be exactly as `notes init`
 * writes it, and no program that it could run may come with the clone.
 */
export const mayRun = (root: string, { event, ...call }: SettingsHook): boolean =>
  runnableCommands(event).some(known => isSameCall(known, call)) && !cameWithClone(root)

export const cameWithClone = (root: string): boolean =>
  SCRIPTS.some(script => isThere(join(root, script)) && isTracked(join(root, script)))

/** Runs hooks apart from real sessions, with their own folders, session and transcript. */
export function replayHooks(
  root: string,
  hooks: readonly SettingsHook[],
  env: Environment,
): readonly Replay[] {
  return apart(root, env, (own, scratch) => hooks.map(hook => replay(hook, root, scratch, own)))
}

function replay(hook: SettingsHook, root: string, scratch: string, env: Environment): Replay {
  const { event, command, args } = hook
  const seconds = hookEvents.find(({ name }) => name === event)?.timeout ?? 5
  const tried = tryCommand({
    command,
    ...(args === undefined ? {} : { args: args.map(word => word.replaceAll(PROJECT_DIR, root)) }),
    cwd: root,
    env,
    input: JSON.stringify(recordedPayload(event, root, scratch)),
    timeoutMs: seconds * 1000,
  })
  const context = contextIn(event, tried.stdout)
  const problem = problemOf(hook, tried, context)
  return { ...hook, ...tried, context: context ?? '', ...(problem === undefined ? {} : { problem }) }
}

/** Events for which the client accepts plain text. */
const PLAIN: ReadonlySet<string> = new Set(['SessionStart', 'UserPromptSubmit', 'PreCompact'])

/** Returns the text that the model gets from the output of a hook, or undefined if the client would not accept it. */
function contextIn(event: string, stdout: string): string | undefined {
  if (stdout.trim() === '') return ''
  if (!stdout.startsWith('{')) return PLAIN.has(event) ? stdout.trimEnd() : undefined
  try {
    const { hookSpecificOutput, systemMessage, reason, decision } = JSON.parse(stdout)
    const said = hookSpecificOutput?.additionalContext ?? reason ?? ''
    const isKnown = [hookSpecificOutput, systemMessage, decision].some(value => value !== undefined)
    return isKnown && typeof said === 'string' ? said : undefined
  } catch {
    return undefined
  }
}

/** The client replaces a longer output with a preview. */
const MAX_UNITS = 10_000

function problemOf(
  { event }: { event: string },
  tried: Tried,
  context: string | undefined,
): string | undefined {
  if (tried.failed === 'not found') return 'its program is not on the PATH'
  if (tried.failed === 'timeout') return 'it does not finish in time'
  if (tried.status !== 0) return `it exits with ${tried.status ?? 'a signal'}${firstLine(tried.stderr)}`
  if (context === undefined) return 'the client would not accept its output'
  if (tried.stdout.length > MAX_UNITS)
    return `it prints ${tried.stdout.length} characters, the client cuts at 10,000`
  // Without an installed package, a hook is silent. With one, the start of a session always prints something.
  if (event === 'SessionStart' && context === '')
    return 'it prints nothing: the package is not installed here'
  return undefined
}

const firstLine = (text: string): string => (text.trim() === '' ? '' : `: ${text.trim().split('\n')[0]}`)

/** Describes a hook's fault, and the remedy. */
export function brokenHook(hook: Replay): Problem {
  return {
    what: `The ${hook.event} hook does not work: ${hook.problem}`,
    fix: runsScript(hook) ? 'npm install' : 'npm install --save-dev notesmd && npx notes init --claude',
  }
}

/**
 * Describes a program that is on the PATH of this terminal, but not on that of a client started from the desktop or an
 * editor.
 */
export function notOnBarePath(hooks: readonly Call[], env: Environment): Problem {
  const needed = hooks.some(({ command }) => /\bnode\b/.test(command)) ? 'node' : 'notes'
  const found = onPath(needed, env)
  const where = found === undefined ? '' : ` (it is ${found})`
  const what = `\`${needed}\` is not on the PATH of a bare shell, ${BARE_PATH}${where}: a Claude Code that is not started from a terminal will not find it`
  return { what, fix: settingThePath(found) }
}

/**
 * Returns the remedy. `settings.local.json` is for one user on one machine, and the client adds its `env` to the
 * environment of hooks and servers.
 */
function settingThePath(found: string | undefined): string {
  if (found === undefined) return 'npm install --save-dev notesmd && npx notes init --claude'
  const path = [dirname(found), '/usr/local/bin', BARE_PATH].join(':')
  return `start Claude Code from a terminal, or add to .claude/settings.local.json: "env": {"PATH": ${JSON.stringify(path)}}`
}

/** A command line for a terminal in the project folder that runs the hook in a shell as bare as the client's may be. */
function testLine({ event, command, args }: SettingsHook): string {
  const input = `echo '${JSON.stringify({ hook_event_name: event, source: 'startup' })}'`
  const words = args?.map(word =>
    word.startsWith(PROJECT_DIR)
      ? `"$PWD"${word.slice(PROJECT_DIR.length)}`
      : word === '-e'
        ? word
        : shellWord(word),
  )
  const run = words === undefined ? `sh -c ${shellWord(command)}` : [command, ...words].join(' ')
  if (isWindows) return `${input} | ${run}`
  return `${input} | env -i HOME="$HOME" PATH=${BARE_PATH} CLAUDE_PROJECT_DIR="$PWD" ${run}`
}

const PROJECT_DIR = '${CLAUDE_PROJECT_DIR}'

/** The ID of a session that never existed, so that a replay never touches the data of a real one. */
const SESSION = '00000000-0000-4000-8000-6e6f7465736d'

/** Returns an event's payload with a project's paths: the fields that hooks read, as Claude Code 2.1.326 sends them. */
const recordedPayload = (event: string, root: string, scratch: string): object => ({
  session_id: SESSION,
  transcript_path: `${scratch}/${SESSION}.jsonl`,
  cwd: root,
  hook_event_name: event,
  ...fields(root)[event],
})

function fields(root: string): Readonly<Record<string, object>> {
  const file_path = `${root}/src/index.ts`
  const edit = { tool_name: 'Edit', tool_input: { file_path, old_string: 'a', new_string: 'b' } }
  const list = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_response: 'src' }
  return {
    SessionStart: { source: 'startup' },
    UserPromptSubmit: { prompt: 'Go on' },
    PreToolUse: edit,
    PostToolUse: edit,
    PostToolBatch: { tool_calls: [list] },
    PreCompact: { trigger: 'manual' },
    Stop: { stop_hook_active: false },
    SubagentStart: { agent_id: 'a12f9e7f5cd39504c' },
    SessionEnd: { reason: 'other' },
  }
}
