import { endedLike, isMixed, withoutEndings } from '../markdown/endings.ts'
import { type Notes, type ReadOptions, readNotes } from '../notes/notes.ts'
import { type Side, unitsOf } from '../notes/units.ts'
import type { Part } from './conflict.ts'
import type { Sides } from './merge-record.ts'
import { pairRecords, rewritten, samePairs } from './pair.ts'
import { planNumbers, type Renumbering, renumbered } from './renumber.ts'
import { conflictOf, resolve, textsOf } from './resolve.ts'
import { sequence } from './sequence.ts'
import { Doubt, refuseLoss, verify } from './verify.ts'

export interface ToMerge {
  /** The common ancestor. Empty when there is none. */
  readonly base: string
  readonly ours: string
  readonly theirs: string
  /** Runs git's own merge. Its result is used whenever the merge by record is in doubt. */
  readonly textMerge: () => { readonly text: string; readonly conflicts: number }
  readonly options?: ReadOptions
  /** Keeps the records of both sides instead of marking a conflict, as in the archive file. */
  readonly appendOnly?: boolean
  /** The length of a conflict marker. */
  readonly markerSize?: number
  /**
   * Is the result a base for another merge? Branches that merged each other have several bases, which git merges first.
   * Where the sides disagree, the result has the text of the common ancestor, because the other merge would read
   * conflict markers as lines.
   */
  readonly isBase?: boolean
}

export interface MergedNotes {
  readonly text: string
  readonly conflicts: number
  readonly report: MergeReport
}

export interface MergeReport {
  /** `text` is git's own merge, for the reason in `why`. */
  readonly by: 'records' | 'text' | 'one side'
  readonly why?: string
  readonly renumbered: readonly Renumbering[]
  /** Records and lines on which the sides disagree. */
  readonly conflicts: readonly string[]
}

/** A merge that takes longer is left to git, because a user is waiting. */
const MAX_MS = 5_000

/**
 * Merges two versions of a notes file by record. Additions of either side appear once, in the order of their section;
 * edits of different fields make one record; a conflict is marked around its record.
 */
export function mergeNotes(given: ToMerge): MergedNotes {
  const { textMerge, ours } = given
  const [base, left, right] = [withoutEndings(given.base), withoutEndings(ours), withoutEndings(given.theirs)]
  const one = oneSide(base, left, right)
  if (one !== undefined) {
    const text = oneSide(given.base, ours, given.theirs) ?? endedLike(ours, one)
    return { text, conflicts: 0, report: { by: 'one side', renumbered: [], conflicts: [] } }
  }
  try {
    const merged = mergeRecords(given, base, left, right)
    if (merged.conflicts > 0) {
      const text = textMerge()
      if (text.conflicts === 0) throw new Doubt('the lines do not conflict')
    }
    return { ...merged, text: endedLike(ours, merged.text) }
  } catch (error) {
    if (!(error instanceof Doubt)) throw error
    const { text, conflicts } = textMerge()
    const report = { by: 'text', why: error.message, renumbered: [], conflicts: [] } as const
    return given.isBase === true && conflicts > 0
      ? { text: given.base, conflicts: 0, report }
      : { text, conflicts, report }
  }
}

const oneSide = (base: string, ours: string, theirs: string): string | undefined =>
  ours === theirs || theirs === base ? ours : ours === base ? theirs : undefined

function mergeRecords(given: ToMerge, base: string, ours: string, theirs: string): MergedNotes {
  const { options = {}, appendOnly = false, markerSize = 7, isBase = false } = given
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
  const texts: Sides = {
    base: sideOf(ended(base)),
    ours: unitsOf(first),
    theirs: sideOf(ended(theirs)),
    options: { ...options, profile },
  }
  if (texts.ours.notes.records.length + texts.theirs.notes.records.length === 0)
    throw new Doubt('there are no records')
  const { sides, paired, numbers } = withNumbers(texts, sideOf)
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
  const conflicts = placed.flatMap(one => conflictOf(one, resolved)?.label ?? [])
  const tail = merged3(sides.base.tail, sides.ours.tail, sides.theirs.tail)
  const print = (side: Part | undefined): string => {
    const lines: string[] = []
    for (const one of placed)
      textsOf(one, resolved, side, markerSize).forEach((text, index) => {
        lines.push(`${index > 0 && !text.includes('\n') ? '' : one.lead}${text}\n`)
      })
    return `${lines.join('')}${tail}`
  }
  if (isBase && conflicts.length > 0) {
    const text = print('base')
    verify(read(text, profile), placed, resolved, 'base')
    return { text, conflicts: 0, report: { by: 'records', renumbered: numbers, conflicts } }
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

/** Pairs the records, and renumbers those that share a number. */
function withNumbers(texts: Sides, sideOf: (text: string) => Side) {
  let sides = texts
  let known = { ours: samePairs(sides.base, sides.ours), theirs: samePairs(sides.base, sides.theirs) }
  let paired = pairRecords(sides, known)
  const numbers: Renumbering[] = []
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const plan = planNumbers(paired, sides)
    if (plan.length === 0) break
    numbers.push(...plan)
    for (const name of ['ours', 'theirs'] as const) {
      const own = plan.filter(({ side }) => side === name)
      if (own.length === 0) continue
      const side = sideOf(renumbered(sides[name], sides.base, own))
      const pairs = rewritten(known[name], sides[name], side)
      if (pairs === undefined) throw new Doubt('with new numbers, records would read back differently')
      known = { ...known, [name]: pairs }
      sides = { ...sides, [name]: side }
    }
    paired = pairRecords(sides, known)
  }
  return { sides, paired, numbers }
}

/** Renumbering is repeated, because a new number can be one that a record of the other side gave up. */
const MAX_ROUNDS = 5

const merged3 = (base: string, ours: string, theirs: string): string => (ours === base ? theirs : ours)
