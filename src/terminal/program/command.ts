import type { Command as Program } from 'commander'
import type { OpenProject, SetupOptions } from '../../project/open.ts'
import type { Shown } from '../../safety/door.ts'

/**
 * An option of a command. Its key is in camelCase, and its name on the command line is the same in kebab-case;
 * `noColor` is the opposite of the flag `color`. `short` is one letter: `-v` for `--verbose`. `value` names the value that
 * follows the option; a name that contains `path` is completed with files. `required` is only shown in `--help`: the
 * command itself checks for missing fields, since they can come from standard input.
 */
export type OptionSpec = { readonly does: string; readonly required?: boolean } & (
  | { readonly kind: 'flag'; readonly short?: string }
  | { readonly kind: 'text'; readonly value: string }
  /** A text option that becomes a flag when it is typed without a value. */
  | { readonly kind: 'flagged'; readonly value: string }
  /** Can be repeated. */
  | { readonly kind: 'list'; readonly value: string }
  /** A whole number, 0 or more. The command itself refuses a number below `min`, and says why. */
  | { readonly kind: 'number'; readonly value: string; readonly min?: number }
  | { readonly kind: 'choice'; readonly choices: readonly string[]; readonly short?: string }
)

/** A positional argument. Values in `known` are only suggested; `choices` are enforced. */
export interface ArgumentSpec {
  readonly does: string
  readonly required?: boolean
  /** Takes all remaining words. Only the last argument can. */
  readonly variadic?: boolean
  readonly choices?: readonly string[]
  readonly known?: readonly string[]
}

/** A command line that works as written in a project with a notes file. A test runs every one. */
export interface Example {
  readonly line: string
  readonly does: string
}

type OptionTable = { readonly [name: string]: OptionSpec }
type ArgumentTable = { readonly [name: string]: ArgumentSpec }

/**
 * The input of `run`: every argument and option by name. Absent ones are `undefined` or `false`, absent lists are
 * `[]`.
 */
export type InputOf<Arguments, Options> = {
  readonly [Name in keyof Arguments]: ArgumentValue<Arguments[Name]>
} & {
  readonly [Name in keyof Options]: OptionValue<Options[Name]>
}

type Word<Spec> = Spec extends { readonly choices: readonly (infer Choice)[] } ? Choice : string

type ArgumentValue<Spec> = Spec extends { readonly variadic: true }
  ? Spec extends { readonly required: true }
    ? readonly [Word<Spec>, ...Word<Spec>[]]
    : readonly Word<Spec>[]
  : Spec extends { readonly required: true }
    ? Word<Spec>
    : Word<Spec> | undefined

type OptionValue<Spec> = Spec extends { readonly kind: 'flag' }
  ? boolean
  : Spec extends { readonly kind: 'list' }
    ? readonly string[]
    : Spec extends { readonly kind: 'number' }
      ? number | undefined
      : Spec extends { readonly kind: 'flagged' }
        ? string | true | undefined
        : Word<Spec> | undefined

/**
 * 0: fine. 1: found something, or did not find what was asked for. 2: cannot run, for example without a notes file;
 * commands usually throw a `NotesError` instead.
 */
export type ExitCode = 0 | 1 | 2

/** One subcommand: its name, its help, and what it does. */
export interface Command<Input = never> {
  /** One word, or a group and a word: `status`, `decision add`. */
  readonly name: string
  /** Also runs when only the name of its group is typed. */
  readonly alone?: true
  /** Other words for the last word of its name: `done` for `resolve`. */
  readonly aliases?: readonly string[]
  /** Can also be typed as an option of its group: `notes goal --export` is `notes goal export`. */
  readonly asOption?: true
  /** One line without a final period, for the list of commands and the top of `--help`. */
  readonly summary: string
  /** More text for `--help`. */
  readonly details?: string
  readonly arguments: ArgumentTable
  readonly options: OptionTable
  readonly examples: readonly [Example, Example, ...Example[]]
  /** Command lines that a test runs before each example. Not shown in help. */
  readonly setup?: readonly string[]
  /** The meaning of exit code 0 and, if used, 1. 2 means the same everywhere, unless a command is more specific. */
  readonly exits: { readonly 0: string; readonly 1?: string; readonly 2?: string }
  run(context: Context, input: Input): ExitCode | Promise<ExitCode>
}

/** Everything that can be typed after `notes`. */
export interface CommandLine {
  readonly commands: readonly Command[]
  /** The summary of each group, by name: a few words, without a final period. */
  readonly groups: { readonly [name: string]: string }
  /** Other words for a group: `goals` for `goal`. */
  readonly aliases?: { readonly [name: string]: readonly string[] }
  /** The names of all commands, if `commands` does not hold them all. */
  readonly names?: CommandNames
}

/** The names of the commands of each group, without the group, separated by commas; those without a group under ''. */
export type CommandNames = { readonly [group: string]: string }

export const groupOf = ({ name }: Command): string | undefined =>
  name.includes(' ') ? name.split(' ')[0] : undefined

/** The last word of a command's name. */
export const wordOf = ({ name }: Command): string => name.slice(name.indexOf(' ') + 1)

/** Infers the input type of `run` from the tables of arguments and options. */
export function defineCommand<
  const Arguments extends ArgumentTable = Record<never, never>,
  const Options extends OptionTable = Record<never, never>,
>(
  command: Omit<Command<InputOf<Arguments, Options>>, 'arguments' | 'options'> & {
    readonly arguments?: Arguments
    readonly options?: Options
  },
): Command {
  return { arguments: {}, options: {}, ...command } as Command
}

/** An option as it is typed: `--max-warnings` for `maxWarnings`. */
export const optionName = (key: string): string =>
  `--${key.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`

/** The option of every command that writes. */
export const dryRun = { kind: 'flag', does: 'show the diff, and write nothing' } as const

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
  /** Resolves on Ctrl-C or a termination signal. Until this is called, either of them ends the process at once. */
  readonly interrupted: () => Promise<void>
  /** Standard input and output, for a command that holds a conversation. Nothing else may use them meanwhile. */
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

/** The options that every command has. */
export interface GlobalOptions extends SetupOptions {
  readonly json?: boolean
  readonly reveal?: boolean
  readonly allowSecret?: string
}

/** The input of a command: the project, the host and the global options. */
export interface Context extends OpenProject {
  readonly host: Host
  /** The name of the command, by which `notes undo` refers to its change. */
  readonly command: string
  /** The project as the command line names it. */
  readonly named: SetupOptions
  readonly json: boolean
  /** Show secrets unmasked? Only with --reveal, and only on a terminal. */
  readonly reveal: boolean
  /** The reason given with --allow-secret. Undefined: secrets are refused. */
  readonly allowSecret: string | undefined
  /** The commander program; `completion` describes it. */
  readonly program: Program
  /** Has the command accessed the project? */
  readonly knowsProject: boolean
}
