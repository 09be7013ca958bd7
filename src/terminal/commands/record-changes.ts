import type { FieldChange } from '../../merge/changes.ts'
import type { RecordDiff } from '../../project/history/diff.ts'
import type { BlamedRecord, ProjectHistory } from '../../project/history/history.ts'
import { painter } from '../../safety/door.ts'
import { oneLine } from '../../safety/one-line.ts'
import { meaningCell } from '../print/meaning.ts'
import { forReader, type Line } from '../print/output.ts'
import type { Cell } from '../print/table.ts'
import type { Context } from '../program/command.ts'

type Row = readonly (string | Cell)[]

/** A row for the record, and one for each field that changed. */
export function changeRows(context: Context, change: RecordDiff, indent = ''): readonly Row[] {
  const { what, by, handle, title, fields } = change
  const successor = by === undefined ? '' : ` (by ${by})`
  const word = { ...meaningCell(context.host.color, what), text: `${indent}${what}` }
  const cells = [word, handle, kindAndId(change)]
  return [
    [...cells, oneLine(`${title}${successor}`, MAX_TITLE)],
    ...fields.map(field => ['', '', '', `  ${wordsOf(context, field)}`]),
  ]
}

const MAX_TITLE = 200

export const kindAndId = ({ kind, id }: Pick<RecordDiff, 'kind' | 'id'>): string =>
  id === undefined ? kind : `${kind} ${id}`

/** Prints the name of a field, such as `evidence 2 place`. The items of a list count from 1. */
const nameOf = (name: string): string =>
  name.replaceAll(/\.(\d+)/g, (_, index: string) => ` ${Number(index) + 1}`).replaceAll('.', ' ')

/** Masks the values before they are cut, because half a secret is not recognized. */
function wordsOf(context: Context, { name, before, after }: FieldChange): string {
  const [was, is] = changedWords(forReader(context, before), forReader(context, after))
  return `${nameOf(name)}: ${was === is ? 'a secret changed' : `${quoted(was)} -> ${quoted(is)}`}`
}

const quoted = (words: string): string => (words === '' ? 'nothing' : `"${oneLine(words, MAX_WORDS)}"`)

const MAX_WORDS = 160
/** The number of words to keep around the changed ones, to show where in a text they are. */
const AROUND = 3

/** Returns two texts without the start and the end that they share, except for the words around the change. */
function changedWords(before: string, after: string): readonly [string, string] {
  const [was, is] = [before.split(/\s+/), after.split(/\s+/)]
  const most = Math.min(was.length, is.length)
  let [start, end] = [0, 0]
  while (start < most && was[start] === is[start]) start++
  while (end < most - start && was.at(-1 - end) === is.at(-1 - end)) end++
  const cut = (words: readonly string[]): string => {
    const [from, to] = [Math.max(0, start - AROUND), Math.min(words.length, words.length - end + AROUND)]
    const said = words.slice(from, to).join(' ')
    return `${from > 0 ? '…' : ''}${said}${to < words.length ? '…' : ''}`
  }
  return [cut(was), cut(is)]
}

/** The commit as a cell of a list. */
export const commitOf = ({ commit }: Partial<BlamedRecord>): string => commit?.slice(0, 9) ?? 'not committed'

export const dayOf = (at = ''): string => at.slice(0, 10)

/** Lists the versions that could not be read, and the commit at which a shallow clone begins. */
export function leftOut(
  { host: { color } }: Context,
  { skipped, cut }: Pick<ProjectHistory, 'skipped' | 'cut'>,
): readonly Line[] {
  const { faint } = painter(color)
  return [
    ...skipped.map(({ commit, at, why }) => {
      const where = commit === undefined ? 'the work tree' : `${commitOf({ commit })} (${dayOf(at)})`
      return faint(`Skipped: ${where}, with ${why}`)
    }),
    cut !== undefined &&
      faint(`This clone is shallow and begins at ${cut}; \`git fetch --unshallow\` fetches what came before`),
  ]
}
