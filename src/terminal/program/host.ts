import type { Shown } from '../../safety/door.ts'

/** Everything a command may know about its machine. `cli.ts` builds the real one; tests build their own. */
export interface Host {
  /** The arguments after `notes`. */
  readonly argv: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly now: () => Date
  readonly out: (text: Shown) => void
  readonly err: (text: Shown) => void
  /** All of standard input. */
  readonly readInput: () => string
  /** Resolves on Ctrl-C or a termination signal. Until it is called, these end the process at once. */
  readonly interrupted: () => Promise<void>
  /** Standard input and output, for a command that holds a conversation. Nothing else may read or write then. */
  readonly streams: () => {
    readonly input: NodeJS.ReadableStream
    readonly output: NodeJS.WritableStream
  }
  /** The process that started this one. */
  readonly parent: () => number
  /** Is standard output a terminal, with a person in front of it? */
  readonly terminal: boolean
  /** Does standard output show colors? True on a terminal, unless NO_COLOR is set. FORCE_COLOR takes precedence. */
  readonly color: boolean
  /** Does standard error show colors, by the same rules? */
  readonly errorColor: boolean
  /** Does standard output go to a terminal that is known to show links (OSC 8)? */
  readonly links: boolean
  /** Width of the terminal, or 80 without one. */
  readonly columns: number
}
