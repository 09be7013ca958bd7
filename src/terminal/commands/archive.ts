import type { ArchivePlan } from '../../change/archive/archive.ts'
import type { FoldPlan } from '../../change/archive/fold-sprint.ts'
import { usage } from '../../error.ts'
import {
  type Announced,
  type Archived,
  type ArchiveRequest,
  archiveProject,
  foldSprint,
  mayGrow,
} from '../../project/archive/archive.ts'
import { undoOffer } from '../../project/undo.ts'
import { oneLine } from '../../safety/one-line.ts'
import { diffText, report } from '../print/output.ts'
import { type Context, defineCommand, dryRun } from '../program/command.ts'

export const archive = defineCommand({
  name: 'archive',
  summary: 'Move old decisions from the log to the archive',
  details:
    'Keeps the newest decisions in the log (decisions.keep says how many) and moves the rest to the Decision Archive. It keeps\n' +
    'the newest decisions.keepArchived of these; older ones go to an archive file next to the notes file. Open records stay.\n' +
    'Nothing is lost: records are counted and compared before and after. With --sprint, the\n' +
    'closed records and log rows of that sprint go to the archive file, below a line with their\n' +
    'counts; what stays is listed, with the reason.',
  options: {
    keep: {
      kind: 'number',
      value: 'count',
      does: 'decisions that stay in the log, instead of decisions.keep',
    },
    keepArchived: { kind: 'number', value: 'count', does: 'archived decisions that stay in the file' },
    sprint: {
      kind: 'text',
      value: 'sprint',
      does: 'fold the closed records of one sprint, such as S03, into the archive file',
    },
    delta: { kind: 'text', value: 'bytes', does: 'move nothing; say whether the file may grow by this much' },
    dryRun,
  },
  examples: [
    { line: 'notes archive', does: 'as configured' },
    { line: 'notes archive --keep 5 --dry-run', does: 'see what would move' },
    {
      line: 'notes archive --sprint S03 --dry-run',
      does: 'what folding a sprint would move, and what it saves',
    },
    {
      line: 'notes archive --delta 2000',
      does: 'in a hook, before an edit: may the file grow by 2,000 bytes?',
    },
  ],
  exits: {
    0: 'moved, or nothing to move',
    1: 'with --delta: the file would exceed limits.fileBytes; with --sprint: no record belongs to it',
  },
  async run(context, { keep, keepArchived, sprint, delta, dryRun }) {
    if (sprint !== undefined) {
      if (keep !== undefined || keepArchived !== undefined || delta !== undefined)
        throw usage(
          '--sprint cannot be combined with --keep, --keep-archived or --delta',
          'Run them one after the other',
        )
      const announce = (announced: Announced<FoldPlan>): void =>
        tellBefore(context, [`Folding ${whatFolds(announced)}`])
      return reportFold(context, sprint, await foldSprint(context, { sprint, dryRun, announce }))
    }
    if (delta !== undefined) return reportGrowth(context, delta)
    return archiveAndReport(context, { keep, keepArchived, dryRun })
  },
})

/** Also runs `notes decision archive ID...`. */
export async function archiveAndReport(context: Context, request: ArchiveRequest): Promise<0> {
  const archived = await archiveProject(context, {
    ...request,
    command: context.command,
    announce: announced => tellBefore(context, [`Moving ${whatMoves(announced)}`]),
  })
  const { plan, archivePath, saved, remarks, diff } = archived
  const { toSection, toFile } = plan.moved
  const isDry = diff !== undefined
  const isNothing = toSection + toFile === 0
  report(context, {
    json: jsonOf(archived, { moved: plan.moved }),
    lines: [
      ...remarks,
      isDry && diffText(context, diff),
      isNothing && !isDry && 'Nothing to archive.',
      !isNothing &&
        (isDry ? `Would move ${whatMoves({ plan, archivePath, saved })}` : undoOffer('Moved', remarks)),
      !isNothing &&
        toFile === 0 &&
        `Archived decisions are still part of the notes file; \`notes archive --keep-archived 0\` moves them to ${archivePath}.`,
    ],
  })
  return 0
}

