import type { Argument, HelpConfiguration, Option, Command as Program } from 'commander'
import type { Command } from './command.ts'
import { complete } from './program-options.ts'
import { unknownCommand } from './usage-error.ts'

/** What `notes --help` says after the list of commands. */
export const helpForAll = `Start with \`notes init\`. \`notes COMMAND --help\` has examples.

Exit codes:
  0  fine
  1  found something, or not found what was asked for
  2  cannot run`

/** What `notes GROUP --help` says after the list of its commands. */
export const helpForGroup = (group: string): string => `\`notes ${group} COMMAND --help\` has examples.`

/** An example that takes more says what it does below itself. */
const WIDE = 72

/** What `notes COMMAND --help` says after the options. */
export function helpAfter({ examples, exits }: Command): string {
  const short = examples.filter(({ line }) => line.length <= WIDE)
  const width = Math.max(0, ...short.map(({ line }) => line.length))
  return [
    'Examples:',
    ...examples.map(({ line, does }) =>
      line.length > WIDE ? `  ${line}\n      ${does}` : `  ${line.padEnd(width)}  ${does}`,
    ),
    '',
    'Exit codes:',
    ...exitLines(exits).map(([code, meaning]) => `  ${code}  ${meaning}`),
  ].join('\n')
}

/** The exit codes of a command with their meaning; 2 is the same everywhere. */
export function exitLines(exits: Command['exits']): readonly (readonly [code: string, meaning: string])[] {
  return [
    ['0', exits[0]],
    ...(exits[1] === undefined ? [] : ([['1', exits[1]]] as const)),
    ['2', 'cannot run'],
  ]
}

/** How commander lays out `--help`. */
export const helpLayout: HelpConfiguration = {
  showGlobalOptions: true,
  // `-V` is for `notes` alone; a command would take it for a mistyped option, not for a question.
  visibleGlobalOptions: command => (command.parent === null ? [] : optionsOfAll(rootOf(command))),
  // The list of commands says what they take, not that they have options: all have.
  subcommandTerm: command => [command.name(), ...command.registeredArguments.map(toTerm)].join(' '),
}

const toTerm = (argument: Argument) => {
  const term = `${argument.name()}${argument.variadic ? '...' : ''}`
  return argument.required ? `<${term}>` : `[${term}]`
}

/** The options that every command has; commander keeps `--help` apart from the others. */
export const optionsOfAll = (root: Program): Option[] =>
  root.options.filter(({ long }) => long !== '--version')

const rootOf = (command: Program): Program => (command.parent === null ? command : rootOf(command.parent))

/** `notes help decision add`: the same as `notes decision add --help`. */
export function explain(program: Program, words: readonly string[]): never {
  let explained = program
  for (const word of words) {
    const named = explained.commands.find(command => command.name() === word)
    if (named === undefined) throw unknownCommand(explained, word)
    explained = complete(named)
  }
  return explained.help()
}
