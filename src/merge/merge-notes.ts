import { type KindName, kindOf } from '../notes/kinds.ts'
import { type Notes, type ReadOptions, readNotes } from '../notes/notes.ts'
import { type Conflict, type Name, printConflict } from './conflict.ts'
import { mergeRecord, type Sides } from './merge-record.ts'
import { addTo, type Paired, pairRecords, rewritten, samePairs, type Versions } from './pair.ts'
import { planNumbers, type Renumbering, renumbered } from './renumber.ts'
import { nameOf, type Placed, sequence } from './sequence.ts'
import { type Side, unitsOf } from './units.ts'

export interface ToMerge {
  /** The text that both come from. Empty when there is none. */
  readonly base: string
  readonly ours: string
  readonly theirs: string
  /** git's own merge: the result whenever this one is in doubt. */
  readonly textMerge: () => { readonly text: string; readonly conflicts: number }
  readonly options?: ReadOptions
  /** Keeps what either side has, as in the archive file. */
  readonly appendOnly?: boolean
  /** The length of a conflict marker. */
  readonly markerSize?: number
}

export interface MergedNotes {
  readonly text: string
  readonly conflicts: number
  readonly report: MergeReport
}

export interface MergeReport {
  /** `text`: git's own merge, for the reason given. */
  readonly by: 'records' | 'text' | 'one side'
  readonly why?: string
  readonly renumbered: readonly Renumbering[]
  /** The records and lines that the sides do not agree on. */
  readonly conflicts: readonly string[]
}

/** Longer than this, and git's own merge is the better answer to someone who waits. */
const MAX_MS = 5_000

/**
 * Merges two versions of a notes file by record: what either side added is there once, in the order of its section;
 * edits of different fields are one record; a conflict is marked around the record that it is about.
 */
export function mergeNotes(given: ToMerge): MergedNotes {
  const { textMerge, ours } = given
  const [base, left, right] = [plain(given.base), plain(ours), plain(given.theirs)]
  const one = oneSide(base, left, right)
  if (one !== undefined) {
    const text = oneSide(given.base, ours, given.theirs) ?? like(ours, one)
    return { text, conflicts: 0, report: { by: 'one side', renumbered: [], conflicts: [] } }
  }
  try {
    const merged = mergeRecords(given, base, left, right)
    if (merged.conflicts > 0) {
      const text = textMerge()
      if (text.conflicts === 0) throw new Doubt('the lines do not conflict')
    }
    return { ...merged, text: like(ours, merged.text) }
  } catch (error) {
    if (!(error instanceof Doubt)) throw error
    const { text, conflicts } = textMerge()
    return { text, conflicts, report: { by: 'text', why: error.message, renumbered: [], conflicts: [] } }
  }
}

/** A reason to leave it to git. */
class Doubt extends Error {}

const oneSide = (base: string, ours: string, theirs: string): string | undefined =>
  ours === theirs || theirs === base ? ours : ours === base ? theirs : undefined

/** Without byte order mark and carriage returns. */
const plain = (text: string): string => text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')

const isMixed = (text: string): boolean => text.includes('\r') && /\r(?!\n)|(?<!\r)\n/.test(text)

/** With those of another text, and a final line ending if that has one. */
function like(model: string, text: string): string {
  const mark = model.startsWith('\uFEFF') ? '\uFEFF' : ''
  const ended = model === '' || model.endsWith('\n') ? text : text.replace(/\n$/, '')
  return `${mark}${model.includes('\r\n') ? ended.replaceAll('\n', '\r\n') : ended}`
}

