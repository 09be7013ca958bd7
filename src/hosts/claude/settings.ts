import { type JsonNode, parseJson } from '../../config/json.ts'
import { NotesError } from '../../error.ts'
import { type Call, isOurHook } from './our-hook.ts'

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
