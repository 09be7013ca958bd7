import { Argument, InvalidArgumentError, Option, Command as Program } from 'commander'
import pkg from '../../../package.json' with { type: 'json' }
import { usage } from '../../error.ts'
import { groupBy } from '../../markdown/group-by.ts'
import {
  type ArgumentSpec,
  type Command,
  type CommandLine,
  type GlobalOptions,
  groupOf,
  type OptionSpec,
  optionName,
  wordOf,
} from './command.ts'
import { unknownCommand } from './errors.ts'
import { explain, helpAfter, helpForGroup, helpLayout, namesOf, overview } from './help.ts'

/** Runs the typed command with its arguments and options by name. */
export type RunCommand = (command: Command, input: never, options: GlobalOptions) => Promise<void>

/**
 * Builds the commander program for parsing, `--help`, completion and `protocols/commands.md`. Settings that every
 * command inherits, such as where its help is printed, must be made on `program` beforehand.
 */
export function buildProgram(
  { commands, groups, aliases = {}, names = namesOf(commands) }: CommandLine,
  run: RunCommand = async () => {},
  program = new Program('notes'),
): Program {
  program
    .description(pkg.description)
    .version(pkg.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help for the command')
    .configureHelp(helpLayout)
    .showSuggestionAfterError(false)
    // Commander's own `help` does not support groups.
    .helpCommand(false)
    // Each command parses its own options. Otherwise the program searches the whole command line for its own,
    // and `--title "--file=x is ignored"` loses its value.
    .enablePositionalOptions()
  for (const option of globalOptions()) program.addOption(option)

  for (const [word, members] of groupBy(commands, command => groupOf(command) ?? command.name)) {
    const [first] = members
    if (first?.name === word) addCommand(program, first, run)
    else addGroup(program, word, groups[word] ?? '', members, run).aliases(aliases[word] ?? [])
  }
  addHelp(program)
  // Set last: commands inherit the layout when they are added.
  program.configureHelp({
    ...helpLayout,
    formatHelp: (_, { helpWidth = 80 }) => overview(names, helpWidth),
  })
  return program
}

function addGroup(
  program: Program,
  group: string,
  summary: string,
  members: readonly Command[],
  run: RunCommand,
): Program {
  // One line per group keeps the list of commands short.
  const line = `${summary}: ${members.map(wordOf).join(', ')}`
  const sub = program.command(group).summary(line).description(summary).helpCommand(false)
  addHiddenOptions(sub)
  sub.addHelpText('after', () => `\n${helpForGroup(group)}`)
  for (const command of members) addCommand(sub, command, run)
  const first = members.find(({ alone }) => alone)
  const asOptions = members.filter(({ asOption }) => asOption)
  if (first !== undefined || asOptions.length > 0) runAlone(sub, first, asOptions, run)
  return sub
}

/**
 * Lets a group run by itself: `notes pad` is `notes pad show`, and `notes goal --export` is `notes goal export`. Any
 * word left over is an unknown command.
 */
function runAlone(
  group: Program,
  first: Command | undefined,
  asOptions: readonly Command[],
  run: RunCommand,
): void {
  for (const command of asOptions) group.option(`--${wordOf(command)}`, command.summary)
  const specs = [...(first === undefined ? [] : [first]), ...asOptions].flatMap(({ options }) =>
    Object.entries(options),
  )
  for (const [name, spec] of new Map(specs)) group.addOption(toOption(name, spec).hideHelp())
  group.allowExcessArguments().action(() => {
    const [word] = group.args
    if (word !== undefined) throw unknownCommand(group, word)
    const [typed, other] = asOptions.filter(command => group.opts()[wordOf(command)] === true)
    if (typed !== undefined && other !== undefined)
      throw usage(`--${wordOf(typed)} and --${wordOf(other)} cannot be combined`, 'Use one of them')
    const command = typed ?? first
    if (command === undefined) return group.help({ error: true })
    refuseForeign(group, command, asOptions)
    return run(command, inputOf(command, group) as never, globalsOf(group))
  })
}

/** Refuses an option of another command of the group: `--severity HIGH` without `--export`. */
function refuseForeign(group: Program, command: Command, asOptions: readonly Command[]): void {
  for (const other of asOptions)
    for (const name of Object.keys(other.options))
      if (!(name in command.options) && group.getOptionValueSource(name) === 'cli')
        throw usage(
          `${optionName(name)} needs --${wordOf(other)}`,
          `Run \`notes ${group.name()} --${wordOf(other)}\` with it`,
        )
}

function addCommand(parent: Program, command: Command, run: RunCommand): void {
  const sub = parent
    .command(wordOf(command))
    .aliases(command.aliases ?? [])
    .summary(command.summary)
    .description(describe(command))
    .addHelpText('after', () => `\n${helpAfter(command)}`)
  for (const [name, spec] of Object.entries(command.arguments)) sub.addArgument(toArgument(name, spec))
  for (const [name, spec] of Object.entries(command.options)) sub.addOption(toOption(name, spec))
  addHiddenOptions(sub)
  sub.action(() => run(command, inputOf(command, sub) as never, globalsOf(sub)))
}

/** Joins the lines of the source, since commander wraps at the width of the terminal. */
const describe = ({ summary, details }: Command): string =>
  details === undefined ? summary : `${summary}\n\n${details.replaceAll(/(?<=\S)\n(?=\S)/g, ' ')}`

function addHelp(program: Program): void {
  const help = program
    .command('help')
    .argument('[command...]', 'the command')
    .description('show help for a command')
  addHiddenOptions(help)
  help
    .option('--all', 'describe every command')
    .action((words: readonly string[], { all = false }: { all?: boolean }) => explain(program, words, all))
}

/** The global options, wherever they were typed: `notes --json decision list`, `notes decision list --json`. */
function globalsOf(program: Program): GlobalOptions {
  return { ...(program.parent === null ? {} : globalsOf(program.parent)), ...program.opts<GlobalOptions>() }
}

/** The options that every command has. */
const globalOptions = (): readonly Option[] => [
  new Option('--file <path>', 'the notes file to use instead of the default'),
  new Option('--root <folder>', 'the project root, instead of the one found from the current folder'),
  new Option('--json', 'print one JSON document and nothing else'),
  new Option('--reveal', 'show secrets unmasked; only on a terminal'),
  new Option(
    '--allow-secret <reason>',
    'write text that looks like a secret; the reason is recorded for `notes undo`',
  ),
]

/** The copies that all commands share, hidden since help lists those of the program. */
const hiddenOptions = globalOptions().map(option => option.hideHelp())

function addHiddenOptions(sub: Program): void {
  for (const option of hiddenOptions) sub.addOption(option)
}

function toArgument(name: string, spec: ArgumentSpec): Argument {
  const term = spec.variadic === true ? `${name}...` : name
  const argument = new Argument(spec.required === true ? `<${term}>` : `[${term}]`, spec.does)
  if (spec.choices !== undefined) argument.choices(spec.choices)
  // When set directly, the values are listed and completed, but not enforced.
  else if (spec.known !== undefined) argument.argChoices = [...spec.known]
  return argument
}

function toOption(name: string, spec: OptionSpec): Option {
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

function inputOf(command: Command, sub: Program): object {
  // An option given to a group (`notes pad --session x write y`) applies to the command that follows.
  const options: Record<string, unknown> = { ...sub.parent?.opts(), ...sub.opts() }
  const input: Record<string, unknown> = {}
  Object.keys(command.arguments).forEach((name, index) => {
    input[name] = unescaped(sub.processedArgs[index])
  })
  for (const [name, { kind }] of Object.entries(command.options))
    input[name] =
      kind === 'flag' ? isOn(name, options) : (unescaped(options[name]) ?? (kind === 'list' ? [] : undefined))
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
