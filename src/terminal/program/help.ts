import type { Argument, HelpConfiguration, Option, Command as Program } from 'commander'
import type { Command } from './command.ts'
import { complete } from './program-options.ts'
import { unknownCommand } from './usage-error.ts'

/** The text of `notes help --all` after the list of commands. */
const helpForAll = `Start with \`notes init\`. \`notes COMMAND --help\` has examples.

Exit codes:
  0  fine
  1  found something, or did not find what was asked for
  2  cannot run: wrong usage, no notes file, a file that cannot be read or written`

/** The text of `notes GROUP --help` after the list of its commands. */
export const helpForGroup = (group: string): string => `\`notes ${group} COMMAND --help\` has examples.`

/** A longer example has its explanation on the next line. */
const MAX_EXAMPLE = 72

/** The text of `notes COMMAND --help` after the options. */
export function helpAfter({ examples, exits }: Command): string {
  const short = examples.filter(({ line }) => line.length <= MAX_EXAMPLE)
  const width = Math.max(0, ...short.map(({ line }) => line.length))
  return [
    'Examples:',
    ...examples.map(({ line, does }) =>
      line.length > MAX_EXAMPLE ? `  ${line}\n      ${does}` : `  ${line.padEnd(width)}  ${does}`,
    ),
    '',
    'Exit codes:',
    ...exitLines(exits).map(([code, meaning]) => `  ${code}  ${meaning}`),
  ].join('\n')
}

/** The exit codes of a command with their meaning. */
export const exitLines = (exits: Command['exits']): readonly [code: string, meaning: string][] =>
  Object.entries({ 2: 'cannot run', ...exits })

/** The layout of `--help` in commander. */
export const helpLayout: HelpConfiguration = {
  showGlobalOptions: true,
  // `-V` works for `notes` alone; a command rejects it as an unknown option.
  visibleGlobalOptions: command => (command.parent === null ? [] : optionsOfAll(rootOf(command))),
  // The list of commands shows arguments, but not `[options]`: every command has options.
  subcommandTerm: command => [command.name(), ...command.registeredArguments.map(toTerm)].join(' '),
}

const toTerm = (argument: Argument) => {
  const term = `${argument.name()}${argument.variadic ? '...' : ''}`
  return argument.required ? `<${term}>` : `[${term}]`
}

/** The options that every command has, except `--help`, which commander keeps separately. */
export const optionsOfAll = (root: Program): Option[] =>
  root.options.filter(({ long }) => long !== '--version')

const rootOf = (command: Program): Program => (command.parent === null ? command : rootOf(command.parent))

/**
 * Prints the help of `notes help decision add`, the same as `notes decision add --help`. With `--all` and no words,
 * prints the whole list of commands instead of the overview.
 */
export function explain(program: Program, words: readonly string[], all: boolean): never {
  if (all && words.length === 0)
    program.configureHelp(helpLayout).addHelpText('after', () => `\n${helpForAll}`)
  let explained = program
  for (const word of words) {
    const named = explained.commands.find(command => command.name() === word)
    if (named === undefined) throw unknownCommand(explained, word)
    explained = complete(named)
  }
  return explained.help()
}
