import { Argument, Option, Command as Program } from 'commander'
import pkg from '../../package.json' with { type: 'json' }
import type { ArgumentSpec, Command, OptionSpec } from './command.ts'
import type { GlobalOptions } from './context.ts'
import { helpAfter, helpForAll } from './help.ts'

/** Called for the command that was typed, with its arguments and options by name. */
export type RunCommand = (command: Command, input: never, options: GlobalOptions) => Promise<void>

/** The command line as commander sees it: parsing, `--help`, completion and `protocols/commands.md` read it. */
export function buildProgram(commands: readonly Command[], run: RunCommand = async () => {}): Program {
  const program = new Program('notes')
    .description(pkg.description)
    .version(pkg.version, '-V, --version', 'print the version')
    .option('--file <path>', 'the notes file, when it is not the one of the project')
    .option('--root <folder>', 'the project root, when it is not found from the current folder')
    .option('--json', 'print one JSON document and nothing else')
    .helpOption('-h, --help', 'explain the command')
    .helpCommand('help [command]', 'explain a command')
    .configureHelp({ showGlobalOptions: true, subcommandTerm: termOf })
    .addHelpText('after', () => `\n${helpForAll}`)

  for (const command of commands) {
    const sub = program.command(command.name).summary(command.summary)
    sub.description([command.summary, command.details].filter(part => part !== undefined).join('\n\n'))
    for (const [name, spec] of Object.entries(command.arguments)) sub.addArgument(toArgument(name, spec))
    for (const [name, spec] of Object.entries(command.options)) sub.addOption(toOption(name, spec))
    sub.addHelpText('after', () => `\n${helpAfter(command)}`)
    sub.action(() => run(command, inputOf(command, sub) as never, program.opts<GlobalOptions>()))
  }
  return program
}

/** The list of commands says what they take, not that they have options: all have. */
const termOf = (command: Program) => [command.name(), ...command.registeredArguments.map(toTerm)].join(' ')

const toTerm = (argument: Argument) => (argument.required ? `<${argument.name()}>` : `[${argument.name()}]`)

function toArgument(name: string, spec: ArgumentSpec): Argument {
  const argument = new Argument(spec.required === true ? `<${name}>` : `[${name}]`, spec.does)
  if (spec.choices !== undefined) argument.choices(spec.choices)
  // Set directly, these are shown and completed, but another value is not refused.
  else if (spec.known !== undefined) argument.argChoices = [...spec.known]
  return argument
}

function toOption(name: string, spec: OptionSpec): Option {
  const long = `--${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`
  if (spec.kind === 'flag') return new Option(long, spec.does)
  if (spec.kind === 'text') return new Option(`${long} <${spec.value}>`, spec.does)
  return new Option(`${long} <${name}>`, spec.does).choices(spec.choices)
}

function inputOf(command: Command, sub: Program): object {
  const options = sub.opts<Record<string, unknown>>()
  const input: Record<string, unknown> = {}
  Object.keys(command.arguments).forEach((name, index) => {
    input[name] = sub.processedArgs[index]
  })
  for (const [name, { kind }] of Object.entries(command.options))
    input[name] = kind === 'flag' ? options[name] === true : options[name]
  return input
}
