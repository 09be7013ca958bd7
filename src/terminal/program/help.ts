import type { Argument, HelpConfiguration, Option, Command as Program } from 'commander'
import pkg from '../../../package.json' with { type: 'json' }
import { groupBy } from '../../markdown/group-by.ts'
import { type Command, type CommandNames, groupOf, wordOf } from './command.ts'
import { unknownCommand } from './errors.ts'

/** The single-word commands, by topic. A command that is missing here is listed under the last topic. */
const TOPICS = [
  ['Work', ['init', 'show', 'status', 'search', 'why', 'recover', 'checkpoint', 'history', 'at']],
  ['Check', ['lint', 'verify', 'rules', 'explain', 'doctor', 'stats', 'blame', 'diff']],
  ['Upkeep', ['edit', 'reopen', 'remove', 'undo', 'heal', 'merge', 'archive', 'migrate', 'gc']],
] as const

const LAST_TOPIC = 'Setup'

/** `notes --help`: every command on one screen, a line for each topic and group. */
export function overview({ '': words = '', ...groups }: CommandNames, width: number): string {
  const alone = words.split(', ')
  const sorted: ReadonlySet<string> = new Set(TOPICS.flatMap(([, names]) => names))
  const topics: readonly Line[] = [
    ...TOPICS.map(
      ([topic, names]) =>
        [`${topic}:`, alone.filter(name => names.some(known => known === name)).join(', ')] as const,
    ),
    [`${LAST_TOPIC}:`, [...alone.filter(name => !sorted.has(name)), 'help'].join(', ')],
  ]
  const line = ([lead, names]: Line): string => clipWords(`  ${lead.padEnd(LEAD)}  ${names}`, width)
  return [
    'Usage: notes COMMAND [options]',
    '',
    pkg.description,
    '',
    ...topics.filter(([, names]) => names !== '').map(line),
    '',
    ...Object.entries(groups).map(line),
    '',
    '`notes COMMAND --help` has examples, `notes help --all` describes every command.',
    '',
  ].join('\n')
}

type Line = readonly [lead: string, names: string]

const LEAD = 8

/** Shortens a line by leaving out whole words at its end. */
const clipWords = (text: string, width: number): string =>
  text.length <= width ? text : `${text.slice(0, text.lastIndexOf(', ', width - 3))}, …`

/** Collects the names of commands by group. `npm run generate` writes those of all commands to `names.json`. */
export function namesOf(commands: readonly Command[]): CommandNames {
  const groups = groupBy(commands, command => groupOf(command) ?? '')
  return Object.fromEntries([...groups].map(([group, members]) => [group, members.map(wordOf).join(', ')]))
}

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
    explained = named
  }
  return explained.help()
}
