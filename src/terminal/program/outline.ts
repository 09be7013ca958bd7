import { type Command, type CommandLine, defineCommand } from './command.ts'
import outline from './outline.json' with { type: 'json' }

/**
 * The commands as `notes --help` lists them, from a file that `npm run generate` writes. Loading the commands
 * themselves, only for their names, took a sixth of the time of `notes --help`.
 */
export function outlinedCommandLine(): CommandLine {
  const { groups, commands } = outline as Outline
  return { groups, commands: commands.map(line => defineCommand({ ...unused, ...line })) }
}

interface Outline {
  readonly groups: CommandLine['groups']
  readonly commands: readonly Line[]
}

type Line = Pick<Command, 'name' | 'summary'> & Partial<Pick<Command, 'arguments'>>

/** Fields of a command that the list does not show. */
const unused = {
  examples: [
    { line: '', does: '' },
    { line: '', does: '' },
  ],
  exits: { 0: '' },
  run: (): 0 => 0,
} as const

/** Builds the content of `outline.json`. Keeps only what the list shows of each argument. */
export const outlineOf = ({ groups, commands }: CommandLine): object => ({
  groups,
  commands: commands.map(({ name, summary, arguments: takes }) => {
    const terms = Object.entries(takes).map(([term, { does, required, variadic }]) => [
      term,
      { does, ...(required === true ? { required } : {}), ...(variadic === true ? { variadic } : {}) },
    ])
    return { name, summary, ...(terms.length === 0 ? {} : { arguments: Object.fromEntries(terms) }) }
  }),
})
