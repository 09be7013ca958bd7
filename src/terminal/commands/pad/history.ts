import { NotesError } from '../../../error.ts'
import type { Version } from '../../../pads/history.ts'
import { oneLine } from '../../../safety/one-line.ts'
import { columns, report } from '../../print/output.ts'
import { defineCommand } from '../../program/command.ts'
import { sessionOf, sessionOption } from './session-of.ts'

export const padHistory = defineCommand({
  name: 'pad history',
  summary: 'List earlier versions of the pad of this session',
  details: 'Oldest first. Text that was cut off because it was too long is kept here too.',
  options: {
    space: { kind: 'choice', choices: ['notes', 'plan', 'refs'], does: 'only this space' },
    show: { kind: 'number', value: 'number', does: 'print this version in full, including what was cut off' },
    session: sessionOption,
  },
  setup: ['notes pad write "Survey done"', 'notes pad write "Survey done, 6 sheets"'],
  examples: [
    { line: 'notes pad history', does: 'every version, with its number' },
    { line: 'notes pad history --show 1', does: 'the first one, in full' },
  ],
  exits: { 0: 'listed, even if there are none', 1: 'no version has that number' },
  async run(context, { space, show, session: id }): Promise<0> {
    const session = await sessionOf(context, id)
    const all = (await session.history()).map((version, index) => ({ number: index + 1, ...version }))
    const versions = all.filter(version => space === undefined || version.space === space)
    if (show !== undefined) {
      const wanted = versions.find(({ number }) => number === show)
      if (wanted === undefined)
        throw new NotesError(
          'not-found',
          `There is no version ${show}`,
          'See `notes pad history` for the numbers',
        )
      report(context, { json: wanted, lines: [whole(wanted)] })
      return 0
    }
    report(context, {
      json: { session: session.id, versions },
      lines: versions.length === 0 ? ['Nothing has been written yet.'] : columns(versions.map(row)),
    })
    return 0
  },
})

const whole = ({ text, cut = '' }: Version) => (cut === '' ? text : `${text}${cut}`)

const row = ({ number, space, at, text, cut }: Version & { readonly number: number }): readonly string[] => [
  `${number}`,
  at === undefined ? '-' : oneLine(at.slice(0, 19)),
  space,
  `${text.length}${cut === undefined ? '' : ` (+${cut.length} cut off)`}`,
  oneLine(text, 60),
]
