import { Argument, InvalidArgumentError, Option, type Command as Program } from 'commander'
import type { ArgumentSpec, Command, OptionSpec } from './command.ts'

/** The options that every command has. Its help has them from the program, so its own are hidden. */
export const globalOptions = (visible: boolean): readonly Option[] =>
  [
    new Option('--file <path>', 'the notes file, when it is not the one of the project'),
    new Option('--root <folder>', 'the project root, when it is not found from the current folder'),
    new Option('--json', 'print one JSON document and nothing else'),
    new Option('--reveal', 'show secrets unmasked; only on a terminal'),
    new Option(
      '--allow-secret <reason>',
      'write a text that looks like a secret; the reason goes to `notes undo`',
    ),
  ].map(option => option.hideHelp(!visible))

export function toArgument(name: string, spec: ArgumentSpec): Argument {
  const term = spec.variadic === true ? `${name}...` : name
  const argument = new Argument(spec.required === true ? `<${term}>` : `[${term}]`, spec.does)
  if (spec.choices !== undefined) argument.choices(spec.choices)
  // Set directly, these are shown and completed, but another value is not refused.
  else if (spec.known !== undefined) argument.argChoices = [...spec.known]
  return argument
}

export function toOption(name: string, spec: OptionSpec): Option {
  const long = `--${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`
  if (spec.kind === 'flag') return new Option(long, spec.does)
  const notes = [
    ...(spec.required === true ? ['required'] : []),
    ...(spec.kind === 'list' ? ['repeatable'] : []),
  ]
  const does = notes.length === 0 ? spec.does : `${spec.does} (${notes.join(', ')})`
  if (spec.kind === 'choice') return new Option(`${long} <${name}>`, does).choices(spec.choices)
  const option = new Option(`${long} <${spec.value}>`, does)
  if (spec.kind === 'list') return option.argParser(collect)
  return spec.kind === 'number' ? option.argParser(wholeNumber(spec.least)) : option
}

/** Whether an option adds to what was given before, instead of replacing it. */
export const isRepeatable = ({ parseArg }: Option): boolean => parseArg === collect

const collect = (value: string, before: readonly string[] = []) => [...before, value]

const wholeNumber =
  (least = 0) =>
  (text: string): number => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
    if (!Number.isSafeInteger(number))
      throw new InvalidArgumentError(`Write a whole number, ${least} or more.`)
    return number
  }

export function inputOf(command: Command, sub: Program): object {
  // An option of a group, `notes pad --session x write y`, is for the command that follows.
  const options: Record<string, unknown> = { ...sub.parent?.opts(), ...sub.opts() }
  const input: Record<string, unknown> = {}
  Object.keys(command.arguments).forEach((name, index) => {
    input[name] = readable(sub.processedArgs[index])
  })
  for (const [name, { kind }] of Object.entries(command.options))
    input[name] = readable(options[name]) ?? absent(kind)
  return input
}

/** No argument of a process holds this character. */
const MARK = '\0'

/** A text such as `- a finding` begins like an option and is none: no option has a space after the dash. */
export const markTexts = (argv: readonly string[]): string[] =>
  argv.map(word => (/^-+\s/.test(word) ? MARK + word : word))

function readable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(readable)
  return typeof value === 'string' && value.startsWith(MARK) ? value.slice(1) : value
}

function absent(kind: OptionSpec['kind']): unknown {
  if (kind === 'flag') return false
  return kind === 'list' ? [] : undefined
}

const unfinished = new WeakMap<Program, () => void>()

/**
 * Puts off what only the typed command needs: with 32 commands of 10 options each, all of them built at once,
 * `notes --help` ran 13 ms from its first line on, and 6 ms like this (Node 20, nothing compiled yet).
 */
export function completeLater(program: Program, finish: () => void): void {
  unfinished.set(program, finish)
}

/** The same program with its options and, for a group, its commands. */
export function complete(program: Program): Program {
  const finish = unfinished.get(program)
  unfinished.delete(program)
  finish?.()
  return program
}
