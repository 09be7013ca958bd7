import type { CommanderError, Command as Program } from 'commander'
import { nearestName } from '../config/nearest-name.ts'
import { NotesError } from '../error.ts'

/** What commander complains about, in our words and with the next step. */
export function usageError({ message }: CommanderError, program: Program): NotesError {
  const [complaint = '', ...more] = message.replace(/^error: /, '').split('\n')
  const [, what = '', choices] = /^(.*?)(?:\. Allowed choices are (.*)\.)?$/.exec(complaint) ?? []
  const [, suggestion] = /Did you mean (?:one of )?(.*)\?\)/.exec(more.join(' ')) ?? []
  const hint =
    suggestion === undefined
      ? choices === undefined
        ? 'See'
        : `Write one of ${choices}, or see`
      : `Did you mean ${suggestion}? Otherwise see`
  return new NotesError('usage', sentence(what), `${hint} \`${helpLine(program)}\``)
}

/** Options without a command, or `notes help TOPIC` without such a command: commander only prints the help. */
export function unknownTopic(topic: string | undefined, program: Program): NotesError {
  if (topic === undefined) return new NotesError('usage', 'There is no command', 'See `notes --help`')
  const near = nearestName(
    topic,
    program.commands.map(command => command.name()),
  )
  const hint = near === undefined ? 'See' : `Did you mean ${near}? Otherwise see`
  return new NotesError('usage', `Unknown command '${topic}'`, `${hint} \`notes --help\``)
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The help of the command that was typed, else of the program. */
function helpLine(program: Program): string {
  const typed = program.commands.find(command => command.name() === program.args[0])
  return typed === undefined ? 'notes --help' : `notes ${typed.name()} --help`
}
