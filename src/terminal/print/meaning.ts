import { painter } from '../../safety/door.ts'
import type { Cell } from './output.ts'

type Meaning = Exclude<keyof ReturnType<typeof painter>, 'strong'>

/**
 * The colors of states, severities and types in lists. A problem that can be repaired without loss is not red.
 */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  ok: 'good',
  external: 'faint',
  unquoted: 'faint',
  moved: 'warn',
  unchecked: 'warn',
  changed: 'bad',
  gone: 'bad',
  ambiguous: 'bad',
  missing: 'bad',
  outside: 'bad',
  critical: 'bad',
  high: 'bad',
  medium: 'warn',
  low: 'faint',
  blocked: 'bad',
  waiting: 'warn',
  draft: 'warn',
  done: 'good',
  'called done': 'good',
  superseded: 'faint',
  archived: 'faint',
  added: 'good',
  closed: 'good',
  reopened: 'warn',
  'brought back': 'warn',
  removed: 'bad',
  error: 'bad',
  warning: 'warn',
  off: 'faint',
  safe: 'good',
  unsafe: 'warn',
}

/** A cell for a word that has the same color in every list. */
export function meaningCell(color: boolean, word: string): Cell {
  const meaning = Object.hasOwn(MEANINGS, word) ? MEANINGS[word] : undefined
  return { text: word, look: meaning === undefined ? text => text : painter(color)[meaning] }
}
