import { NotesError, type Span } from '../error.ts'

/** A JSON value with its position, which `JSON.parse` does not report. */
export type JsonNode =
  | { readonly kind: 'object'; readonly members: readonly JsonMember[]; readonly span: Span }
  | { readonly kind: 'array'; readonly items: readonly JsonNode[]; readonly span: Span }
  | { readonly kind: 'string'; readonly value: string; readonly span: Span }
  | { readonly kind: 'number'; readonly value: number; readonly span: Span }
  | { readonly kind: 'boolean'; readonly value: boolean; readonly span: Span }
  | { readonly kind: 'null'; readonly span: Span }

export interface JsonMember {
  readonly key: string
  readonly keySpan: Span
  readonly value: JsonNode
}

/** Matches a string without checking its escapes: `JSON.parse` checks them. */
const roughString = /"(?:[^"\\]|\\.)*"/y
const otherLiteral = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const whiteSpace = /[ \t\r\n]*/y

/** Hand-written JSON never nests this deep, and the stack holds a few thousand levels. */
const MAX_DEPTH = 500

/** Parses strict JSON (RFC 8259, a leading BOM allowed) with the position of every key and value. */
export function parseJson(source: string, path: string): JsonNode {
  let at = source.startsWith('\uFEFF') ? 1 : 0

  const fail = (message: string, hint: string, end = at + 1): never => {
    throw new NotesError('config', message, hint, {
      path,
      span: { start: at, end: Math.min(end, source.length) },
    })
  }

  const unexpected = (expected: string): never => {
    if (source.startsWith('//', at) || source.startsWith('/*', at))
      return fail(
        'Unexpected comment, expected plain JSON',
        'Remove the comment: JSON has no comments.',
        at + 2,
      )
    const [found] = source.slice(at, at + 2)
    if (found === undefined)
      return fail(`Unexpected end of the file, expected ${expected}`, 'Complete the JSON.')
    if (found === "'") return fail(`Unexpected ', expected ${expected}`, 'Use double quotes for strings.')
    return fail(`Unexpected ${found}, expected ${expected}`, 'Fix the JSON syntax here.')
  }

  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    return pattern.exec(source)?.[0]
  }

  const skipWhiteSpace = () => {
    at += match(whiteSpace)?.length ?? 0
  }

  const take = (character: string): boolean => {
    skipWhiteSpace()
    if (source[at] !== character) return false
    at++
    return true
  }

  const pass = (found: string): Span => {
    at += found.length
    return { start: at - found.length, end: at }
  }

  const readString = () => {
    const found = match(roughString) ?? ''
    try {
      const value = String(JSON.parse(found))
      return { kind: 'string', value, span: pass(found) } as const
    } catch {
      return fail('Malformed string', 'Close it on the same line and escape `\\` as `\\\\`.')
    }
  }

  const readOther = (): JsonNode => {
    const found = match(otherLiteral) ?? unexpected('a value')
    const span = pass(found)
    if (found === 'null') return { kind: 'null', span }
    if (found === 'true' || found === 'false') return { kind: 'boolean', value: found === 'true', span }
    return { kind: 'number', value: Number(found), span }
  }

  /** Reads comma-separated entries up to the closing bracket, calling `read` for each. */
  const readEntries = (close: ']' | '}', read: () => void) => {
    if (take(close)) return
    do {
      skipWhiteSpace()
      if (source[at] === close) fail(`Unexpected ${close} after a comma`, 'Remove the comma before it.')
      read()
    } while (take(','))
    if (!take(close)) unexpected(`a comma or ${close}`)
  }

  let depth = 0
  const readNested = (): JsonNode => {
    if (depth === MAX_DEPTH)
      fail(`Unexpected level of nesting, expected at most ${MAX_DEPTH}`, 'Nest less deeply.')
    depth++
    const node = readValue()
    depth--
    return node
  }

  const readValue = (): JsonNode => {
    skipWhiteSpace()
    const start = at
    if (take('{')) {
      const members: JsonMember[] = []
      readEntries('}', () => {
        if (source[at] !== '"') unexpected('a key in double quotes')
        const key = readString()
        if (!take(':')) unexpected(': after the key')
        members.push({ key: key.value, keySpan: key.span, value: readNested() })
      })
      return { kind: 'object', members, span: { start, end: at } }
    }
    if (take('[')) {
      const items: JsonNode[] = []
      readEntries(']', () => items.push(readNested()))
      return { kind: 'array', items, span: { start, end: at } }
    }
    return source[at] === '"' ? readString() : readOther()
  }

  const value = readValue()
  skipWhiteSpace()
  if (at < source.length) unexpected('the end of the file')
  return value
}

