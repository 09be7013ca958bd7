import { unifiedDiff } from '../../document/diff.ts'
import { NotesError } from '../../error.ts'
import { readArchive } from '../../project/archive-file.ts'
import { readOptionsOf } from '../../project/read.ts'
import type { Draft } from '../../protocol/kinds.ts'
import { type Notes, type NotesRecord, readNotes } from '../../protocol/notes.ts'
import { recordToJson } from '../../protocol/to-json.ts'
import type { Promotion } from '../../session/pad.ts'
import { promotionOf, selectText } from '../../session/promote.ts'
import { nameOfRecord, promotedRecord } from '../../session/promoted-record.ts'
import type { Session } from '../../session/session.ts'
import { changeProject } from '../change-project.ts'
import type { Context } from '../context.ts'
import { usage } from '../entries.ts'
import { oneLine, report } from '../output.ts'
import { promotable, promotedDraft } from './promote-draft.ts'

export interface PromoteInput {
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
export function promotableKinds(): readonly string[] {
  return promotable.map(({ name }) => name)
}

/**
 * The notes file first, the mark after it: who is killed in between does it again, and it is one record. A mark counts
 * as long as its record stands; `notes undo`, git and people take records away without knowing of pads.
 */
export async function promotePad(context: Context, session: Session, input: PromoteInput): Promise<0> {
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
