import type { Shown } from '../../safety/door.ts'

/** Everything a command may know of the machine it runs on. `cli.ts` builds the real one; a test builds its own. */
export interface Host {
  /** What was typed after `notes`. */
  readonly argv: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly now: () => Date
  readonly out: (text: Shown) => void
  readonly err: (text: Shown) => void
  /** All of standard input. */
  readonly readInput: () => string
  /** Resolves when somebody presses Ctrl-C, or asks the process to end; until this is called, that ends it at once. */
  readonly interrupted: () => Promise<void>
  /** Is standard output a terminal, with a person in front of it? */
  readonly terminal: boolean
  /** Whether standard output shows colours: a terminal, unless NO_COLOR; FORCE_COLOR decides when set. */
  readonly color: boolean
  /** Width of the terminal, 80 where there is none. */
  readonly columns: number
}
