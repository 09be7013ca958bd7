import { NotesError } from '../error.ts'
import type { Document } from '../markdown/document.ts'
import type { RecordBase, Source } from './record.ts'
import type { Evidence } from './text/evidence.ts'
import type { Columns } from './text/rows.ts'
import type { Precision, Timestamp } from './text/timestamp.ts'

/** What is to be written down: the fields of one record, before it has a place in a file. */
export interface DraftBase {
  readonly kind: string
  readonly id?: string | undefined
}

/**
 * All there is to know about one kind of record: readers, writers, recovery and commands are loops over the table of
 * kinds. `R` is the record as it is read, `D` the draft that is written, `S` the sections that it stands in.
 */
export interface Kind<R extends RecordBase, D extends DraftBase, S extends string> {
  /** The sections that hold this kind, each with its headings in lower case; a new record goes to the first. */
  readonly sections: Readonly<Partial<Record<S, readonly string[]>>>
  readonly words: Words
  read(source: Source): readonly R[]
  /** What a record is called in a list; its title unless this says otherwise. */
  title?(record: R): string
  /** What identifies a record best when it is named; `title` unless this says otherwise. */
  name?(record: R): string
  /** How bad or of which sort an open record is, for lists. */
  about?(record: R): string | undefined
  /** What a list says behind the title. */
  notes?(record: R): readonly (string | undefined)[]
  /** When it was written or last looked at; `at` unless this says otherwise. */
  time?(record: R): string | undefined
  /** Its own fields, besides id, time and title. */
  json(record: R, document: Document): Readonly<Record<string, unknown>>
  readonly recover: Recovery<R>
  /** Missing for a kind that is not added to: the context. */
  readonly write?: Writing<R, D>
  /** Missing for a kind that has no commands of its own: the archive. */
  readonly command?: CommandsOf<D>
}

export interface Words {
  /** One and many of it, in the words of the protocol. */
  readonly one: string
  readonly many: string
  /** The key of `omitted` in JSON; `many` unless this says otherwise. */
  readonly key?: string
  /** As `notes show` completes it; `many` unless this says otherwise. */
  readonly show?: string
  /** Other words by which `notes show` finds its section. */
  readonly short?: readonly string[]
}

/** What recovery says of a record. */
export interface Recovery<R> {
  /** The place of the kind among the others: what a session needs most comes first. */
  readonly need: number
  /** The part of the budget that it may spend at first; what is left over goes round again. */
  readonly share: number
  /** Tokens that a cut text must at least have: `Open: S…` is a waste of the five that it costs. */
  readonly least: number
  /** Said only where there is no decision. */
  readonly lesser?: true
  /** The newest is the last one of the file. */
  readonly reversed?: true
  /** The lines of level 1. */
  lines(record: R): readonly RecoveryLine[]
  /** What the record says on one line of level 2; the title unless this says otherwise. */
  summary?(record: R): string
  /** What a row says beyond its summary, when the headings of its columns are far away. */
  cells?(record: R): readonly (string | undefined)[]
}

/** A line of a recovery, before it is made safe to show. */
export interface RecoveryLine {
  /** `Checkpoint: `; never cut. */
  readonly label: string
  /** Stands behind the label, and is never cut either: a path, the id of a bead. The line says something without its text. */
  readonly place?: string
  readonly title?: string | undefined
  readonly date?: string | undefined
  readonly text: string
  /** Goes behind the text, unless that starts with the same words. */
  readonly more?: string | undefined
  readonly claims?: () => readonly Evidence[]
}

/** How a draft is printed, and by what the record that comes of it is known again. */
export interface Writing<R, D> {
  readonly columns: Columns<string>
  /** The heading of a table that has to be made. */
  readonly titles: readonly string[]
  /** A section without any record gets a table. */
  readonly tabular: boolean
  /** Records are never read from tables: what looks like a row of one is something else. */
  readonly listOnly?: true
  /** Bullets have a box to tick. */
  readonly boxed?: true
  /** Written as a heading with fields below it, where the section has no other shape. */
  readonly entries?: true
  /** How precise its time is, where nothing next door says. */
  readonly precision?: Precision
  /** The same on another day is another record. */
  readonly daily?: true
  /** Numbered: always when there is a first id, otherwise where the file numbers records of these kinds. */
  readonly ids?: { readonly among: readonly string[]; readonly first?: string }
  /** Cells by column name, for a table whose columns are `names`; the draft's own fields unless this says otherwise. */
  cells?(draft: D, names: readonly string[]): Readonly<Record<string, string>>
  /** Text of a bullet: what stands behind the mark and the box. */
  bullet(draft: D): string
  /** Does a bullet hold all that the draft says? Otherwise the protocol's table is made for it. */
  fitsBullet?(draft: D): boolean
  /**
   * The texts that identify a record, the one that tells most apart first: the same content twice is one record. What a
   * draft leaves out may be anything.
   */
  identity(said: R | D): readonly (string | undefined)[]
  /** Does the record say what else the draft does? */
  says?(draft: D, record: R): boolean
  /** Fields of a draft that the shape of the file has no place for, so that none is dropped silently. */
  lost?(draft: D, record: R): readonly string[]
  /** What the draft says and the record that is there already does not. */
  unsaid?(draft: D, other: R | D): readonly Unsaid[]
  /** How to change that; resolving and adding it again unless this says otherwise. */
  toChange?(line: string, unsaid: readonly Unsaid[]): string
}

