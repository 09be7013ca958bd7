import { letterOf, ownTitle } from './handle.ts'
import type { NotesRecord } from './kinds.ts'
import { type Read, verbatim } from './untouched.ts'

/**
 * The share of character triples that two versions of a record must have in common. With the same id or time, half that
 * share is enough.
 */
const MIN_LIKENESS = 0.5

/**
 * Finds each record of an earlier text in a later one, or in the archive file: unchanged, moved, closed, superseded,
 * archived or edited. Records that are in neither have no entry, and are gone.
 */
export function matchRecords(
  before: Read,
  after: Read,
  archived?: Read,
): ReadonlyMap<NotesRecord, NotesRecord> {
  const matched = new Map<NotesRecord, NotesRecord>()
  let left = before.records
  let pool: readonly Candidate[] = [after, ...(archived === undefined ? [] : [archived])].flatMap(read =>
    read.records.map(record => ({ read, record })),
  )
  for (const keysOf of KEYS) {
    if (left.length === 0 || pool.length === 0) break
    const byKey = new Map<string, NotesRecord[]>()
    for (const { read, record } of pool) for (const key of keysOf(record, read)) add(byKey, key, record)
    const taken = new Set<NotesRecord>()
    left = left.filter(record => {
      const found = keysOf(record, before)
        .flatMap(key => byKey.get(key) ?? [])
        .find(candidate => !taken.has(candidate))
      if (found === undefined) return true
      taken.add(found)
      matched.set(record, found)
      return false
    })
    pool = pool.filter(({ record }) => !taken.has(record))
  }
  matchAlike(left, before, pool, matched)
  return matched
}

/** The records of an earlier text that are in neither the later one nor the archive, in file order. */
export function goneRecords(before: Read, after: Read, archived?: Read): readonly NotesRecord[] {
  const matched = matchRecords(before, after, archived)
  return before.records.filter(record => !matched.has(record))
}

interface Candidate {
  readonly read: Read
  readonly record: NotesRecord
}

type KeysOf = (record: NotesRecord, read: Read) => readonly string[]

/** Records that share a key are the same record. The most certain keys come first. */
const KEYS: readonly KeysOf[] = [
  (record, read) => [verbatim(read, record)],
  record => titlesOf(record).map(title => `${letterOf(record)} ${record.at?.text ?? ''} ${title}`),
  record => titlesOf(record).map(title => `${letterOf(record)} ${title}`),
  // A row of the archive may hold only the text of the decision, without its title.
  record => [...titlesOf(record), ...saidBy(record)].map(words => `${letterOf(record)} ${words}`),
  // Finds records that have moved to a section of another kind.
  titlesOf,
]

/** The key of a record's title. None for an empty title, which cannot tell records apart. */
function titlesOf(record: NotesRecord): readonly string[] {
  return [keyOf(ownTitle(record))].filter(title => title !== '')
}

const saidBy = (record: NotesRecord): readonly string[] =>
  'decision' in record ? [keyOf(record.decision ?? '')].filter(said => said !== '') : []

const keyOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[*_`~\s]+/g, ' ')
    .trim()

function add(all: Map<string, NotesRecord[]>, key: string, record: NotesRecord): void {
  const same = all.get(key)
  if (same === undefined) all.set(key, [record])
  else same.push(record)
}

/**
 * Matches edited records, which share most of their character triples: a corrected typo changes a fifth of the words of
 * a short title, but few of its triples. Compares only records that no key has matched. These are few unless the whole
 * file was rewritten; the index of triples keeps that case fast.
 */
function matchAlike(
  left: readonly NotesRecord[],
  before: Read,
  pool: readonly Candidate[],
  matched: Map<NotesRecord, NotesRecord>,
): void {
  if (left.length === 0 || pool.length === 0) return
  const triplesIn = pool.map(({ read, record }) => triplesOf(record, read))
  const byTriple = new Map<string, number[]>()
  for (const [index, triples] of triplesIn.entries())
    for (const triple of triples) {
      const holders = byTriple.get(triple)
      if (holders === undefined) byTriple.set(triple, [index])
      else holders.push(index)
    }
  const pairs = left.flatMap(record => {
    const triples = triplesOf(record, before)
    const shared = new Map<number, number>()
    for (const triple of triples) {
      const holders = byTriple.get(triple) ?? []
      if (holders.length > MAX_HOLDERS && record.kind !== 'context') continue
      for (const index of holders) shared.set(index, (shared.get(index) ?? 0) + 1)
    }
    const closest = [...shared]
      .filter(([index]) => pool[index] !== undefined && letterOf(pool[index].record) === letterOf(record))
      .sort(([, one], [, other]) => other - one)
      .slice(0, MAX_ALIKE)
    return closest.flatMap(([index]) => {
      const [candidate, own] = [pool[index]?.record, triplesIn[index]]
      if (candidate === undefined || own === undefined) return []
      // A file has only one state of the work: however its words change, it is still the same record.
      const likeness = record.kind === 'context' ? 1 : (2 * common(triples, own)) / (triples.size + own.size)
      const needed = isSameName(record, candidate) ? MIN_LIKENESS / 2 : MIN_LIKENESS
      return likeness < needed ? [] : [{ record, candidate, likeness }]
    })
  })
  const taken = new Set<NotesRecord>()
  for (const { record, candidate } of pairs.toSorted((one, other) => other.likeness - one.likeness)) {
    if (matched.has(record) || taken.has(candidate)) continue
    taken.add(candidate)
    matched.set(record, candidate)
  }
}

/**
 * In a rewritten file, thousands of records share a triple. Rare triples find similar records, which are then compared
 * in full: matching 10,000 records with 10,000 others takes 2 s instead of 3 minutes.
 */
const MAX_HOLDERS = 30
const MAX_ALIKE = 10

const common = (one: ReadonlySet<string>, other: ReadonlySet<string>): number => {
  let count = 0
  for (const triple of one) if (other.has(triple)) count++
  return count
}

/**
 * The character triples of a record. Takes only title and content, since labels and reasons are alike in many records.
 * The context has no title, so its whole text is taken.
 */
function triplesOf(record: NotesRecord, { document }: Pick<Read, 'document'>): ReadonlySet<string> {
  const said = [...titlesOf(record), ...saidBy(record)].join(' ')
  const words = said === '' ? keyOf(document.text.slice(record.span.start, record.span.end)) : said
  const text = words.slice(0, MAX_COMPARED)
  const found = new Set<string>()
  for (let at = 0; at + 3 <= text.length; at++) found.add(text.slice(at, at + 3))
  return found
}

/** The start of a record is enough to identify it. */
const MAX_COMPARED = 1_000

function isSameName(one: NotesRecord, other: NotesRecord): boolean {
  if (one.id !== undefined || other.id !== undefined) return one.id === other.id
  const [at, then] = [one.at, other.at]
  return at !== undefined && at.precision === 'second' && at.text === then?.text
}
