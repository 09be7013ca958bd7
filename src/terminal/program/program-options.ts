import { Argument, InvalidArgumentError, Option, type Command as Program } from 'commander'
import { type ArgumentSpec, type Command, type OptionSpec, optionName } from './command.ts'

/** The options that every command has. Help lists those of the program, so each command hides its own copies. */
export const globalOptions = (visible: boolean): readonly Option[] =>
  [
    new Option('--file <path>', 'the notes file to use instead of the default'),
    new Option('--root <folder>', 'the project root, instead of the one found from the current folder'),
    new Option('--json', 'print one JSON document and nothing else'),
    new Option('--reveal', 'show secrets unmasked; only on a terminal'),
    new Option(
      '--allow-secret <reason>',
      'write text that looks like a secret; the reason is recorded for `notes undo`',
    ),
  ].map(option => option.hideHelp(!visible))

export function toArgument(name: string, spec: ArgumentSpec): Argument {
  const term = spec.variadic === true ? `${name}...` : name
  const argument = new Argument(spec.required === true ? `<${term}>` : `[${term}]`, spec.does)
  if (spec.choices !== undefined) argument.choices(spec.choices)
  // When set directly, the values are listed and completed, but not enforced.
  else if (spec.known !== undefined) argument.argChoices = [...spec.known]
  return argument
}

export function toOption(name: string, spec: OptionSpec): Option {
  const long = optionName(name)
  if (spec.kind === 'flag')
    return new Option(spec.short === undefined ? long : `-${spec.short}, ${long}`, spec.does)
  const notes = [
    ...(spec.required === true ? ['required'] : []),
    ...(spec.kind === 'list' ? ['repeatable'] : []),
  ]
  const does = notes.length === 0 ? spec.does : `${spec.does} (${notes.join(', ')})`
  if (spec.kind === 'choice') {
    const short = spec.short === undefined ? '' : `-${spec.short}, `
    return new Option(`${short}${long} <${name}>`, does)
      .choices(spec.choices)
      .argParser(anyCase(spec.choices))
  }
  const option = new Option(
    `${long} ${spec.kind === 'flagged' ? `[${spec.value}]` : `<${spec.value}>`}`,
    does,
  )
  if (spec.kind === 'list') return option.argParser(collect)
  return spec.kind === 'number' ? option.argParser(wholeNumber(spec.min)) : option
}

/** Does the option collect values, instead of keeping only the last one? */
export const isRepeatable = ({ parseArg }: Option): boolean => parseArg === collect

const collect = (value: string, before: readonly string[] = []) => [...before, value]

/** Accepts a choice, ignoring case: lists print `high`, the file says `HIGH`. */
const anyCase =
  (choices: readonly string[]) =>
  (text: string): string => {
    const found = choices.find(choice => choice.toLowerCase() === text.toLowerCase())
    if (found !== undefined) return found
    throw new InvalidArgumentError(`Allowed choices are ${choices.join(', ')}.`)
  }

const wholeNumber =
  (min = 0) =>
  (text: string): number => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
    if (!Number.isSafeInteger(number)) throw new InvalidArgumentError(`Write a whole number, ${min} or more.`)
    return number
  }

export function inputOf(command: Command, sub: Program): object {
  // An option given to a group (`notes pad --session x write y`) applies to the command that follows.
  const options: Record<string, unknown> = { ...sub.parent?.opts(), ...sub.opts() }
  const input: Record<string, unknown> = {}
  Object.keys(command.arguments).forEach((name, index) => {
    input[name] = unescaped(sub.processedArgs[index])
  })
  for (const [name, { kind }] of Object.entries(command.options))
    input[name] = kind === 'flag' ? isOn(name, options) : (unescaped(options[name]) ?? absent(kind))
  return input
}

/** Commander keeps `--no-color` as a `color` that is false. */
function isOn(name: string, options: Readonly<Record<string, unknown>>): boolean {
  const [, opposite] = /^no([A-Z].*)$/.exec(name) ?? []
  return opposite === undefined
    ? options[name] === true
    : options[`${opposite.charAt(0).toLowerCase()}${opposite.slice(1)}`] === false
}

/** Prefix of an escaped text. No process argument can contain NUL. */
const ESCAPE = '\0'

/** Escapes texts such as `- a finding`, which look like options. No option has a space after the dash. */
export const escapeTexts = (argv: readonly string[]): string[] =>
  argv.map(word => (/^-+\s/.test(word) ? ESCAPE + word : word))

function unescaped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unescaped)
  return typeof value === 'string' && value.startsWith(ESCAPE) ? value.slice(1) : value
}

function absent(kind: OptionSpec['kind']): unknown {
  return kind === 'list' ? [] : undefined
}

const unfinished = new WeakMap<Program, () => void>()

/**
 * Defers setup that only the typed command needs. When it built all 32 commands of 10 options each, `notes --help` took
 * 13 ms, measured from its first line of code; deferred, it takes 6 ms (Node 20, without a compile cache).
 */
export function completeLater(program: Program, finish: () => void): void {
  unfinished.set(program, finish)
}

/** Runs the deferred setup, which adds options and, for a group, its commands. Returns the same program. */
export function complete(program: Program): Program {
  const finish = unfinished.get(program)
  unfinished.delete(program)
  finish?.()
  return program
}
