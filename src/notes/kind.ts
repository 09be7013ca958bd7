import type { Document } from '../markdown/document.ts'
import type { CommandsOf } from './kind-commands.ts'
import type { RecordBase, Source } from './record.ts'
import type { Locator } from './text/locator.ts'
import type { Columns } from './text/rows.ts'
import type { Precision, Timestamp } from './text/timestamp.ts'

/** The fields of a record to write, before it has a place in a file. */
export interface DraftBase {
  readonly kind: string
  readonly id?: string | undefined
}

/**
 * Everything about one kind of record. Readers, writers, recovery and commands loop over the table of kinds.
 * `R` is the record as read, `D` the draft to write, `S` the kinds of section that hold it.
 */
export interface Kind<R extends RecordBase, D extends DraftBase, S extends string> {
  /** The sections that hold this kind, each with its headings in lower case. New records go to the first. */
  readonly sections: Readonly<Partial<Record<S, readonly string[]>>>
  /** Its sections have parts: sub-headings such as `### API`, with records below. */
  readonly hasParts?: true
  readonly words: Words
  read(source: Source): readonly R[]
  /** The words that a list shows for the record. Defaults to `record.title`. */
  title?(record: R): string
  /** The best identifier for naming a record. Defaults to `title`. */
  name?(record: R): string
  /** Severity or type of an open record, for lists. */
  about?(record: R): string | undefined
  /** Shown next to the title in a list, if there is room: who wrote or found the record, or its ETA. */
  beside?(record: R): string | undefined
  /** Notes that a list prints after the title. */
  notes?(record: R): readonly (string | undefined)[]
  /** When the record was written or last verified. Defaults to `at`. */
  time?(record: R): string | undefined
  /** The place in the code that the record points to. Missing for kinds that cite places only as evidence. */
  place?(record: R): Locator | undefined
  /** The fields that only this kind has, besides id, time and title. */
  json(record: R, document: Document): Readonly<Record<string, unknown>>
  readonly recover: Recovery<R>
  /** Missing for kinds that never move to the archive file with their sprint. */
  readonly sprint?: OfSprint<R>
  /** Missing for kinds that never become an issue in Beads. */
  readonly bead?: AsBead<R>
  /** How versions of a record from two branches become one. Missing where the default is enough. */
  readonly merge?: Merging<R>
  /** Missing for a kind that is never added to: the context. */
  readonly write?: Writing<R, D>
  /** Missing for kinds without commands of their own: the context and the archive. */
  readonly command?: CommandsOf<D>
}

export interface Words {
  /** Singular and plural, in the protocol's terms. */
  readonly one: string
  readonly many: string
  /**
   * The start of a record's handle. Defaults to the first letter of `one`. Kinds share it if records can move between
   * them.
   */
  readonly letter?: string
  /** Key in the `omitted` field of JSON output. Defaults to `many`. */
  readonly key?: string
  /** Completion of `notes show`. Defaults to `many`. */
  readonly show?: string
  /** Other words that `notes show` accepts for its section. */
  readonly short?: readonly string[]
  /** Labels of a bullet in a diary, in lower case: `todo` for `TODO: ask Ines`. */
  readonly labels?: readonly string[]
}

/** The presentation of a record in recovery. */
export interface Recovery<R> {
  /** Rank among the kinds: what a session needs most comes first. */
  readonly need: number
  /** Number of records that are shown before the next kind has its turn. */
  readonly first: number
  /** Number of records that are shown before any kind shows all of its records. Defaults to all. */
  readonly early?: number
  /** Maximum tokens of one line until other kinds have had their turn. */
  readonly most: number
  /** Keeps the order of the file. Otherwise the newest record comes first. */
  readonly asWritten?: true
  /** Free notes list these by weight, so that undated ones keep the order of a loose file. */
  readonly byWeight?: true
  /** Tests for records that come before all others of this kind, each with its own rank. The first match counts. */
  readonly urgent?: readonly { readonly need: number; is(record: R): boolean }[]
  /** The lines of level 1. */
  lines(record: R): readonly RecoveryLine[]
  /** The record as one line of level 2. Defaults to the title. */
  summary?(record: R): string
  /** Cells of a row that its summary leaves out. A row shown in full lists them after its summary. */
  cells?(record: R): readonly (string | undefined)[]
}

/** One line of a recovery, before it is made safe to show. */
export interface RecoveryLine {
  /** The words in front, such as `State: `. Never clipped. */
  readonly label: string
  /** A path or the id of a bead, after the label. Never clipped either: the line is useful without its text. */
  readonly place?: string
  readonly title?: string | undefined
  /** Printed once there is room, or always if `isDated`. */
  readonly date?: Timestamp | undefined
  readonly isDated?: boolean
  readonly text: string
  /** Appended to the text, or shown in its place if it starts with the same words. */
  readonly more?: string | undefined
  /** The most important part of the text, in fewer words. */
  readonly brief?: string | undefined
  /** The part of the text that says what comes next, which is clipped last. */
  readonly tail?: string | undefined
  /** The end of the text matters more than its start. */
  readonly isStory?: true
  /** The text starts with what happened, as an agent reports it. */
  readonly isEvent?: true
  /** Shown once other kinds have had their turn. */
  readonly isLater?: true
  /** Maximum tokens of this line. Defaults to `most` of its kind. */
  readonly most?: number
}