function mergeRecords(given: ToMerge, base: string, ours: string, theirs: string): MergedNotes {
  const { options = {}, appendOnly = false, markerSize = 7 } = given
  const begun = performance.now()
  const inTime = (): void => {
    if (performance.now() - begun > MAX_MS) throw new Doubt('it would take too long')
  }
  if ([given.base, given.ours, given.theirs].some(isMixed)) throw new Doubt('line endings are mixed')
  const read = (text: string, profile = options.profile): Notes => {
    inTime()
    const notes = readNotes(text, profile === undefined ? options : { ...options, profile })
    if (notes.document.damage.length > 0)
      throw new Doubt(`a version is damaged (${notes.document.damage[0]?.kind})`)
    return notes
  }
  const ended = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`)
  const first = read(ended(ours))
  const { profile } = first
  const sideOf = (text: string): Side => unitsOf(read(text, profile))
  let sides: Sides = {
    base: sideOf(ended(base)),
    ours: unitsOf(first),
    theirs: sideOf(ended(theirs)),
    options: { ...options, profile },
  }
  if (sides.ours.notes.records.length === 0 && sides.theirs.notes.records.length === 0)
    throw new Doubt('there are no records')
  let known = { ours: samePairs(sides.base, sides.ours), theirs: samePairs(sides.base, sides.theirs) }
  let paired = pairRecords(sides.base, sides.ours, sides.theirs, known)
  const numbers: Renumbering[] = []
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const plan = planNumbers(paired, [base, sides.ours.notes.document.text, sides.theirs.notes.document.text])
    if (plan.length === 0) break
    numbers.push(...plan)
    for (const name of ['ours', 'theirs'] as const) {
      const own = plan.filter(({ side }) => side === name)
      if (own.length === 0) continue
      const side = sideOf(renumbered(sides[name], sides.base, own))
      const pairs = rewritten(known[name], sides[name], side)
      if (pairs === undefined) throw new Doubt('new numbers would read differently')
      known = { ...known, [name]: pairs }
      sides = { ...sides, [name]: side }
    }
    paired = pairRecords(sides.base, sides.ours, sides.theirs, known)
  }
  inTime()
  const resolved = new Map(
    [...paired.records].map(([token, versions]) => [token, resolve(versions, sides, appendOnly)]),
  )
  const placed = sequence(sides, paired, {
    stays: token => resolved.get(token) !== undefined,
    placeOf(token) {
      const found = resolved.get(token)
      return found !== undefined && 'place' in found ? found.place : undefined
    },
  })
  const isConflict = (one: Placed): boolean => conflictOf(one, resolved) !== undefined
  const conflicts = placed.filter(isConflict).map(one => conflictOf(one, resolved)?.label ?? '')
  const tail = merged3(sides.base.tail, sides.ours.tail, sides.theirs.tail)
  const print = (side: Name | undefined): string => {
    const lines: string[] = []
    for (const one of placed)
      textsOf(one, resolved, side, markerSize).forEach((text, index) => {
        lines.push(`${index > 0 && !text.includes('\n') ? '' : one.lead}${text}\n`)
      })
    return `${lines.join('')}${tail}`
  }
  for (const side of conflicts.length === 0 ? [undefined] : (['ours', 'theirs'] as const)) {
    const text = print(side)
    verify(read(text, profile), placed, resolved, side)
    inTime()
  }
  const text = print(undefined)
  refuseLoss(text, sides, paired, placed, resolved)
  return { text, conflicts: conflicts.length, report: { by: 'records', renumbered: numbers, conflicts } }
}

/** A new number can be one that a record of the other side has given up. */
const MAX_ROUNDS = 5

const merged3 = (base: string, ours: string, theirs: string): string => (ours === base ? theirs : ours)

/** What becomes of a record: its text, or both; or a conflict. Undefined when it is gone. */
type Resolved =
  | {
      readonly texts: readonly string[]
      readonly from: Name | 'both'
      readonly kind: KindName
      /** The side that has it in its place, if one of them moved it. */
      readonly place?: Name
    }
  | Conflict
  | undefined

function resolve(versions: Versions, sides: Sides, appendOnly: boolean): Resolved {
  const { base, ours, theirs } = versions
  const record = ours?.record ?? theirs?.record
  if (record === undefined) return undefined
  // A heading that one side put above it or took away makes it another kind of record.
  const { kind } = ours?.record?.kind === base?.record?.kind ? (theirs?.record ?? record) : record
  const keepsAll = appendOnly || kindOf(record).write?.appendOnly === true
  if (ours === undefined || theirs === undefined) {
    const [one, from] = ours === undefined ? ([theirs, 'theirs'] as const) : ([ours, 'ours'] as const)
    if (one === undefined || one.text === base?.text) return undefined
    if (base === undefined || keepsAll) return { texts: [one.text], from, kind }
  } else {
    const mover = moverOf(versions)
    const place = mover === undefined ? {} : { place: mover }
    if (theirs.text === base?.text || ours.text === theirs.text)
      return { texts: [ours.text], from: 'ours', kind, ...place }
    if (ours.text === base?.text) return { texts: [theirs.text], from: 'theirs', kind, ...place }
    // Archiving can be repeated, an edit cannot.
    const other = mover === 'ours' ? 'theirs' : 'ours'
    const edited = mover && versions[other]
    if (edited?.record !== undefined)
      return { texts: [edited.text], from: 'both', kind: edited.record.kind, place: other }
    const text = mergeRecord(versions, sides)
    if (text !== undefined) return { texts: [text], from: 'both', kind }
    if (keepsAll) return { texts: [ours.text, theirs.text], from: 'both', kind }
  }
  return { label: nameOf(record), base: base?.text, ours: ours?.text, theirs: theirs?.text }
}

/** The side that alone moved a record to a section of another kind, such as the archive. */
function moverOf({ base, ours, theirs }: Versions): Name | undefined {
  const [was, left, right] = [base, ours, theirs].map(unit => unit?.record?.kind)
  if (was === undefined || left === right) return undefined
  return was === left ? 'theirs' : was === right ? 'ours' : undefined
}

type All = ReadonlyMap<string, Resolved>

function conflictOf(one: Placed, resolved: All): Conflict | undefined {
  if ('conflict' in one) return one.conflict
  const found = one.unit.record === undefined ? undefined : resolved.get(one.token)
  return found !== undefined && 'label' in found ? found : undefined
}

/** The texts of a place, with conflicts marked, or as one side has them. */
function textsOf(one: Placed, resolved: All, side: Name | undefined, size = 7): readonly string[] {
  const conflict = conflictOf(one, resolved)
  const chosen = side === undefined ? conflict && printConflict(conflict, size) : conflict?.[side]
  if (conflict !== undefined) return chosen === undefined ? [] : [chosen]
  if ('conflict' in one) return []
  const found = one.unit.record === undefined ? { texts: [one.unit.text] } : resolved.get(one.token)
  return found !== undefined && 'texts' in found ? found.texts : []
}

/** The result, read again, has the records that it should have, each once, and nothing else that looks like one. */
function verify(after: Notes, placed: readonly Placed[], resolved: All, side: Name | undefined): void {
  const found = new Map<string, KindName[]>()
  for (const { record, text } of unitsOf(after).units)
    if (record !== undefined) addTo(found, text, record.kind)
  for (const one of placed)
    if ('unit' in one && one.unit.record !== undefined) {
      const as = resolved.get(one.token)
      const kind = as !== undefined && 'kind' in as ? as.kind : one.unit.record.kind
      for (const text of textsOf(one, resolved, side)) {
        const kinds = found.get(text) ?? []
        const at = kinds.indexOf(kind)
        if (at < 0) throw new Doubt(`it would read back differently: ${text.slice(0, 60)}`)
        kinds.splice(at, 1)
      }
    }
  // Lines that conflict may hold records of their own.
  if (placed.some(one => 'conflict' in one)) return
  const [more] = [...found].find(([, kinds]) => kinds.length > 0) ?? []
  if (more !== undefined) throw new Doubt(`it would read back differently: ${more.slice(0, 60)}`)
}

/** Every line that a side wrote is in the result, also within a conflict. */
function refuseLoss(
  text: string,
  sides: Sides,
  { tokenOf }: Paired,
  placed: readonly Placed[],
  resolved: All,
): void {
  const kept = new Set([
    ...sides.base.units.map(unit => unit.text),
    ...placed.flatMap(one => textsOf(one, resolved, 'ours')),
  ])
  const changed = [...sides.ours.units, ...sides.theirs.units].filter(unit => {
    const found = unit.record === undefined ? undefined : resolved.get(tokenOf(unit))
    return !kept.has(unit.text) && !(found !== undefined && 'from' in found && found.from === 'both')
  })
  if (changed.length === 0) return
  const lines = new Set([text, sides.base.notes.document.text].flatMap(whole => whole.split('\n')))
  const lost = changed.flatMap(unit => unit.text.split('\n')).find(line => !lines.has(line))
  if (lost !== undefined) throw new Doubt(`a line would be lost: ${lost.slice(0, 60)}`)
}
