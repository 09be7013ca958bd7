import { report } from '../../print/output.ts'
import { type Command, defineCommand } from '../../program/command.ts'
import type { Context } from '../../program/context.ts'
import { sessionOf, sessionOption } from './session-of.ts'
import { padToJson, textArgument, usedOf, writtenText } from './text-of.ts'

type Edit = 'write' | 'append' | 'prepend'

interface Words {
  readonly summary: string
  readonly details: string
  readonly example: string
  readonly said: string
}

/** Defines `notes pad write`, `append` and `prepend`. */
function editCommand(edit: Edit, { summary, details, example, said }: Words): Command {
  return defineCommand({
    name: `pad ${edit}`,
    summary,
    details,
    arguments: { text: textArgument('the text') },
    options: { session: sessionOption },
    examples: [
      { line: `notes pad ${edit} "${example}"`, does: 'a text' },
      { line: `echo '${example}' | notes pad ${edit}`, does: 'from standard input' },
    ],
    exits: { 0: 'written' },
    async run(context, { text, session: id }): Promise<0> {
      const session = await sessionOf(context, id)
      const before = session.pad.notes
      await session.notepad[edit](writtenText(context, text))
      return done(context, session, before === session.pad.notes ? 'Nothing changed' : said)
    },
  })
}

/** Reports a change and the new size of the notes. */
export function done(context: Context, session: Awaited<ReturnType<typeof sessionOf>>, said: string): 0 {
  const { pad, settings, id } = session
  const used = `${usedOf(pad.notes.length, settings.limits.notepad)} characters of notes in session ${id}`
  report(context, { json: padToJson(session), lines: [`${said}: ${used}`] })
  return 0
}

export const writeCommands = [
  editCommand('write', {
    summary: 'Replace the notes of this session',
    details: 'An empty text, typed as "", clears them. The old text stays in `notes pad history`.',
    example: 'Survey done, 6 sheets',
    said: 'Written',
  }),
  editCommand('append', {
    summary: 'Add to the end of the notes',
    details:
      'Adds the text on its own line. Refused, with nothing changed, if the notes would become too long.',
    example: 'Root cause: timezone mismatch in token expiry',
    said: 'Appended',
  }),
  editCommand('prepend', {
    summary: 'Add to the beginning of the notes',
    details:
      'Adds the text on its own line. Refused, with nothing changed, if the notes would become too long.',
    example: 'Goal: find the failing row',
    said: 'Prepended',
  }),
]
