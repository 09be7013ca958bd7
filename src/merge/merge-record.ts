import type { Document } from '../markdown/document.ts'
import { lineEndAfter, lineStartBefore } from '../markdown/scan/leaf.ts'
import { threeWay } from '../markdown/three-way.ts'
import { kindOf, type NotesRecord } from '../notes/kinds.ts'
import { type ReadOptions, readNotes } from '../notes/notes.ts'
import { written } from '../notes/text/timestamp.ts'
import type { Side } from '../notes/units.ts'
import type { Versions } from './pair.ts'

export interface Sides {
  readonly options: ReadOptions
  readonly base: Side
  readonly ours: Side
  readonly theirs: Side
}

/**
 * Merges two edits of one record as text. The result is used only if each field reads back as the side that changed it
 * wrote it. Returns undefined when both sides changed the same field, or when the result reads back differently.
 */
export function mergeRecord({ base, ours, theirs }: Versions, sides: Sides): string | undefined {
  if (!ours?.record || !theirs?.record) return undefined
  const left = fieldsOf(ours.record, sides.ours.notes.document)
  const right = fieldsOf(theirs.record, sides.theirs.notes.document)
  if (!base?.record) {
    const later = [...(goesOn(left, right) ? [ours.text] : []), ...(goesOn(right, left) ? [theirs.text] : [])]
    // If both sides say the same in different forms, such as `- [ ] Ship` and `- Ship`, choose the same text, whichever
    // side is ours.
    return later.toSorted((one, two) => two.length - one.length || (one < two ? -1 : 1))[0]
  }
  const was = fieldsOf(base.record, sides.base.notes.document)
  const wanted = new Map<string, string>()
  let [text, other] = [ours.text, theirs.text]
  for (const name of new Set([...was.keys(), ...left.keys(), ...right.keys()])) {
    const [before, one, two] = [was, left, right].map(fields => fields.get(name) ?? '')
    if (before === undefined || one === undefined || two === undefined) return undefined
    const isLater = kindOf(ours.record).merge?.later?.includes(name) === true && one.length === two.length
    if (one === two || two === before) wanted.set(name, one)
    else if (one === before) wanted.set(name, two)
    else if (!isLater && !isSamePlace(one, two)) return undefined
    else {
      const isOurs = isLater ? one > two : byNumbers(one, two) > 0
      wanted.set(name, isOurs ? one : two)
      if (isOurs) other = other.replace(two, () => one)
      else text = text.replace(one, () => two)
    }
  }
  // Both sides moved the record to another kind of section, so the form of the base is gone.
  if (base.record.kind !== ours.record.kind)
    return isEqual(left, wanted) ? ours.text : isEqual(right, wanted) ? theirs.text : undefined
  return mergedTexts(base.text, text, other).find(merged => {
    const read = readInPlace(sides, ours.record, merged)
    return read !== undefined && isEqual(read, wanted)
  })
}

/**
 * Are both places in the same file? Then both branches followed the code to other lines, and `lint --fix` will do so
 * again.
 */
const isSamePlace = (one: string, two: string): boolean => {
  const [file, other] = [one, two].map(place => /^(.*\.\w+[:#]L?)\d+(?:-L?\d+)?$/.exec(place)?.[1])
  return file !== undefined && file === other
}

const byNumbers = (one: string, two: string): number => one.localeCompare(two, 'en', { numeric: true })

/** Returns the content of a record by field, without its place. */
export function fieldsOf(record: NotesRecord, document: Document): ReadonlyMap<string, string> {
  const { kind, id, title } = record
  const fields = new Map<string, string>()
  const put = (name: string, value: unknown): void => {
    if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) key !== 'lines' && put(`${name}.${key}`, inner)
    else if (value !== undefined && value !== '') fields.set(name, String(value))
  }
  const said = kindOf(record).json(record, document)
  for (const [name, value] of Object.entries({ ...said, kind, id, title, at: written(record.at)?.text }))
    put(name, value)
  return fields
}

/**
 * Does the first version only add to the other, such as how the record was closed, its successor or another field? If
 * so, the first is the later one.
 */
const goesOn = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean =>
  [...other].every(([name, text]) => FIRST.has(text) || one.get(name)?.startsWith(text) === true)

/** The values that the fields of a record have before anything has happened to it. */
const FIRST: ReadonlySet<string> = new Set(['false', 'in-force', 'draft'])

const isEqual = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean =>
  [...new Set([...one.keys(), ...other.keys()])].every(
    name => (one.get(name) ?? '') === (other.get(name) ?? ''),
  )

const WORDS = /[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu

/**
 * Merges two edits word by word. Returns both orders if both sides insert at the same place, and nothing if both change
 * the same words.
 */
function mergedTexts(base: string, ours: string, theirs: string): readonly string[] {
  const [b, o, t] = [base, ours, theirs].map(text => text.match(WORDS) ?? [])
  if (b === undefined || o === undefined || t === undefined) return []
  const texts = ['', '']
  for (const stretch of threeWay(b, o, t)) {
    const left = o.slice(stretch.ours.from, stretch.ours.to).join('')
    const right = t.slice(stretch.theirs.from, stretch.theirs.to).join('')
    const isInsertion = stretch.base.from === stretch.base.to
    if (stretch.changed === 'both' && left !== right && !isInsertion) return []
    const both = stretch.changed === 'both' && left !== right
    const one = stretch.changed === 'theirs' ? right : left
    texts[0] += both ? left + right : one
    texts[1] += both ? right + left : one
  }
  return texts.toSorted()
}

/** Reads `text` as a record, below the headings and the table head of the section of `record`. Returns its fields. */
function readInPlace(
  { ours: { notes }, options }: Sides,
  record: NotesRecord | undefined,
  text: string,
): ReadonlyMap<string, string> | undefined {
  if (record === undefined) return undefined
  const source = notes.document.text
  const { section } = record
  const [first = record] = notes.recordsOf(section)
  const { heading } = section
  const from = heading === undefined ? section.span.start : lineStartBefore(source, heading.span.start)
  const headings: string[] = []
  for (let above = section.parent; above?.heading !== undefined; above = above.parent)
    headings.unshift(
      `${source.slice(above.heading.span.start, lineEndAfter(source, above.heading.span.end))}\n\n`,
    )
  const head = source.slice(from, Math.max(from, lineStartBefore(source, first.span.start)))
  const read = readNotes(`${headings.join('')}${head}${text}\n`, options)
  const [found, ...more] = read.records.filter(
    ({ span }) => span.end > read.document.text.length - text.length - 1,
  )
  return found === undefined || more.length > 0 ? undefined : fieldsOf(found, read.document)
}
