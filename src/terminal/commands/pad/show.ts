import { nearestName } from '../../../config/nearest-name.ts'
import { NotesError } from '../../../error.ts'
import type { Pad } from '../../../pads/pad.ts'
import { withoutMarker } from '../../../pads/promote.ts'
import type { Version } from '../../../pads/replay.ts'
import type { Session } from '../../../pads/session.ts'
import { childReports } from '../../../pads/transfer.ts'
import { ours, type Shown, shown, shownJson } from '../../../safety/door.ts'
import { oneLine } from '../../../safety/one-line.ts'
import { columns, report } from '../../print/output.ts'
import { type Context, defineCommand } from '../../program/command.ts'
import { padToJson, refusedSession, sessionOf, sessionOption, storeOf, usedOf } from './session-of.ts'

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
    const hint = near !== undefined && `Did you mean --session ${near}?`
    report(context, { json: padToJson(session), lines: [...lines, hint] })
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

export const padReport = defineCommand({
  name: 'pad report',
  summary: 'Show what subagents of this session wrote',
  details:
    'The pads of its subagents, and of the sessions started with `notes pad spawn`, oldest first. When a subagent\n' +
    'ends, Claude Code is shown its pad.',
  options: { session: sessionOption },
  setup: ['notes pad write "Survey done"', 'notes pad spawn sub-a --copy-notepad'],
  examples: [
    { line: 'notes pad report', does: 'what the subagents of this session wrote' },
    { line: 'notes pad report --json', does: 'as JSON' },
  ],
  exits: { 0: 'shown; there may be nothing' },
  async run(context, { session: id }): Promise<0> {
    const session = await sessionOf(context, id)
    const reports = await childReports(storeOf(context), session.id, { spawned: true })
    report(context, {
      json: {
        session: session.id,
        reports: reports.map(({ changed, ...rest }) => ({
          ...rest,
          changed: new Date(changed).toISOString(),
        })),
      },
      lines:
        reports.length === 0
          ? [`No subagent of ${session.id} has written anything.`]
          : reports.flatMap(({ id: child, text }) => [`${child}:`, text.replaceAll(/^(?=.)/gm, '  ')]),
    })
    return 0
  },
})

export const padBlock = defineCommand({
  name: 'pad block',
  summary: 'Print the block that goes before each message',
  details: 'For hooks and harnesses. Prints nothing if the pad is empty or `session.enabled` is false.',
  options: { session: sessionOption },
  setup: ['notes pad write "Root cause: timezone mismatch"'],
  examples: [
    { line: 'notes pad block', does: 'for this session' },
    { line: 'notes pad block --session review-42', does: 'for another one' },
  ],
  exits: { 0: 'printed' },
  async run(context, { session: id }): Promise<0> {
    const block = await blockOf(context, id)
    context.host.out(context.json ? shownJson({ block }, { done: [block], indent: 0 }) : block)
    return 0
  },
})

/** The block, or nothing with a warning if the pad is not trusted: an error could stop the prompt that follows. */
async function blockOf(context: Context, id: string | undefined): Promise<Shown> {
  const refused = id === undefined ? refusedSession(context) : undefined
  if (refused === undefined) return (await sessionOf(context, id)).promptBlock()
  context.host.err(shown(`warning: ${refused.message}; ${refused.hint}\n`))
  return ours('')
}
