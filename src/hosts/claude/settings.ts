import { type JsonNode, parseJson } from '../../config/json.ts'
import { NotesError } from '../../error.ts'

/** A hook in the format of Claude Code's settings. */
export interface HookCommand {
  readonly type: 'command'
  readonly command: string
  readonly args?: readonly string[]
  readonly timeout: number
}

/**
 * Adds our hook at the end of the event's list in a settings file; returns the text unchanged if one of ours is
 * there already. Inserts at a single position, so the rest of the file stays byte for byte the same.
 */
export function withHook(text: string, event: string, hook: HookCommand, path: string): string {
  if (text.trim() === '') return `${JSON.stringify({ hooks: { [event]: [{ hooks: [hook] }] } }, null, 2)}\n`
  const root = objectIn(parseJson(text, path), 'the settings', path)
  const step = stepOf(text)
  const hooks = memberOf(root, 'hooks')
  if (hooks === undefined)
    return insert(text, root, member('hooks', { [event]: [{ hooks: [hook] }] }), step, 1)
  const events = objectIn(hooks, '`hooks`', path)
  const entries = memberOf(events, event)
  if (entries === undefined) return insert(text, events, member(event, [{ hooks: [hook] }]), step, 2)
  if (entries.kind !== 'array') throw unexpected(`\`hooks.${event}\``, 'a list', entries, path)
  if (entries.items.flatMap(callsOf).some(call => isOurHook(call, event))) return text
  return insert(text, entries, lines => indented({ hooks: [hook] }, lines), step, 3)
}

type Container = Extract<JsonNode, { kind: 'object' | 'array' }>

/** The text to insert, given the indentation of the line it starts on. */
type Piece = (margin: Margin) => string

interface Margin {
  readonly step: string
  readonly depth: number
  readonly eol: string
}

const member =
  (key: string, value: unknown): Piece =>
  margin =>
    `${JSON.stringify(key)}: ${indented(value, margin)}`

const indented = (value: unknown, { step, depth, eol }: Margin): string =>
  JSON.stringify(value, null, step).replaceAll('\n', `${eol}${step.repeat(depth)}`)

/** Inserts after the last element, on a new line. */
function insert(text: string, into: Container, piece: Piece, step: string, depth: number): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const inner = into.kind === 'object' ? into.members.map(({ value }) => value) : into.items
  const last = inner.at(-1)
  const said = piece({ step, depth, eol })
  const line = `${eol}${step.repeat(depth)}${said}`
  if (last !== undefined) return `${text.slice(0, last.span.end)},${line}${text.slice(last.span.end)}`
  const close = into.span.end - 1
  return `${text.slice(0, into.span.start + 1)}${line}${eol}${step.repeat(depth - 1)}${text.slice(close)}`
}

/** The indentation step of the file. */
function stepOf(text: string): string {
  return /[{[]\r?\n([ \t]+)/.exec(text)?.[1] ?? '  '
}

/** The commands run by one entry of an event's list. */
function callsOf(entry: JsonNode): readonly Call[] {
  return itemsOf(memberOf(entry, 'hooks')).flatMap((hook): readonly Call[] => {
    const command = memberOf(hook, 'command')
    if (command?.kind !== 'string') return []
    const args = memberOf(hook, 'args')
    return [{ command: command.value, ...(args === undefined ? {} : { args: textsOf(args) }) }]
  })
}

const itemsOf = (node: JsonNode | undefined): readonly JsonNode[] =>
  node?.kind === 'array' ? node.items : []

const textsOf = (node: JsonNode): readonly string[] =>
  itemsOf(node).flatMap(item => (item.kind === 'string' ? [item.value] : []))

function memberOf(node: JsonNode, key: string): JsonNode | undefined {
  return node.kind === 'object' ? node.members.findLast(member => member.key === key)?.value : undefined
}

function objectIn(node: JsonNode, what: string, path: string): Extract<JsonNode, { kind: 'object' }> {
  if (node.kind !== 'object') throw unexpected(what, 'an object', node, path)
  return node
}

function unexpected(what: string, expected: string, { kind, span }: JsonNode, path: string): NotesError {
  return new NotesError(
    'config',
    `Unexpected ${kind} for ${what}, expected ${expected}`,
    'Fix the settings by hand, then run `notes init --claude` again',
    { path, span },
  )
}

/** The command of a hook in the settings: run by a shell, or directly when it has `args`. */
interface Call {
  readonly command: string
  readonly args?: readonly string[]
}

/** Does the call run `notes hook` for this event, however it was installed? */
function isOurHook({ command, args }: Call, event: string): boolean {
  return args === undefined ? shellRunsUs(command, event) : runsUs([command, ...args], event)
}

const shellRunsUs = (script: string, event: string): boolean =>
  commandsOf(script).some(words => runsUs(words, event))

/** Words, quoted or not, the separators between commands, and comments. */
const TOKEN = /#[^\n]*|[;&|()\n`]+|(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\[\s"']|[^\s"';&|()`])+/g
const QUOTES = /"((?:[^"\\]|\\.)*)"|'([^']*)'|\\([\s"'])/g