/** An option that was given and is not written, and how to say so. */
export interface Unsaid {
  readonly option: string
  readonly words: string
}

/** The commands on a kind, as data. */
export interface CommandsOf<D> {
  /** The word that is typed: `debt`, `ref`. */
  readonly group: string
  /** Place among the groups in `notes --help`. */
  readonly order: number
  /** What the commands of the group have in common, for `notes --help`. */
  readonly about: string
  /** Leaves a record, for the tests of the examples. */
  readonly setup: readonly string[]
  readonly add: AddCommand<D>
  readonly list: ListCommand
  /** Names a record that `setup` leaves. */
  readonly show?: { readonly example: string }
  readonly finish?: FinishCommand
  readonly promote?: Promotable<D>
}

/** One word or text that is typed; the command line makes an argument or an option of it. */
export interface AddText {
  readonly kind: 'text' | 'list'
  readonly value: string
  readonly does: string
  readonly required?: boolean
}

export type AddOption =
  | AddText
  | { readonly kind: 'flag'; readonly does: string }
  | {
      readonly kind: 'choice'
      readonly choices: readonly string[]
      readonly does: string
      readonly required?: boolean
    }

interface Example {
  readonly line: string
  readonly does: string
}

export interface AddCommand<D> {
  readonly summary: string
  readonly details?: string
  readonly arguments?: Readonly<Record<string, { readonly does: string }>>
  readonly options?: Readonly<Record<string, AddOption>>
  readonly examples: readonly [Example, Example, ...Example[]]
  /** When it answers 1, if it ever does. */
  readonly fails?: string
  draft(given: Given): D
}

/** What was typed, or piped in, for one record. Each reads or refuses with an error that says what to give. */
export interface Given {
  text(name: string): string | undefined
  /** A field that the record cannot be without; `option` is how it is given when not as an option of that name. */
  needed(name: string, option?: string): string
  list(name: string): readonly string[]
  flag(name: string): boolean
  /** A moment that was typed, or now. */
  moment(typed: string | undefined): string
  /** A place in the code as it is stored; it has to be there. */
  place(typed: string): string
  /** A quote and its place, read from the code or held against it. */
  evidence(typed: string): { readonly quote?: string; readonly place: string }
}

export interface ListCommand {
  /** What is listed, in the plural. */
  readonly what: string
  /** What `--all` adds. */
  readonly all?: string
  /** Further kinds that are listed with it. */
  readonly also?: readonly string[]
}

export interface FinishCommand {
  readonly verb: string
  readonly summary: string
  /** A record that `setup` leaves, as a user may name it. */
  readonly example: string
  /** How it may have ended. */
  readonly how: string
}

/** How a piece of a pad becomes a record. */
export interface Promotable<D> {
  /** Place among what `notes pad promote --as` offers. */
  readonly order: number
  /** The first line is its title. */
  readonly firstLine?: true
  draft(piece: Piece, given: Given): D
}

export interface Piece {
  /** As given, else its first line or all of it. */
  readonly title: string
  readonly isTitled: boolean
  /** Without the marks of lists and headings. */
  readonly lines: readonly string[]
}

/** As it reads back: no spaces at the sides, line feeds only. */
export const plain = (text: string): string => text.trim().replaceAll(/\r\n|\r/g, '\n')

/** Do two fields say the same? Nothing and an empty text do. */
export const agree = (one: string | undefined, other: string | undefined): boolean =>
  plain(one ?? '') === plain(other ?? '')

/** An option whose value is not what stands there; nothing when it was not given. */
export function unsaidOption(option: string, given = '', there = ''): readonly Unsaid[] {
  if (given === '' || agree(given, there)) return []
  return [{ option, words: `${option} ${given}${there === '' ? '' : ` (it says ${there})`}` }]
}

interface Timed {
  readonly at: string
  /** A user gave the time: it is not just now. */
  readonly timed?: boolean
}

/** A time that was given and is not the one that stands there; files differ in how precise theirs are. */
export function unsaidTime(
  { at, timed }: Timed,
  other: { readonly at?: Timestamp | string },
): readonly Unsaid[] {
  const local = (text = ''): string => text.replace(/Z$/, '')
  const [given, there] = [local(at), local(typeof other.at === 'string' ? other.at : other.at?.text)]
  if (timed !== true || given.startsWith(there) || there.startsWith(given)) return []
  return [{ option: '--at', words: `--at ${at}` }]
}

/** What was typed is not what is wanted. */
export const usage = (message: string, hint: string): NotesError => new NotesError('usage', message, hint)
