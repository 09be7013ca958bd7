import { type Command, defineCommand } from './command.ts'
import lines from './outline.json' with { type: 'json' }

/**
 * All commands as `notes --help` lists them, without the commands themselves: loading those for their names cost a
 * sixth of the time. `npm run generate` writes the names.
 */
export function outlinedCommands(): readonly Command[] {
  return (lines as readonly Line[]).map(line => defineCommand({ ...none, ...line }))
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
export const outlineOf = (commands: readonly Command[]): object =>
  commands.map(({ name, summary, arguments: takes }) => {
    const terms = Object.entries(takes).map(([term, { does, required, variadic }]) => [
      term,
      { does, ...(required === true ? { required } : {}), ...(variadic === true ? { variadic } : {}) },
    ])
    return { name, summary, ...(terms.length === 0 ? {} : { arguments: Object.fromEntries(terms) }) }
  })
