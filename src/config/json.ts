import { NotesError, type Span } from '../error.ts'

/** A JSON value that knows where it stands; `JSON.parse` does not tell. */
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

/** Which escapes there are, and which characters need one, is left to `JSON.parse`. */
const roughString = /"(?:[^"\\]|\\.)*"/y
const otherLiteral = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const blank = /[ \t\r\n]*/y

/** Nobody nests so far by hand, and the stack holds some thousands. */
const DEEPEST = 500

/** Reads strict JSON (RFC 8259, a leading BOM allowed) and keeps the place of every key and value. */
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
      return fail('Unexpected comment, expected plain JSON', 'Remove the comment: JSON has none.', at + 2)
    const [found] = source.slice(at, at + 2)
    if (found === undefined)
      return fail(`Unexpected end of the file, expected ${expected}`, 'Complete the JSON.')
    if (found === "'") return fail(`Unexpected ', expected ${expected}`, 'Put strings in double quotes.')
    return fail(`Unexpected ${found}, expected ${expected}`, 'Correct the JSON there.')
  }

  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    return pattern.exec(source)?.[0]
  }

  const skipBlank = () => {
    at += match(blank)?.length ?? 0
  }

  const take = (sign: string): boolean => {
    skipBlank()
    if (source[at] !== sign) return false
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
      return fail('Unexpected broken string', 'Close it on its own line and escape `\\` as `\\\\`.')
    }
  }

  const readOther = (): JsonNode => {
    const found = match(otherLiteral) ?? unexpected('a value')
    const span = pass(found)
    if (found === 'null') return { kind: 'null', span }
    if (found === 'true' || found === 'false') return { kind: 'boolean', value: found === 'true', span }
    return { kind: 'number', value: Number(found), span }
  }

  /** The part between a pair of brackets, `read` being called once for each comma-separated entry. */
  const readEntries = (close: ']' | '}', read: () => void) => {
    if (take(close)) return
    do {
      skipBlank()
      if (source[at] === close) fail(`Unexpected ${close} after a comma`, 'Remove the comma before it.')
      read()
    } while (take(','))
    if (!take(close)) unexpected(`, or ${close}`)
  }

  let depth = 0
  const readNested = (): JsonNode => {
    if (depth === DEEPEST)
      fail(`Unexpected level of nesting, expected ${DEEPEST} at most`, 'Take levels away.')
    depth++
    const node = readValue()
    depth--
    return node
  }

  const readValue = (): JsonNode => {
    skipBlank()
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
  skipBlank()
  if (at < source.length) unexpected('the end of the file')
  return value
}

/** The plain value, as `JSON.parse` would give it. */
export function plainValue(node: JsonNode): unknown {
  if (node.kind === 'object')
    return Object.fromEntries(node.members.map(({ key, value }) => [key, plainValue(value)]))
  if (node.kind === 'array') return node.items.map(plainValue)
  return node.kind === 'null' ? null : node.value
}
