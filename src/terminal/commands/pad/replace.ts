import { defineCommand } from '../../program/command.ts'
import { sessionOf, sessionOption } from './session-of.ts'
import { textArgument, textOf, writtenText } from './text-of.ts'
import { done } from './write.ts'

const setup = ['notes pad write "- [ ] Fix the total"']

const replace = defineCommand({
  name: 'pad replace',
  summary: 'Replace a text in the notes',
  details: 'Exact text, no pattern; the first place that holds it, or all.',
  arguments: {
    find: { does: 'the text that stands there', required: true },
    replacement: { does: 'the new text; without it, or with -, standard input' },
  },
  options: { all: { kind: 'flag', does: 'in every place' }, session: sessionOption },
  setup,
  examples: [
    { line: 'notes pad replace "- [ ] Fix the total" "- [x] Fix the total"', does: 'tick a task off' },
    { line: 'notes pad replace total sum --all', does: 'in every place' },
    { line: "echo '- [x] Fix it' | notes pad replace '- [ ] Fix the total'", does: 'from standard input' },
  ],
  exits: { 0: 'replaced', 1: 'the text does not stand there' },
  async run(context, { find, replacement, all, session: id }): Promise<0> {
    const session = await sessionOf(context, id)
    const text = writtenText(context, replacement === undefined ? [] : [replacement])
    await session.notepad.replace(find, text, { all })
    return done(context, session, 'Replaced')
  },
})

const remove = defineCommand({
  name: 'pad delete',
  summary: 'Take a text out of the notes',
  details: 'Exact text; the first place that holds it.',
  arguments: { text: textArgument('the text that stands there') },
  options: { session: sessionOption },
  setup,
  examples: [
    { line: 'notes pad delete "- [ ] Fix the total"', does: 'a line' },
    { line: "echo '- [ ] Fix the total' | notes pad delete", does: 'from standard input' },
  ],
  exits: { 0: 'taken out', 1: 'the text does not stand there' },
  async run(context, { text, session: id }): Promise<0> {
    const session = await sessionOf(context, id)
    await session.notepad.delete(textOf(context, text))
    return done(context, session, 'Taken out')
  },
})

export const replaceCommands = [replace, remove]
