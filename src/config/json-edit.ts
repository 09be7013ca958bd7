import type { Span } from '../error.ts'
import { type JsonMember, type JsonNode, parseJson } from './json.ts'

/** An object or an array. */
export type Container = Extract<JsonNode, { kind: 'object' | 'array' }>

/** The value of a key; if the key is repeated, the last one counts, as in `JSON.parse`. */
export function memberOf(node: JsonNode, key: string): JsonNode | undefined {
  return node.kind === 'object' ? node.members.findLast(member => member.key === key)?.value : undefined
}

export const itemsOf = (node: JsonNode | undefined): readonly JsonNode[] =>
  node?.kind === 'array' ? node.items : []

/** An element to insert. `key` is set for an object and omitted for an array. */
export interface Addition {
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
