import { NotesError } from '../../../error.ts'
import { unifiedDiff } from '../../../markdown/diff.ts'
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
import { readArchive } from '../../../project/archive-file.ts'
import { readOptionsOf } from '../../../project/read.ts'
import { defineCommand, dryRun } from '../../program/command.ts'
import type { Context } from '../../program/context.ts'
import { usage } from '../../program/entries.ts'
import { oneLine, report } from '../../program/output.ts'
import { changeProject } from '../change-project.ts'
import { givenIn } from '../records/add.ts'
import { sessionOf, sessionOption } from './session-of.ts'

export const padPromote = defineCommand({
  name: 'pad promote',
  summary: 'Move something from the pad into the notes file',
  details:
    'WHAT is the id of a card, a line or lines of the notes (L3, L3-5), or a text that stands in the pad. A decision\n' +
    'with parts missing is written as a draft. It is marked in the pad; a second time does nothing as long as it stands\n' +
    'in the notes file, and writes it again after `notes undo`.',
  arguments: { what: { does: 'a card, a line, or a text of the pad', required: true } },
  options: {
    as: {
      kind: 'choice',
      // Asked for when the option is: the other commands on pads need no kinds of records.
      get choices() {
        return promotableKinds()
      },
      does: 'what it becomes',
      required: true,
    },
    title: { kind: 'text', value: 'text', does: 'its title; else the first line' },
    rationale: { kind: 'text', value: 'text', does: 'of a decision: why' },
    evidence: { kind: 'list', value: 'path:line', does: 'of a decision: a place in the code' },
    scenario: { kind: 'list', value: 'text', does: 'of a decision: a case that shows it works' },
    severity: {
      kind: 'choice',
      choices: ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'],
      does: 'of a debt; MEDIUM, if not given',
    },
    waiting: { kind: 'flag', does: 'of a blocker: something that will come' },
    dryRun,
    session: sessionOption,
  },
  setup: ['notes pad write "- Cold starts dominate below 100 requests"'],
  examples: [
    { line: 'notes pad promote L1 --as learning', does: 'the first line of the notes' },
    {
      line: 'notes pad promote "Cold starts dominate" --as decision --rationale "Measured" --dry-run',
      does: 'a text; see the difference first',
    },
  ],
  exits: { 0: 'written and marked, now or before', 1: 'that does not stand in the pad' },
  run: async (context, input) => promotePad(context, await sessionOf(context, input.session), input),
})

interface PromoteInput {
  readonly what: string
  readonly as: string | undefined
  readonly title: string | undefined
  readonly rationale: string | undefined
  readonly evidence: readonly string[]
  readonly scenario: readonly string[]
  readonly severity: string | undefined
  readonly waiting: boolean
  readonly dryRun: boolean
}

/** What a piece of a pad can become. */
function promotableKinds(): readonly string[] {
  return promotable.map(({ name }) => name)
}

/**
 * The notes file first, the mark after it: who is killed in between does it again, and it is one record. A mark counts
 * as long as its record stands; `notes undo`, git and people take records away without knowing of pads.
 */
