import { cleaned, defused, showLine, showText } from './show-text.ts'

declare const passed: unique symbol

/**
 * A string that may reach a model or a terminal: secrets masked, control and hidden characters removed, and nothing in
 * it that opens or closes a frame. Only this file creates one, and `cli.ts` prints nothing else.
 */
export type Shown = string & { readonly [passed]: true }

export const shown = (text: string): Shown => showText(text) as Shown

/** Like `shown`, on one line. */
export const shownLine = (text: string): Shown => showLine(text) as Shown

/** Words of a record in a sentence of ours: nothing in them ends the quotes, or looks like a command. */
export const quoted = (words: string): Shown => shownLine(`"${words.replaceAll(/["`]/g, "'")}"`)

interface JsonLook {
  readonly reveal?: boolean
  readonly indent?: number
  /** Strings in the value that have already passed the door, frame included. */
  readonly done?: readonly Shown[]
}

/** A value as JSON. Each string and key in it passes the door on its own, so that the document stays valid. */
export function shownJson(value: unknown, { reveal = false, indent = 2, done = [] }: JsonLook = {}): Shown {
  const safe = (text: string): string => (done.some(one => one === text) ? text : pass(text, reveal))
  const replaced = (_: string, inner: unknown) =>
    typeof inner === 'string' ? safe(inner) : withKeys(inner, key => pass(key, reveal))
  return `${JSON.stringify(value, replaced, indent)}\n` as Shown
}

/** Applies `safe` to the keys of an object: the labels of an active context are keys, and come from the notes. */
function withKeys(value: unknown, safe: (key: string) => string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  if (Object.keys(value).every(key => PLAIN_KEY.test(key))) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [safe(key), inner]))
}

/** A key that is too short to be a secret, with nothing in it that must be hidden or that opens a frame. */
const PLAIN_KEY = /^\w{0,15}$/

/** Lets this program's own wording pass. Never call it with a path, a name or anything else that comes from outside. */
export const ours = (words: string): Shown => words as Shown

/** Text from standard input, returned to the caller: a filter that masked secrets would corrupt the file. */
export const returned = (input: string): Shown => input as Shown

export const joined = (parts: readonly Shown[], between: '' | '\n' | '\n\n' = ''): Shown =>
  parts.join(between) as Shown

/** The frame around text for a model. It names the source, marks the text as data, and says how to get more. */
export interface Frame {
  readonly open: Shown
  readonly close: Shown
}

export const framed = ({ open, close }: Frame, text: Shown): Shown => joined([open, text, close], '\n')

export interface TerminalOptions {
  readonly color: boolean
  /** Shows secrets to a user who asked for them. Control characters are still removed. */
  readonly reveal?: boolean
}

/** Text for a terminal. Only what `painter` marked is colored, and only what `linker` marked is a link. */
export function shownOnTerminal(text: string, { color, reveal = false }: TerminalOptions): Shown {
  const safe = pass(text.includes('\r') ? text.replaceAll('\r', '') : text, reveal)
  return (
    safe.includes(START)
      ? safe.replaceAll(new RegExp(`${START}([cl])(\\d*)${END}`, 'g'), (_, kind: string, number: string) =>
          kind === 'l'
            ? `\u001b]8;;${targets[Number(number)] ?? ''}\u001b\\`
            : color
              ? `\u001b[${number}m`
              : '',
        )
      : safe
  ) as Shown
}

/** Marks text for colors by meaning; `shownOnTerminal` inserts them. Without color the text is unchanged. */
export function painter(color: boolean) {
  const paint = (on: number, off: number) => (text: string) =>
    color && text !== '' ? `${START}c${on}${END}${text}${START}c${off}${END}` : text
  return {
    strong: paint(1, 22),
    faint: paint(2, 22),
    good: paint(32, 39),
    warn: paint(33, 39),
    bad: paint(31, 39),
    name: paint(36, 39),
  }
}

/** Marks text as a link to a file; `shownOnTerminal` inserts the escapes (OSC 8). Other addresses are refused. */
export function linker(supported: boolean) {
  return (text: string, address: string): string => {
    if (!supported || text === '' || !FILE_ADDRESS.test(address) || shown(address) !== address) return text
    return `${START}l${targets.push(address) - 1}${END}${text}${START}l0${END}`
  }
}

/** The address of a file, percent-encoded so that nothing in it can end the escape. */
const FILE_ADDRESS = /^file:\/\/\/[!-~]*$/

/**
 * The addresses of links. Text refers to them by number, because an address within the text would be masked and cleaned
 * as data. Number 0 ends a link.
 */
const targets: string[] = ['']

/** Marks with noncharacters and a random number: text from a notes file cannot guess it to set a color or a link. */
const START = `\uFDD0${Math.random().toString(36).slice(2)}`
const END = '\uFDD1'

const pass = (text: string, reveal: boolean): string => (reveal ? defused(cleaned(text)) : shown(text))
