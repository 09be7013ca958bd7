import type { Context } from './context.ts'

/**
 * An option of a command; its key in camelCase is its name on the command line in kebab-case. `value` names what
 * follows it; a name with `path` in it is completed with files. `required` is for the reader of `--help`: whether
 * a field is missing is judged by the command, since it can come from standard input.
 */
export type OptionSpec =
  | { readonly kind: 'flag'; readonly does: string }
  | { readonly kind: 'text'; readonly does: string; readonly value: string; readonly required?: boolean }
  /** Can be given several times. */
  | { readonly kind: 'list'; readonly does: string; readonly value: string; readonly required?: boolean }
  /** A whole number, 0 or more. The command itself refuses what is below `least`, and says why. */
  | {
      readonly kind: 'number'
      readonly does: string
      readonly value: string
      readonly required?: boolean
      readonly least?: number
    }
  | {
      readonly kind: 'choice'
      readonly does: string
      readonly choices: readonly string[]
      readonly required?: boolean
    }

/** A positional argument. `known` are values that are offered but not insisted on; `choices` are insisted on. */
export interface ArgumentSpec {
  readonly does: string
  readonly required?: boolean
  /** Takes all that is left; only the last argument can. */
  readonly variadic?: boolean
  readonly choices?: readonly string[]
  readonly known?: readonly string[]
}

/** A command line that works as it stands in a project with a notes file; a test runs every one. */
export interface Example {
  readonly line: string
  readonly does: string
}

type OptionTable = { readonly [name: string]: OptionSpec }
type ArgumentTable = { readonly [name: string]: ArgumentSpec }

/**
 * What `run` receives: every argument and option under its name, absent ones as `undefined` or `false`, absent
 * lists as `[]`.
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
      : Word<Spec> | undefined

/** 0 fine, 1 found something or not found; 2, cannot run, is what a `NotesError` becomes. */
export type ExitCode = 0 | 1 | 2

/** One subcommand: what it is called, what it says of itself, and what it does. */
export interface Command<Input = never> {
  /** One word, or a group and a word: `status`, `decision add`. */
  readonly name: string
  /** Runs, too, when nothing is typed but the name of its group. */
  readonly alone?: true
  /** Can be typed as an option of its group as well: `notes debt --export` is `notes debt export`. */
  readonly asOption?: true
  /** One line, without a full stop: the list of commands and the head of `--help`. */
  readonly summary: string
  /** What more there is to know, for `--help`. */
  readonly details?: string
  readonly arguments: ArgumentTable
  readonly options: OptionTable
  readonly examples: readonly [Example, Example, ...Example[]]
  /** Command lines that the test of the examples runs before each; no reader sees them. */
  readonly setup?: readonly string[]
  /** When it answers 0 and, if it ever does, 1. */
  readonly exits: { readonly 0: string; readonly 1?: string }
  run(context: Context, input: Input): ExitCode | Promise<ExitCode>
}

/** All that can be typed after `notes`. */
export interface CommandLine {
  readonly commands: readonly Command[]
  /** What the commands of a group have in common, by its name: a few words, without a full stop. */
  readonly groups: { readonly [name: string]: string }
}

/** Types `input` of `run` after the tables of arguments and options. */
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

/** The option of every command that writes. */
export const dryRun = { kind: 'flag', does: 'show the difference, and write nothing' } as const
