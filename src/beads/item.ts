import { createHash } from 'node:crypto'
import { beadOf, becomesBead, type Linkable, type RecordOf } from '../notes/kinds.ts'
import type { Notes } from '../notes/notes.ts'
import { maySecret } from '../safety/cheap-tests.ts'
import { shown } from '../safety/door.ts'
import { findSecrets } from '../safety/secrets.ts'

type ExportedRecord = RecordOf<Linkable>

/** A record as a bead. All text has passed `safety/door.ts`, so bd gets only what a terminal would show. */
export interface BeadItem {
  readonly record: ExportedRecord
  /** The key on both sides: `notes:TD-001`. */
  readonly ref: string
  readonly title: string
  readonly description: string
  readonly priority: number
  readonly labels: readonly string[]
  /** The refs of the records that this one waits for. */
  readonly needs: readonly string[]
  /** Remarks for the user about this item. */
  readonly remarks: readonly string[]
}

export interface ItemOptions {
  /** The notes file, relative to the project root, with `/`. */
  readonly path: string
  /** True if this is not the project's own notes file: refs then include the path. */
  readonly isSecond: boolean
}

export interface Items {
  readonly items: readonly BeadItem[]
  /** Remarks on records left out because another record has the same key. */
  readonly remarks: readonly string[]
}

/** The items of a file, in file order: one for each record that can become a bead. */
export function itemsOf(notes: Notes, options: ItemOptions): Items {
  const records = notes.records.filter(becomesBead)
  const byRef = new Map<string, ExportedRecord>()
  const remarks: string[] = []
  for (const record of records.toSorted((a, b) => a.span.start - b.span.start)) {
    const ref = refOf(record, options)
    const first = byRef.get(ref)
    if (first === undefined) byRef.set(ref, record)
    else
      remarks.push(
        `L${lineOf(notes, record)} has the same key as L${lineOf(notes, first)} (${ref}) and was left out; give it another id`,
      )
  }
  const items = [...byRef].map(([ref, record]) => itemOf(notes, record, ref, byRef, options))
  return { items, remarks }
}

function itemOf(
  notes: Notes,
  record: ExportedRecord,
  ref: string,
  all: ReadonlyMap<string, ExportedRecord>,
  { path }: ItemOptions,
): BeadItem {
  const { kind, id = '' } = record
  const title = plainTitle(record)
  const { priority, remark } = priorityOf(record)
  const parts = [record.title, ...('foundBy' in record ? [record.foundBy ?? ''] : [])]
  const secret = parts.flatMap(text => (maySecret(text) ? findSecrets(text) : []))[0]
  const lead = id === '' ? `L${lineOf(notes, record)}` : id
  return {
    record,
    ref,
    title: cutBytes(oneLine(shown(title)) || lead, MAX_TITLE),
    description: [
      cutBytes(shown(title).trim() || lead, MAX_TEXT),
      '',
      ...detailsOf(record, `${path}:${lineOf(notes, record)}${id === '' ? '' : ` (${id})`}`).map(line =>
        cutBytes(oneLine(shown(line)), MAX_TITLE),
      ),
      `notes-${kind}: ${ref}`,
    ].join('\n'),
    priority,
    labels: labelsOf(record),
    needs: needsOf(record, ref, all),
    remarks: [
      ...(secret === undefined ? [] : [`${lead} contains a secret (${secret.name}); it is exported masked`]),
      ...(remark === undefined ? [] : [`${lead}: ${remark}`]),
    ],
  }
}

/** The title without the bead id that `beads.idIn: inline` adds to it. */
function plainTitle({ title, bead }: ExportedRecord): string {
  const tail = bead === undefined ? '' : ` (${bead})`
  return tail !== '' && title.endsWith(tail) ? title.slice(0, -tail.length) : title
}

