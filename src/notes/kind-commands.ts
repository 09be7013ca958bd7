/** The commands on a kind, as data. */
export interface CommandsOf<D> {
  /** First word of the command, such as `ref`. */
  readonly group: string
  /** Position among the groups in `notes --help`. */
  readonly order: number
  /** Heading of the group in `notes --help`. */
  readonly about: string
  /** Commands that create a record, for the tests of the examples. */
  readonly setup: readonly string[]
  readonly add: AddCommand<D>
  /**
   * The draft fields to change in an existing record, from the options of `add`. Defaults to the given values, each
   * under the name of its option.
   */
  edit?(given: Given): Partial<D>
  readonly list: ListCommand
  /** Names a record that `setup` creates. */
  readonly show?: { readonly example: string }
  readonly finish?: FinishCommand
  readonly promote?: Promotable<D>
}

/** Text that the user types. The command line takes it as an argument or an option. */
export interface AddText {
  /** A `flagged` option works as a flag when given without a value. */
  readonly kind: 'text' | 'list' | 'flagged'
  readonly value: string
  readonly does: string
  readonly required?: boolean
}

export type AddOption =
  | AddText
  /** Options that are `excused` are not required with the flag. */
  | { readonly kind: 'flag'; readonly does: string; readonly excused?: readonly string[] }
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
  /** When the command exits with 1, if it ever does. */
  readonly fails?: string
  draft(given: Given): D
  /** The record that the new one replaces, as the user named it. */
  supersedes?(given: Given): string | undefined
}

/** The input for one record, typed or piped in. Methods throw errors that say what to give. */
export interface Given {
  text(name: string): string | undefined
  /** A required field. `option` is what the error asks for, if not the option called `name`. */
  needed(name: string, option?: string): string
  list(name: string): readonly string[]
  flag(name: string): boolean
  /** The time that the user typed, or now. */
  moment(typed: string | undefined): string
  /** A place in the code in its stored form. Throws if the place does not exist. */
  place(typed: string): string
  /** A quote and its place. The quote is read from the code, or compared with it if given. */
  evidence(typed: string): { readonly quote?: string; readonly place: string }
}

export interface ListCommand {
  /** The plural of what is listed. */
  readonly what: string
  /** The records that `--all` adds. */
  readonly all?: string
  /** Other kinds listed along with it. */
  readonly also?: readonly string[]
}

export interface FinishCommand {
  readonly verb: string
  readonly summary: string
  /** A record that `setup` creates, as a user may name it. */
  readonly example: string
  /** An example value for `--how`. */
  readonly how: string
}

/** The conversion of a piece of a pad into a record. */
export interface Promotable<D> {
  /** Position among the choices of `notes pad promote --as`. */
  readonly order: number
  /** The first line becomes the title. */
  readonly firstLine?: true
  /** Options that only this kind takes. */
  readonly options?: Readonly<Record<string, AddOption>>
  draft(piece: Piece, given: Given): D
}

export interface Piece {
  /** The given title, else the first line or the whole text. */
  readonly title: string
  readonly isTitled: boolean
  /** Without list markers and heading markers. */
  readonly lines: readonly string[]
}