/** Converts a node to the value `JSON.parse` would return. */
export function plainValue(node: JsonNode): unknown {
  if (node.kind === 'object')
    return Object.fromEntries(node.members.map(({ key, value }) => [key, plainValue(value)]))
  if (node.kind === 'array') return node.items.map(plainValue)
  return node.kind === 'null' ? null : node.value
}

/** An object or an array. */
type Container = Extract<JsonNode, { kind: 'object' | 'array' }>

/** The value of a key; if the key is repeated, the last one counts, as in `JSON.parse`. */
export function memberOf(node: JsonNode, key: string): JsonNode | undefined {
  return node.kind === 'object' ? node.members.findLast(member => member.key === key)?.value : undefined
}

export const itemsOf = (node: JsonNode | undefined): readonly JsonNode[] =>
  node?.kind === 'array' ? node.items : []

/** An element to insert. `key` is set for an object and omitted for an array. */
interface Addition {
  readonly key?: string
  readonly value: unknown
}

/**
 * Inserts an element on a new line after the last one. Adds no line break to an empty container, so that
 * `removeElement` can restore it. Nothing else in the text changes. `depth` is the nesting depth of the elements.
 */
export function insertElement(text: string, into: Container, addition: Addition, depth: number): string {
  const step = stepOf(text)
  const eol = eolOf(text)
  const last = spansOf(into).at(-1)
  const at = last?.end ?? into.span.start + 1
  const margin = step.repeat(last === undefined ? depth - 1 : depth)
  const value = JSON.stringify(addition.value, null, step).replaceAll('\n', `${eol}${margin}`)
  const said = addition.key === undefined ? value : `${JSON.stringify(addition.key)}: ${value}`
  return `${text.slice(0, at)}${last === undefined ? '' : `,${eol}${margin}`}${said}${text.slice(at)}`
}

/** The path to an element: the containers around it, outermost first, each with the index at which the path goes on. */
export type Trail = readonly { readonly container: Container; readonly index: number }[]

/**
 * Removes an element, and the containers that `insertElement` made for it. Returns undefined when the text holds
 * nothing else.
 */
export function removeElement(text: string, trail: Trail): string | undefined {
  const place = trail.findLast(({ container }) => spansOf(container).length > 1 || wasEmpty(text, container))
  if (place === undefined) return undefined
  const spans = spansOf(place.container)
  const element = spans[place.index]
  if (element === undefined) return text
  const start = spans[place.index - 1]?.end ?? element.start
  const end = place.index === 0 ? (spans[1]?.start ?? element.end) : element.end
  return text.slice(0, start) + text.slice(end)
}

/**
 * Was the container already there, and empty, before its only element was inserted? Minified text does not show this,
 * so the answer is no.
 */
function wasEmpty(text: string, container: Container): boolean {
  const [first] = spansOf(container)
  if (first?.start !== container.span.start + 1) return false
  return text.slice(first.start, first.end).includes('\n')
}

const spansOf = (container: Container): readonly Span[] =>
  container.kind === 'array'
    ? container.items.map(({ span }) => span)
    : container.members.map(({ keySpan, value }: JsonMember) => ({
        start: keySpan.start,
        end: value.span.end,
      }))

/** The indentation step of the file. */
const stepOf = (text: string): string => /[{[]\r?\n([ \t]+)/.exec(text)?.[1] ?? '  '

const eolOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n')

/**
 * Sets `file` in the text of a configuration, or in `notes` of a package.json, and changes nothing else.
 * @example rememberFile('{"profile": "auto"}', 'docs/NOTES.md', path)
 */
export function rememberFile(text: string, file: string, path: string): string {
  const whole = parseJson(text, path)
  const shared = path.endsWith('package.json') ? memberOf(whole, 'notes') : undefined
  const settings = shared ?? whole
  if (settings.kind !== 'object') return text
  const old = memberOf(settings, 'file')
  if (old === undefined)
    return insertElement(text, settings, { key: 'file', value: file }, shared === undefined ? 1 : 2)
  return text.slice(0, old.span.start) + JSON.stringify(file) + text.slice(old.span.end)
}