function refOf(record: ExportedRecord, { path, isSecond }: ItemOptions): string {
  const { id = '', kind } = record
  const key = /^[\w.-]{1,60}$/.test(id) ? id : `${kind}-${shortHash(plainTitle(record))}`
  if (!isSecond) return `notes:${key}`
  const place = path.replaceAll(/\s/g, '%20')
  return `notes:${Buffer.byteLength(place) > 120 ? shortHash(place) : place}#${key}`
}

/**
 * The id of a record's bead, the same in every clone: `bd-n4x09ab2`. bd recognizes a suffix of four or more characters
 * as one of its hashes only if it contains a digit, hence the digit after the `n`.
 */
export function beadIdFor(prefix: string, ref: string): string {
  const hash = numberFor(ref)
  return `${prefix}-n${hash % 10n}${hash.toString(36).slice(-6)}`
}

/** A short name for a record that has no id of its own. */
const shortHash = (text: string): string => numberFor(text).toString(36).slice(-8)

const numberFor = (text: string): bigint => BigInt(`0x${createHash('sha256').update(text).digest('hex')}`)

/** The priority of a record whose severity is missing or unknown. */
const MEDIUM = 2

function priorityOf(record: ExportedRecord): { priority: number; remark?: string } {
  const { priority, severity } = beadOf(record)
  const found = priority(record)
  if (found !== undefined) return { priority: found }
  const written = severity?.(record)
  if (written === undefined) return { priority: MEDIUM }
  return { priority: MEDIUM, remark: `unknown severity ${written}, exported as priority ${MEDIUM}` }
}

const detailsOf = (record: ExportedRecord, source: string): readonly string[] => [
  `Source: ${source}`,
  ...beadOf(record)
    .details(record)
    .filter(line => line !== undefined),
]

function labelsOf(record: ExportedRecord): readonly string[] {
  const labels = beadOf(record)
    .labels(record)
    .filter(label => label !== undefined)
  return [`notes-${record.kind}`, ...labels.map(labelFor)].filter(label => !label.endsWith(':'))
}

/** Turns text into a label that br accepts: letters, digits, `_`, `:` and `-`, at most 50 characters. Masks secrets. */
function labelFor(label: string): string {
  const [, name = '', value = ''] = /^([^:]*:)?(.*)$/s.exec(label) ?? []
  return `${name}${shown(value)
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')}`.slice(0, 50)
}

/** The refs of the records that `record` waits for, found by id or by words from the title. */
function needsOf(
  record: ExportedRecord,
  own: string,
  all: ReadonlyMap<string, ExportedRecord>,
): readonly string[] {
  const others = [...all].filter(([ref]) => ref !== own)
  return (beadOf(record).needs?.(record) ?? []).flatMap(text => {
    const wanted = text?.trim().toLowerCase() ?? ''
    if (wanted === '') return []
    const words = wanted.split(/[^\w.-]+/)
    const byId = others.filter(([, { id, bead }]) =>
      [id, bead].some(name => name !== undefined && words.includes(name.toLowerCase())),
    )
    if (byId.length > 0) return byId.map(([ref]) => ref)
    const named = (test: (title: string) => boolean) =>
      others.filter(([, other]) => test(plainTitle(other).toLowerCase()))
    const exact = named(title => title === wanted)
    const found = exact.length > 0 ? exact : named(title => title.includes(wanted))
    return found.length === 1 ? found.map(([ref]) => ref) : []
  })
}

const lineOf = ({ document }: Notes, { span }: ExportedRecord): number => document.lines.lineAt(span.start)

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** bd and br both refuse a longer title. The description starts with the full one. */
const MAX_TITLE = 500
/** bd reads lines of up to 64 KB. */
const MAX_TEXT = 24_000

function cutBytes(text: string, max: number): string {
  if (Buffer.byteLength(text) <= max) return text
  let bytes = Buffer.byteLength('…')
  let end = 0
  for (const character of text) {
    bytes += Buffer.byteLength(character)
    if (bytes > max) break
    end += character.length
  }
  return `${text.slice(0, end)}…`
}