/** Determines the sprint of a record, and how the summary of that sprint counts it. */
export interface OfSprint<R> {
  /** Singular in counts. Defaults to `words.one`. */
  readonly noun?: string
  /** Follows the count: `2 decisions superseded`. */
  readonly ended?: string
  /** Plural of closed records, for kinds that count as finished work. */
  readonly work?: string
  /** The reason why an open record stays. Undefined if the record is closed. */
  open(record: R): string | undefined
  /** The Sprint column. If it names a sprint, no other text counts. */
  column?(record: R): string | undefined
  /** The texts that may name a sprint. */
  texts(record: R): readonly (string | undefined)[]
  /** Texts that may name a sprint. If they do, the record's time dates it. Missing for kinds without a time. */
  dating?(record: R): readonly (string | undefined)[]
}

/** A record as an issue in Beads, before it is made safe to show. Undefined lines and labels are left out. */
export interface AsBead<R> {
  /** The plural of its open records, printed by `--export`. */
  readonly many: string
  /** The severity as written. Kinds with a severity can be filtered by it, and take it from the bead with `--sync`. */
  severity?(record: R): string | undefined
  /** From 0, the most urgent, to 4. Undefined for an unknown severity. */
  priority(record: R): number | undefined
  details(record: R): readonly (string | undefined)[]
  /** Labels such as `waiting` or `sprint:S03`. */
  labels(record: R): readonly (string | undefined)[]
  /** The texts that name the records which this one waits for, by id or by words of the title. */
  needs?(record: R): readonly (string | undefined)[]
}

/** How two versions of a record are merged, field by field. The fields are those of its `json`. */
export interface Merging<R> {
  /** Records that two branches add under the same key are one record. Defaults to `write.identity`. */
  key?(record: R): readonly (string | undefined)[]
  /** Fields that hold a time: the later value wins. Any other field that both branches change is a conflict. */
  readonly later?: readonly string[]
}

/** The printed form of a draft, and the rules that recognize the resulting record. */
export interface Writing<R, D> {
  readonly columns: Columns<string>
  /** Headings of a new table. */
  readonly titles: readonly string[]
  /** Headings of the protocol's other table for this kind. */
  readonly otherTitles?: readonly string[]
  /** Does a section without records get a table? */
  readonly tabular: boolean
  /** Bullets have a checkbox. */
  readonly boxed?: true
  /** Written as a heading with fields below it, unless the section already has another shape. */
  readonly entries?: true
  /** Precision of its time when no neighboring record sets one. */
  readonly precision?: Precision
  /** The same content on another day is a new record. */
  readonly daily?: true
  /** Never edited or removed once written. */
  readonly appendOnly?: true
  /**
   * The kinds that share its numbering. With `first`, new records always get a number; without it, only if the file has
   * numbers.
   */
  readonly ids?: { readonly among: readonly string[]; readonly first?: string }
  /** Cells by column name, for a table with the columns `names`. Defaults to the draft's own fields. */
  cells?(draft: D, names: readonly string[]): Readonly<Record<string, string>>
  /** Text of a bullet, after the marker and the checkbox. */
  bullet(draft: D): string
  /** Can a bullet hold everything in the draft? If not, the protocol's table is created for it. */
  fitsBullet?(draft: D): boolean
  /**
   * The texts that identify a record, the most distinctive first: same texts, same record. An undefined text in a
   * draft matches anything.
   */
  identity(said: R | D): readonly (string | undefined)[]
  /** Draft values for fields that the record may lack. */
  readonly blank?: Partial<D>
  /** Does the record also agree with the other fields of the draft? */
  says?(draft: D, record: R): boolean
  /** Is the record in force and about the same thing as the draft, so that the draft repeats or contradicts it? */
  rivals?(draft: D, record: R): boolean
  /** Draft fields that the shape of the file has no place for. They are reported, so that none is dropped silently. */
  lost?(draft: D, record: R): readonly string[]
  /** Options of the draft that an existing record contradicts or lacks. */
  unsaid?(draft: D, other: R | D): readonly Unsaid[]
  /** A hint on how to apply the unsaid options. Defaults to `notes edit`. */
  toChange?(handle: string, unsaid: readonly Unsaid[]): string
}

/** An option that was given but not written, and how to report it. */
export interface Unsaid {
  readonly option: string
  readonly words: string
}

/** Text as it reads back: trimmed, with line feeds as the only line endings. */
export const plain = (text: string): string => text.trim().replaceAll(/\r\n|\r/g, '\n')

/** Do two fields say the same thing? Undefined counts as empty. */
export const agree = (one: string | undefined, other: string | undefined): boolean =>
  plain(one ?? '') === plain(other ?? '')

/** The option if its value differs from the existing one. Empty when it was not given. */
export function unsaidOption(option: string, given = '', there = ''): readonly Unsaid[] {
  if (given === '' || agree(given, there)) return []
  return [{ option, words: `${option} ${given}${there === '' ? '' : ` (it says ${there})`}` }]
}

interface Timed {
  readonly at: string
  /** Given by the user, rather than the current time. */
  readonly timed?: boolean
}

/** The time if it was given and differs from the existing one. A less precise time that agrees counts as the same. */
export function unsaidTime(
  { at, timed }: Timed,
  other: { readonly at?: Timestamp | string },
): readonly Unsaid[] {
  const local = (text = ''): string => text.replace(/Z$/, '')
  const [given, there] = [local(at), local(typeof other.at === 'string' ? other.at : other.at?.text)]
  if (timed !== true || given.startsWith(there) || there.startsWith(given)) return []
  return [{ option: '--at', words: `--at ${at}` }]
}
