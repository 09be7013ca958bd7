import { Command as Program } from 'commander'
import pkg from '../../../package.json' with { type: 'json' }
import { usage } from '../../error.ts'
import { type Command, type CommandLine, optionName } from './command.ts'
import type { GlobalOptions } from './context.ts'
import { explain, helpAfter, helpForGroup, helpLayout } from './help.ts'
import { overview } from './overview.ts'
import { complete, completeLater, globalOptions, inputOf, toArgument, toOption } from './program-options.ts'
import { unknownCommand } from './usage-error.ts'

/** Runs the typed command with its arguments and options by name. */
export type RunCommand = (command: Command, input: never, options: GlobalOptions) => Promise<void>

/**
 * Builds the commander program for parsing, `--help`, completion and `protocols/commands.md`. Settings that every
 * command inherits, such as where its help is printed, must be made on `program` beforehand.
 */
export function buildProgram(
  { commands, groups, aliases = {} }: CommandLine,
  run: RunCommand = async () => {},
  program = new Program('notes'),
): Program {
  program
    .description(pkg.description)
    .version(pkg.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help for the command')
    .configureHelp(helpLayout)
    .showSuggestionAfterError(false)
    // Each command parses its own options. Otherwise the program searches the whole command line for its own,
    // and `--title "--file=x is ignored"` loses its value.
    .enablePositionalOptions()
  for (const option of globalOptions(true)) program.addOption(option)
  prepareParent(program)

  for (const { group, members } of byGroup(commands)) {
    if (group === undefined) for (const command of members) addCommand(program, command, run)
    else addGroup(program, group, groups[group] ?? '', members, run).aliases(aliases[group] ?? [])
  }
  addHelp(program)
  // Set last: commands inherit the layout when they are added.
  program.configureHelp({
    ...helpLayout,
    formatHelp: (_, { helpWidth = 80 }) => overview({ commands, groups }, helpWidth),
  })
  return program
}

/** Collects the commands of each group at the position of the first one. Single-word commands stay on their own. */
function byGroup(commands: readonly Command[]) {
  const found: { readonly group: string | undefined; readonly members: Command[] }[] = []
  for (const command of commands) {
    const group = groupOf(command)
    const known = group === undefined ? undefined : found.find(entry => entry.group === group)
    if (known === undefined) found.push({ group, members: [command] })
    else known.members.push(command)
  }
  return found
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
  const sub = program.command(group).summary(line).description(summary)
  completeLater(sub, () => {
    addHiddenOptions(sub)
    sub.addHelpText('after', () => `\n${helpForGroup(group)}`)
    prepareParent(sub)
    for (const command of members) addCommand(sub, command, run)
    const first = members.find(({ alone }) => alone)
    const asOptions = members.filter(({ asOption }) => asOption)
    if (first !== undefined || asOptions.length > 0) runAlone(sub, first, asOptions, run)
  })
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
  for (const [name, spec] of Object.entries(command.arguments)) sub.addArgument(toArgument(name, spec))
  completeLater(sub, () => {
    sub.description(describe(command))
    for (const [name, spec] of Object.entries(command.options)) sub.addOption(toOption(name, spec))
    addHiddenOptions(sub)
    sub.addHelpText('after', () => `\n${helpAfter(command)}`)
    sub.action(() => run(command, inputOf(command, sub) as never, globalsOf(sub)))
  })
}

/** Joins the lines of the source, since commander wraps at the width of the terminal. */
const describe = ({ summary, details }: Command): string =>
  details === undefined ? summary : `${summary}\n\n${details.replaceAll(/(?<=\S)\n(?=\S)/g, ' ')}`

function addHelp(program: Program): void {
  const help = program
    .command('help')
    .argument('[command...]', 'the command')
    .summary('show help for a command')
  completeLater(help, () => {
    addHiddenOptions(help.description(help.summary()))
    help.option('--all', 'describe every command')
    help.action((words: readonly string[], { all = false }: { all?: boolean }) =>
      explain(program, words, all),
    )
  })
}

/** Turns off commander's own `help`, which does not support groups, and completes each command before it runs. */
const prepareParent = (program: Program) =>
  program.helpCommand(false).hook('preSubcommand', (_, sub) => {
    complete(sub)
  })

function addHiddenOptions(sub: Program): void {
  for (const option of globalOptions(false)) sub.addOption(option)
}

const wordOf = ({ name }: Command): string => name.slice(name.indexOf(' ') + 1)

const groupOf = ({ name }: Command): string | undefined =>
  name.includes(' ') ? name.split(' ')[0] : undefined

/** The global options, wherever they were typed: `notes --json decision list`, `notes decision list --json`. */
function globalsOf(program: Program): GlobalOptions {
  return { ...(program.parent === null ? {} : globalsOf(program.parent)), ...program.opts<GlobalOptions>() }
}