function commandsOf(script: string): readonly (readonly string[])[] {
  let words: string[] = []
  const commands = [words]
  for (const [token] of script.slice(0, MAX_SCRIPT).matchAll(TOKEN)) {
    if (/^[;&|()\n`]/.test(token)) {
      words = []
      commands.push(words)
    } else if (!token.startsWith('#')) words.push(unquoted(token))
  }
  return commands
}

/** Bounds the work on unclosed quotes, each of which is searched to the end. */
const MAX_SCRIPT = 10_000

const unquoted = (word: string): string =>
  word.replace(
    QUOTES,
    (_, double?: string, single?: string, escaped = ''): string => double ?? single ?? escaped,
  )

/** Programs that only start the program named after their options. */
const STARTERS =
  /^(?:env|exec|command|nohup|time|timeout|nice|sudo|xargs|node|nodejs|bun|bunx|npm|npx|pnpm|pnpx|yarn|cmd|mise)$/
/** `if x; then notes hook; fi`: shell keywords precede a command. */
const SHELL_WORDS = /^(?:then|do|else|elif|if|while|until|[{!])$/
/** Subcommands of the starters, and durations: `timeout 10s`. */
const THEIR_WORDS = /^(?:exec|dlx|run|x|\/c|\d+[smhd]?)$/
const SHELLS = /^(?:sh|bash|dash|zsh)$/
/** `npx notesmd@1 hook` runs the package's only program. */
const OURS = /^(?:notes|notesmd(?:@.*)?)$/

function runsUs(words: readonly string[], event: string): boolean {
  const program = words.findIndex(word => !isAssignment(word) && !SHELL_WORDS.test(word))
  const name = nameOf(words[program])
  const rest = words.slice(program + 1)
  if (OURS.test(name)) return rest[0] === 'hook' && isFor(event, rest[1])
  if (SHELLS.test(name)) {
    const script = rest[rest.findIndex(word => /^-\w*c$/.test(word)) + 1]
    return rest[0]?.startsWith('-') === true && script !== undefined && shellRunsUs(script, event)
  }
  if (!STARTERS.test(name)) return false
  const started = rest.findIndex(
    (word, at) =>
      (OURS.test(nameOf(word)) && rest[at + 1] === 'hook') ||
      !(word.startsWith('-') || THEIR_WORDS.test(word) || isAssignment(word) || isValue(rest[at - 1])),
  )
  return started >= 0 && runsUs(rest.slice(started), event)
}

const isAssignment = (word: string): boolean => /^\w+=/.test(word)

/** An option may take the next word; which ones do depends on the program. */
const isValue = (before: string | undefined): boolean => before !== undefined && /^-[^=]*$/.test(before)

/** `C:\tools\Notes.CMD` -> `notes`. */
const nameOf = (word = ''): string =>
  word
    .slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1)
    .toLowerCase()
    .replace(/\.(?:cjs|exe|cmd|ps1)$/, '')

/** Without an argument, the event comes from the client's input. */
const isFor = (event: string, word: string | undefined): boolean =>
  word === undefined || /^\d*[<>]/.test(word) || keyOf(word) === keyOf(event)

const keyOf = (event: string): string => event.toLowerCase().replaceAll(/[-_]/g, '')
