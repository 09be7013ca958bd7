import { relative } from 'node:path'
import { unifiedDiff } from '../document/diff.ts'
import { growth } from '../manager/archive.ts'
import { type FoldPlan, planFold } from '../manager/fold-sprint.ts'
import { inTurn } from '../workspace/journal.ts'
import { readText } from '../workspace/read-text.ts'
import { archiveProject, type PlanBoth, planFor, readArchive } from './archive-file.ts'
import { archivePathOf } from './archive-path.ts'
import type { Context } from './context.ts'
import { noNotesFile, shownPath } from './notes-file.ts'
import { diffText, oneLine, report } from './output.ts'
import { readOptions } from './read-project.ts'
import { rememberChange } from './undo-log.ts'

interface Request {
  readonly sprint: string
  readonly dryRun: boolean
}

/** Runs `notes archive --sprint`. */
export async function foldSprint(context: Context, { sprint, dryRun }: Request): Promise<0 | 1> {
  const { project, host } = context
  if (!project.exists) throw noNotesFile(context, 'unreadable')
  const archivePath = archivePathOf(project.file)
  const options = { ...readOptions(context), archivePath, sprint, dryRun }
  const planBoth: PlanBoth<FoldPlan> = (text, archived) => planFold(text, archived, options)
  const archive = relative(host.cwd, archivePath)
  if (dryRun) {
    const { text } = readText(project.file)
    const old = readArchive(context)
    const plan = planFor(context, text, old, planBoth)
    const path = shownPath(context)
    const added = plan.archiveText === undefined ? '' : unifiedDiff(old, plan.archiveText, { path: archive })
    return answer(context, sprint, plan, {
      before: text,
      changed: false,
      diff: unifiedDiff(text, plan.text, { path }) + added,
    })
  }
  const { plan, before, changed, forgotten } = await inTurn(project.root, async () => {
    const done = await archiveProject(context, planBoth)
    const said =
      done.files.length === 0 ? [] : await rememberChange(context, `archive --sprint ${sprint}`, done.files)
    const notes = done.files.find(({ path }) => path === project.file)
    return {
      plan: done.plan,
      before: notes?.before ?? done.plan.text,
      changed: done.files.length > 0,
      forgotten: said,
    }
  })
  return answer(context, sprint, { ...plan, remarks: [...plan.remarks, ...forgotten] }, { before, changed })
}

interface Done {
  /** The notes file before. */
  readonly before: string
  readonly changed: boolean
  /** Only of a dry run. */
  readonly diff?: string
}

function answer(context: Context, sprint: string, plan: FoldPlan, { before, changed, diff }: Done): 0 | 1 {
  const { project, host } = context
  const archive = relative(host.cwd, archivePathOf(project.file))
  const grown = growth(before, plan.text)
  const saved = { bytes: -grown.bytes, tokens: -grown.tokens }
  const { state, summary, folded, remarks, sprints } = plan
  report(context, {
    json: {
      file: shownPath(context),
      archive,
      changed,
      ...(diff === undefined ? {} : { dryRun: true }),
      sprint,
      folded,
      ...(summary === undefined ? {} : { summary }),
      saved,
      remarks,
      ...(state === 'unknown' ? { sprints } : {}),
      ...(diff === undefined ? {} : { diff }),
    },
    lines:
      state === 'unknown'
        ? nothingOf(sprint, sprints)
        : state === 'nothing-more'
          ? [...remarks, `There is nothing more of ${oneLine(sprint)} to fold.`]
          : [
              ...remarks,
              ...(diff === undefined ? [] : [diffText(diff)]),
              `${diff === undefined ? 'Folded' : 'Would fold'} into ${archive}: ${summary ?? ''}`,
              `This ${diff === undefined ? 'saves' : 'would save'} ${saved.bytes} bytes of the notes file, about ${saved.tokens} tokens.`,
            ],
  })
  return state === 'unknown' ? 1 : 0
}

function nothingOf(sprint: string, sprints: FoldPlan['sprints']): string[] {
  const names = sprints.map(({ name, closed }) => `${name} (${closed} to fold)`)
  return [
    `No debt, decision or log row is of ${oneLine(sprint)}.`,
    names.length === 0 ? 'This file names no sprint.' : `It names: ${oneLine(names.join(', '), 600)}`,
  ]
}
