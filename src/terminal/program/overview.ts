import pkg from '../../../package.json' with { type: 'json' }
import { type Command, type CommandLine, defineCommand } from './command.ts'
import outline from './outline.json' with { type: 'json' }

/** The single-word commands, by topic. A command that is missing here is listed under the last topic. */
const TOPICS = [
  ['Work', ['init', 'show', 'status', 'search', 'why', 'recover', 'checkpoint', 'history', 'at']],
  ['Check', ['lint', 'verify', 'rules', 'explain', 'doctor', 'stats', 'blame', 'diff']],
  ['Upkeep', ['edit', 'reopen', 'remove', 'undo', 'heal', 'merge', 'archive', 'migrate', 'gc']],
] as const

const LAST_TOPIC = 'Setup'

/** `notes --help`: every command on one screen, a line for each topic and group. */
export function overview({ commands, groups }: CommandLine, width: number): string {
  const alone = commands.map(({ name }) => name).filter(name => !name.includes(' '))
  const sorted: ReadonlySet<string> = new Set(TOPICS.flatMap(([, names]) => names))
  const topics = [
    ...TOPICS.map(
      ([topic, names]) => [topic, alone.filter(name => names.some(known => known === name))] as const,
    ),
    [LAST_TOPIC, [...alone.filter(name => !sorted.has(name)), 'help']] as const,
  ]
  const members = Object.keys(groups).map(group => {
    const own = commands.filter(({ name }) => name.startsWith(`${group} `))
    return [group, own.map(({ name }) => name.slice(group.length + 1))] as const
  })
  const line = ([lead, names]: Line): string =>
    clipWords(`  ${lead.padEnd(LEAD)}  ${names.join(', ')}`, width)
  return [
    'Usage: notes COMMAND [options]',
    '',
    pkg.description,
    '',
    ...topics.filter(isUsed).map(([topic, names]) => line([`${topic}:`, names])),
    '',
    ...members.filter(isUsed).map(line),
    '',
    '`notes COMMAND --help` has examples, `notes help --all` describes every command.',
    '',
  ].join('\n')
}

type Line = readonly [lead: string, names: readonly string[]]

const LEAD = 8

const isUsed = ([, names]: Line): boolean => names.length > 0

/** Shortens a line by leaving out whole words at its end. */
const clipWords = (text: string, width: number): string =>
  text.length <= width ? text : `${text.slice(0, text.lastIndexOf(', ', width - 3))}, …`

/**
 * The commands as `notes --help` lists them, from a file that `npm run generate` writes. Loading the commands
 * themselves, only for their names, took a sixth of the time of `notes --help`.
 */
export function outlinedCommandLine(): CommandLine {
  const { groups, commands } = outline as Pick<CommandLine, 'groups'> & { commands: readonly Listed[] }
  return { groups, commands: commands.map(listed => defineCommand({ ...unused, ...listed })) }
}

type Listed = Pick<Command, 'name' | 'summary'> & Partial<Pick<Command, 'arguments'>>

/** Fields of a command that the list does not show. */
const unused = {
  examples: [
    { line: '', does: '' },
    { line: '', does: '' },
  ],
  exits: { 0: '' },
  run: (): 0 => 0,
} as const

/** Builds the content of `outline.json`, with what the list shows of each argument. JSON drops undefined values. */
export const outlineOf = ({ groups, commands }: CommandLine): object => ({
  groups,
  commands: commands.map(({ name, summary, arguments: takes }) => {
    const terms = Object.entries(takes).map(([term, { does, required, variadic }]) => [
      term,
      { does, required, variadic },
    ])
    return { name, summary, arguments: terms.length === 0 ? undefined : Object.fromEntries(terms) }
  }),
})
