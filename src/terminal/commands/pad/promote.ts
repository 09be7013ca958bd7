import { reworded, usage } from '../../../error.ts'
import type { AddOption } from '../../../notes/kind-commands.ts'
import { allKinds, type Draft } from '../../../notes/kinds.ts'
import { type Notes, type NotesRecord, readNotes } from '../../../notes/notes.ts'
import { recordToJson } from '../../../notes/to-json.ts'
import type { Promotion } from '../../../pads/pad.ts'
import {
  nameOfRecord,
  promotedRecord,
  promotionOf,
  selectText,
  withoutMarker,
} from '../../../pads/promote.ts'
import type { Session } from '../../../pads/session.ts'
import { readArchive } from '../../../project/archive/archive-file.ts'
import { diffOf } from '../../../project/change.ts'
import { givenIn } from '../../../project/given.ts'
import { readOptionsOf } from '../../../project/read.ts'
import { oneLine } from '../../../safety/one-line.ts'
import { diffText, report } from '../../print/output.ts'
import { type Context, defineCommand, dryRun } from '../../program/command.ts'
import { changeProject, givenBy, type Typed, textIn } from '../change-project.ts'
import { sessionOf, sessionOption } from './session-of.ts'

/** The kinds that a piece of a pad can become. */
const promotable = allKinds
  .flatMap(([name, { command }]) => (command?.promote === undefined ? [] : [{ name, ...command.promote }]))
  .toSorted((one, other) => one.order - other.order)

const names: readonly string[] = promotable.map(({ name }) => name)

const ofKinds: Readonly<Record<string, AddOption>> = Object.fromEntries(
  promotable.flatMap(({ name, options = {} }) =>
    Object.entries(options).map(([option, given]) => [
      option,
      { ...given, does: `for a ${name}: ${given.does}` },
    ]),
  ),
)

export const padPromote = defineCommand({
  name: 'pad promote',
  summary: 'Promote something from the pad to the notes file',
  details:
    'WHAT is the id of a card, a line or lines of the notes (L3, L3-5), or some text from the pad. A decision with\n' +
    'missing parts is written as a draft. The pad marks what was promoted; promoting it again does nothing while it\n' +
    'is in the notes file, and writes it again after `notes undo`.',
  arguments: { what: { does: 'a card, a line, or some text from the pad', required: true } },
  options: {
    as: { kind: 'choice', choices: names, does: 'what it becomes', required: true },
    title: { kind: 'text', value: 'text', does: 'its title; default: the first line' },
    ...ofKinds,
    dryRun,
    session: sessionOption,
  },
  setup: ['notes pad write "- Cold starts dominate below 100 requests"'],
  examples: [
    { line: 'notes pad promote L1 --as learning', does: 'the first line of the notes' },
    {
      line: 'notes pad promote "Cold starts dominate" --as decision --rationale "Measured" --dry-run',
      does: 'a text; preview the change',
    },
  ],
  exits: { 0: 'written and marked, or already promoted', 1: 'not found in the pad' },
  run: async (context, input: PromoteInput) =>
    promotePad(context, await sessionOf(context, input.session), input),
})

/** The input of `pad promote`. Options that belong to a kind are read by name. */
type PromoteInput = Typed & {
  readonly what: string
  readonly as: string | undefined
  readonly title: string | undefined
  readonly dryRun: boolean
  readonly session: string | undefined
}

/**
 * Writes the notes file first and the mark second: if the process is killed in between, promoting again still makes
 * only one record. A mark counts only while its record exists: `notes undo`, git and people remove records without
 * knowing of pads.
 */
