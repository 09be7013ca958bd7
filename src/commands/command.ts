import type { Context } from './context.ts'

/** An option of a command; its key in camelCase is its name on the command line in kebab-case. */
export type OptionSpec =
  | { readonly kind: 'flag'; readonly does: string }
  | { readonly kind: 'text'; readonly does: string; readonly value: string }
  | { readonly kind: 'choice'; readonly does: string; readonly choices: readonly string[] }

/** A positional argument. `known` are values that are offered but not insisted on; `choices` are insisted on. */
export interface ArgumentSpec {
  readonly does: string
  readonly required?: boolean
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

/** What `run` receives: every argument and option under its name, absent ones as `undefined` or `false`. */
export type InputOf<Arguments, Options> = {
  readonly [Name in keyof Arguments]: Arguments[Name] extends { readonly choices: readonly (infer Choice)[] }
    ? Present<Arguments[Name], Choice>
    : Present<Arguments[Name], string>
} & {
  readonly [Name in keyof Options]: Options[Name] extends { readonly kind: 'flag' }
    ? boolean
    : Options[Name] extends { readonly choices: readonly (infer Choice)[] }
      ? Choice | undefined
      : string | undefined
}

type Present<Spec, Value> = Spec extends { readonly required: true } ? Value : Value | undefined

/** 0 fine, 1 found something or not found; 2, cannot run, is what a `NotesError` becomes. */
export type ExitCode = 0 | 1

/** One subcommand: what it is called, what it says of itself, and what it does. */
export interface Command<Input = never> {
  readonly name: string
  /** One line, without a full stop: the list of commands and the head of `--help`. */
  readonly summary: string
  /** What more there is to know, for `--help`. */
  readonly details?: string
  readonly arguments: ArgumentTable
  readonly options: OptionTable
  readonly examples: readonly [Example, Example, ...Example[]]
  /** When it answers 0 and, if it ever does, 1. */
  readonly exits: { readonly 0: string; readonly 1?: string }
  run(context: Context, input: Input): ExitCode | Promise<ExitCode>
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