async function promotePad(context: Context, session: Session, input: PromoteInput): Promise<0> {
  const { what, as, dryRun } = input
  if (as === undefined) {
    const [first, ...others] = promotableKinds().toReversed()
    throw usage('It is not said what it becomes', `Give --as ${others.reverse().join(', ')} or ${first}`)
  }
  const selection = selectText(session.pad, what)
  const before = promotionOf(session.pad, selection, as)
  const draft = () => promotedDraft(context, as, selection.text, input)
  let there: NotesRecord | undefined
  const change = await changeProject(context, {
    command: 'pad promote',
    intents: notes => {
      there = before && standing(context, notes, before, draft)
      return there === undefined ? [{ do: 'add', draft: draft() }] : []
    },
    dryRun,
  })
  if (before !== undefined && there !== undefined) {
    report(context, {
      json: { status: 'unchanged', promotion: before },
      lines: [`Promoted to a ${as} on ${dayOf(before)} already; nothing to do`],
    })
    return 0
  }
  const [outcome] = change.outcomes
  const record = outcome?.record
  if (!dryRun)
    await mark(session, change.path, () => session.promoted(selection, as, record && nameOfRecord(record)))
  const diff = dryRun ? unifiedDiff(change.before, change.text, { path: change.path }) : ''
  const line =
    outcome === undefined || record === undefined
      ? ''
      : `  L${outcome.document.lines.lineAt(record.span.start)}`
  const remarks = [...(before === undefined ? [] : [goneSince(before, change.path)]), ...change.notes]
  report(context, {
    json: {
      file: change.path,
      status: outcome?.status,
      ...(dryRun ? { dryRun, diff } : {}),
      ...(outcome === undefined || record === undefined
        ? {}
        : { record: recordToJson(outcome.document, record) }),
      ...(remarks.length === 0 ? {} : { remarks }),
    },
    lines: dryRun
      ? [diff === '' ? 'Nothing would change.' : diff.trimEnd()]
      : [
          ...remarks,
          `${outcome?.status === 'added' ? 'added' : 'already there'}${line}  ${as}  ${oneLine(record?.title ?? '')}`,
        ],
  })
  return 0
}

/** The notes file is written by now, which an error of the pad alone would deny. */
async function mark(session: Session, path: string, write: () => Promise<unknown>): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (!(error instanceof NotesError)) throw error
    throw new NotesError(
      error.code,
      `It stands in ${path} now, but the pad of ${session.id} does not say so: ${error.message}`,
      `${error.hint}; promoting it again writes the mark alone`,
      { path: error.path, cause: error },
    )
  }
}

const titleIn = (draft: Draft): string => ('title' in draft ? draft.title : '')

/** The record of an earlier promotion, in the notes or, for a decision, in the file that old ones are moved to. */
function standing(
  context: Context,
  notes: Notes,
  before: Promotion,
  draft: () => Draft,
): NotesRecord | undefined {
  const promotion = before.record === undefined ? { ...before, record: { title: titleIn(draft()) } } : before
  const found = promotedRecord(notes, promotion)
  if (found !== undefined || before.as !== 'decision') return found
  const archive = readArchive(context)
  return archive === undefined
    ? undefined
    : promotedRecord(readNotes(archive, readOptionsOf(context.config.values)), promotion)
}

const goneSince = (promotion: Promotion, path: string): string =>
  `The ${promotion.as} that it became on ${dayOf(promotion)} no longer stands in ${path}: written again`

const dayOf = ({ at }: Promotion): string => oneLine(at.slice(0, 10))

/** The kinds that a piece of a pad can become. */
const promotable = allKinds
  .flatMap(([name, { command }]) => (command?.promote === undefined ? [] : [{ name, ...command.promote }]))
  .toSorted((one, other) => one.order - other.order)

/** What a piece of a pad says as a record: the marks of lists and headings are the pad's. */
function promotedDraft(context: Context, as: string, text: string, input: PromoteInput): Draft {
  const kind = promotable.find(({ name }) => name === as)
  if (kind === undefined)
    throw usage(`Nothing becomes a ${as}`, `Give --as ${promotable.map(({ name }) => name).join(', ')}`)
  const lines = text
    .split('\n')
    .map(withoutMarker)
    .filter(line => line !== '')
  const title = input.title?.trim() || (kind.firstLine === true ? (lines[0] ?? '') : lines.join(' '))
  if (title === '') throw usage('There are no words in that', 'Select a line with words, or give --title')
  const { rationale, evidence, scenario, severity, waiting } = input
  const given = givenIn(context, { rationale, evidence, scenario, severity }, { waiting })
  return kind.draft({ title, isTitled: input.title !== undefined, lines }, given)
}