async function promotePad(context: Context, session: Session, input: PromoteInput): Promise<0> {
  const { what, as, dryRun } = input
  if (as === undefined) {
    const [first, ...others] = names.toReversed()
    throw usage('--as is missing', `Pass --as ${others.reverse().join(', ')} or ${first}`)
  }
  const selection = selectText(session.pad, what)
  const before = promotionOf(session.pad, selection, as)
  const draft = () => promotedDraft(context, as, selection.text, input)
  let existing: NotesRecord | undefined
  const change = await changeProject(context, {
    intents: notes => {
      existing = before && earlierRecord(context, notes, before, draft)
      return existing === undefined ? [{ do: 'add', draft: draft() }] : []
    },
    dryRun,
  })
  if (before !== undefined && existing !== undefined) {
    report(context, {
      json: { status: 'unchanged', promotion: before },
      lines: [`Already promoted to a ${as} on ${dayOf(before)}; nothing to do`],
    })
    return 0
  }
  const [outcome] = change.outcomes
  const record = outcome?.record
  if (!dryRun)
    await writeMark(session, change.path, () =>
      session.promoted(selection, as, record && nameOfRecord(record)),
    )
  const diff = dryRun ? diffOf(change) : ''
  const handle = outcome?.handle === undefined ? '' : `  ${outcome.handle}`
  const remarks = [...(before === undefined ? [] : [goneSince(before, change.path)]), ...change.notes]
  report(context, {
    json: {
      file: change.path,
      status: outcome?.status,
      ...(dryRun ? { dryRun, diff } : {}),
      record: outcome && record && recordToJson(outcome.document, record, outcome.handle),
      ...(remarks.length === 0 ? {} : { remarks }),
    },
    lines: dryRun
      ? [diffText(context, diff)]
      : [
          ...remarks,
          `${outcome?.status === 'added' ? 'added' : 'already there'}${handle}  ${as}  ${oneLine(record?.title ?? '')}`,
        ],
  })
  return 0
}

/** Writes the mark. An error also says that the notes file is already written. */
async function writeMark(session: Session, path: string, write: () => Promise<unknown>): Promise<void> {
  try {
    await write()
  } catch (error) {
    throw reworded(error, ({ message, hint }) => ({
      message: `Written to ${path}, but not marked in the pad of ${session.id}: ${message}`,
      hint: `${hint}; promoting it again only writes the mark`,
    }))
  }
}

const titleIn = (draft: Draft): string => ('title' in draft ? draft.title : '')

/** The record of an earlier promotion, in the notes or, for a decision, in the archive file. */
function earlierRecord(
  context: Context,
  notes: Notes,
  before: Promotion,
  draft: () => Draft,
): NotesRecord | undefined {
  const promotion = before.record === undefined ? { ...before, record: { title: titleIn(draft()) } } : before
  const found = promotedRecord(notes, promotion)
  if (found !== undefined || before.as !== 'decision') return found
  const archive = readArchive(context.project)
  return archive === undefined
    ? undefined
    : promotedRecord(readNotes(archive, readOptionsOf(context.config.values)), promotion)
}

const goneSince = (promotion: Promotion, path: string): string =>
  `The ${promotion.as} promoted on ${dayOf(promotion)} is no longer in ${path}: written again`

const dayOf = ({ at }: Promotion): string => oneLine(at.slice(0, 10))

/** Drafts a record from a piece of a pad, without the markers of lists and headings. */
function promotedDraft(context: Context, as: string, text: string, input: PromoteInput): Draft {
  const kind = promotable.find(({ name }) => name === as)
  if (kind === undefined) throw usage(`Nothing can be promoted to a ${as}`, `Pass --as ${names.join(', ')}`)
  const lines = text
    .split('\n')
    .map(withoutMarker)
    .filter(line => line !== '')
  const title = input.title?.trim() || (kind.firstLine === true ? (lines[0] ?? '') : lines.join(' '))
  if (title === '') throw usage('The selection has no words', 'Select a line with words, or pass --title')
  const typed = Object.fromEntries(Object.keys(ofKinds).map(option => [option, textIn(input[option])]))
  return kind.draft(
    { title, isTitled: input.title !== undefined, lines },
    givenIn(context, typed, givenBy(input)),
  )
}
