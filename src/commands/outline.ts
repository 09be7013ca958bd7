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

/** What `outline.json` is to hold. */
export const outlineOf = (commands: readonly Command[]): object =>
  commands.map(command => ({
    name: command.name,
    summary: command.summary,
    ...(Object.keys(command.arguments).length === 0 ? {} : { arguments: command.arguments }),
  }))
