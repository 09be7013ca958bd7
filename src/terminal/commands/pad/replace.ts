import { defineCommand } from '../../program/command.ts'
import { sessionOf, sessionOption } from './session-of.ts'
import { textArgument, textOf, writtenText } from './text-of.ts'
import { done } from './write.ts'

const setup = ['notes pad write "- [ ] Fix the total"']

const replace = defineCommand({
  name: 'pad replace',
  summary: 'Replace a text in the notes',
  details: 'Matches exact text, not a pattern. Replaces the first match, or all of them with --all.',
  arguments: {
    find: { does: 'the text to find', required: true },
    replacement: { does: 'the new text; standard input if omitted or -' },
  },
  options: { all: { kind: 'flag', does: 'replace every match' }, session: sessionOption },
  setup,
  examples: [
    { line: 'notes pad replace "- [ ] Fix the total" "- [x] Fix the total"', does: 'tick a task off' },
    { line: 'notes pad replace total sum --all', does: 'every match' },
    { line: "echo '- [x] Fix it' | notes pad replace '- [ ] Fix the total'", does: 'from standard input' },
  ],
  exits: { 0: 'replaced', 1: 'text not found' },
  async run(context, { find, replacement, all, session: id }): Promise<0> {
    const session = await sessionOf(context, id)
    const text = writtenText(context, replacement === undefined ? [] : [replacement])
    await session.notepad.replace(find, text, { all })
    return done(context, session, 'Replaced')
  },
})

const remove = defineCommand({
  name: 'pad delete',
  summary: 'Delete a text from the notes',
  details: 'Matches exact text. Deletes the first match.',
  arguments: { text: textArgument('the text to delete') },
  options: { session: sessionOption },
  setup,
  examples: [
    { line: 'notes pad delete "- [ ] Fix the total"', does: 'a line' },
    { line: "echo '- [ ] Fix the total' | notes pad delete", does: 'from standard input' },
  ],
  exits: { 0: 'deleted', 1: 'text not found' },
  async run(context, { text, session: id }): Promise<0> {
    const session = await sessionOf(context, id)
    await session.notepad.delete(textOf(context, text))
    return done(context, session, 'Deleted')
  },
})

export const replaceCommands = [replace, remove]