/**
 * The result as data. `own` and `last` hold what is specific to archiving decisions or to folding a sprint; JSON drops
 * undefined values.
 */
function jsonOf(
  { path, archivePath, changed, saved, remarks, diff }: Archived<unknown>,
  own: object,
  last: object = {},
): object {
  const dryRun = diff === undefined ? undefined : true
  return { file: path, archive: archivePath, changed, dryRun, ...own, saved, remarks, ...last, diff }
}

/**
 * Says what a command will do while it can still be stopped. With `--json`, a command prints nothing but its document.
 */
function tellBefore(context: Context, lines: readonly string[]): void {
  if (!context.json) report(context, { json: {}, lines })
}

function whatMoves({ plan, archivePath, saved }: Announced<ArchivePlan>): string {
  const { toSection, toFile } = plan.moved
  const places = [
    ...(toSection === 0 ? [] : [`${decisions(toSection)} to the Decision Archive`]),
    ...(toFile === 0 ? [] : [`${decisions(toFile)} to ${archivePath}`]),
  ]
  return `${places.join(', ')}: ${sizeChange(saved)}`
}

const decisions = (count: number): string => `${count} decision${count === 1 ? '' : 's'}`

function sizeChange({ bytes, tokens }: Announced<unknown>['saved']): string {
  if (bytes === 0) return 'the notes file keeps its size.'
  const size = `${Math.abs(bytes)} bytes, about ${Math.abs(tokens)} tokens`
  return `the notes file ${bytes < 0 ? 'grows' : 'shrinks'} by ${size}.`
}

function reportFold(context: Context, sprint: string, archived: Archived<FoldPlan>): 0 | 1 {
  const { plan, archivePath, saved, remarks, diff } = archived
  const { state, summary, folded, sprints } = plan
  report(context, {
    json: jsonOf(archived, { sprint, folded, summary }, state === 'unknown' ? { sprints } : {}),
    lines:
      state === 'unknown'
        ? nothingOf(sprint, sprints)
        : state === 'nothing-more'
          ? [...remarks, `Nothing more of ${oneLine(sprint)} to fold.`]
          : [
              ...remarks,
              ...(diff === undefined
                ? [undoOffer('Folded', remarks)]
                : [diffText(context, diff), `Would fold ${whatFolds({ plan, archivePath, saved })}`]),
            ],
  })
  return state === 'unknown' ? 1 : 0
}

const whatFolds = ({ plan: { summary = '' }, archivePath, saved }: Announced<FoldPlan>): string =>
  `into ${archivePath}: ${summary}\n${sizeChange(saved).replace(/^t/, 'T')}`

function nothingOf(sprint: string, sprints: FoldPlan['sprints']): string[] {
  const names = sprints.map(({ name, closed }) => `${name} (${closed} to fold)`)
  return [
    `No closed record or log row belongs to ${oneLine(sprint)}.`,
    names.length === 0 ? 'This file names no sprint.' : `It names: ${oneLine(names.join(', '), 600)}`,
  ]
}

function reportGrowth(context: Context, typed: string): 0 | 1 {
  const delta = Number(typed)
  if (!Number.isSafeInteger(delta))
    throw usage(`--delta takes a whole number of bytes, not "${typed}"`, 'Write it as 2000 or -500')
  const growth = mayGrow(context, delta)
  const { bytes, limit, allowed } = growth
  report(context, {
    json: growth,
    lines: [
      allowed
        ? `${bytes} + ${delta} bytes: fine, the limit is ${limit}.`
        : `${bytes} + ${delta} bytes is above the limit of ${limit} (limits.fileBytes). Run \`notes archive\` first.`,
    ],
  })
  return allowed ? 0 : 1
}
