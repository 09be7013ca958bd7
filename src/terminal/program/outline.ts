import { type Command, type CommandLine, defineCommand } from './command.ts'
import outline from './outline.json' with { type: 'json' }

/**
 * All commands as `notes --help` lists them, without the commands themselves: loading those for their names cost a
 * sixth of the time. `npm run generate` writes the names.
 */
export function outlinedCommandLine(): CommandLine {
  const { groups, commands } = outline as Outline
  return { groups, commands: commands.map(line => defineCommand({ ...none, ...line })) }
}

interface Outline {
  readonly groups: CommandLine['groups']
  readonly commands: readonly Line[]
}

type Line = Pick<Command, 'name' | 'summary'> & Partial<Pick<Command, 'arguments'>>

/** What no line of the list says. */
const none = {
  examples: [
    { line: '', does: '' },
    { line: '', does: '' },
  ],
  exits: { 0: '' },
  run: (): 0 => 0,
} as const

/** What `outline.json` is to hold: of an argument, how it is called and whether it has to be there. */
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
