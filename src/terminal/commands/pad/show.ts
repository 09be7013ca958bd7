import { nearestName } from '../../../config/nearest-name.ts'
import type { Pad } from '../../../pads/pad.ts'
import { withoutMarker } from '../../../pads/promote.ts'
import type { Session } from '../../../pads/session.ts'
import { oneLine } from '../../../safety/one-line.ts'
import { report } from '../../print/output.ts'
import { defineCommand } from '../../program/command.ts'
import type { Context } from '../../program/context.ts'
import { sessionOf, sessionOption, storeOf } from './session-of.ts'
import { padToJson, usedOf } from './text-of.ts'

export const padShow = defineCommand({
  name: 'pad show',
  alone: true,
  summary: 'Show the pad of this session',
  details: 'Numbers the lines of the notes, for `notes pad promote L3`. `notes pad` alone does the same.',
  options: { session: sessionOption },
  setup: ['notes pad write "Root cause: timezone mismatch"'],
  examples: [
    { line: 'notes pad show', does: 'notes, plan, references and cards' },
    { line: 'notes pad show --session review-42 --json', does: 'another session, as data' },
  ],
  exits: { 0: 'shown; it may be empty' },
  async run(context, { session: id }): Promise<0> {
    const session = await sessionOf(context, id)
    const lines = linesOf(session)
    const near = id === undefined || lines.length > 2 ? undefined : await nearestSession(context, session.id)
    const hint = near === undefined ? [] : [`Did you mean --session ${near}?`]
    report(context, { json: padToJson(session), lines: [...lines, ...hint] })
    return 0
  },
})

/** The session with the nearest name, if no session has exactly this name. */
async function nearestSession(context: Context, id: string): Promise<string | undefined> {
  const known = (await storeOf(context).list()).map(session => session.id)
  return known.includes(id) ? undefined : nearestName(id, known)
}

function linesOf({ id, pad, settings }: Session): readonly string[] {
  const { notes, plan, refs, cards, lineage } = pad
  const { limits } = settings
  const from = lineage === undefined ? '' : `  (${lineage.kind} of ${oneLine(lineage.from)})`
  const active = [...cards.values()].filter(({ scratched }) => !scratched).length
  const parts = [
    ...(notes === ''
      ? []
      : ['', `Notes (${usedOf(notes.length, limits.notepad)} characters)`, ...numbered(pad)]),
    ...(plan === '' ? [] : ['', `Plan (${usedOf(plan.length, limits.plan)} characters)`, ...indented(plan)]),
    ...(refs.length === 0
      ? []
      : ['', `References (${usedOf(refs.length, limits.refs)})`, ...refs.map(ref => `  • ${oneLine(ref)}`)]),
    ...(cards.size === 0
      ? []
      : ['', `Cards: ${active} active of ${cards.size}; \`notes card list\` shows them`]),
  ]
  return [
    `Session ${id}${from}`,
    ...(parts.length === 0 ? ['The pad is empty. `notes pad append TEXT` writes to it.'] : parts),
  ]
}

/** Numbers the lines. A promoted line also names the kind of record that it became. */
function numbered({ notes, promoted }: Pad): readonly string[] {
  const lines = notes.split('\n')
  const width = `L${lines.length}`.length
  return lines.map((line, index) => {
    const kinds = promoted
      .filter(({ text }) => text === line || (line.trim() !== '' && text === withoutMarker(line)))
      .map(({ as }) => as)
    const mark = kinds.length === 0 ? '' : `  [promoted: ${oneLine(kinds.join(', '))}]`
    return `  ${`L${index + 1}`.padEnd(width)}  ${line}${mark}`.trimEnd()
  })
}

const indented = (text: string) => text.replace(/^(?=.)/gm, '  ').split('\n')
