import { type Healed, planHeal } from '../../change/heal.ts'
import { isThere } from '../../files/look.ts'
import { defaultFiles } from '../../files/project-root.ts'
import { readText } from '../../files/read-text.ts'
import { createFile } from '../../files/swap/write.ts'
import { updateFile } from '../../files/update-file.ts'
import { forgetLost, keepSnapshot, lostTexts, snapshotOf } from '../../files/user/snapshot.ts'
import { unifiedDiff } from '../../markdown/diff.ts'
import { handleOf } from '../../notes/handle.ts'
import { titleOf } from '../../notes/kinds.ts'
import { readArchivedNotes } from '../archive/archived-notes.ts'
import type { OpenProject } from '../open.ts'
import { noNotesFile, readOptionsOf, shownPath } from '../read.ts'
import { rememberChange } from '../undo.ts'
import type { GoneRecord } from './guard.ts'

export interface HealRequest {
  readonly dryRun?: boolean
  /** Takes the file as it is for good, and forgets what it lost. */
  readonly accept?: boolean
}

export interface HealedProject {
  /** The notes file, relative to the working folder. */
  readonly path: string
  readonly restored: readonly GoneRecord[]
  /** Records for which no place was found. What they were lost from is kept. */
  readonly left: readonly GoneRecord[]
  /** Was the file empty or missing, and put back as a whole? */
  readonly isWhole: boolean
  /** Only in a dry run. */
  readonly diff?: string
  readonly remarks: readonly string[]
}

/**
 * Puts back the records that vanished from the notes file, from the copies that the guard and our commands keep in the
 * user's state folder. Everything else stays byte for byte, and `notes undo` takes it back.
 */
export async function healProject(
  given: OpenProject,
  { dryRun = false, accept = false }: HealRequest = {},
): Promise<HealedProject> {
  const open = withFile(given)
  const { project, env } = open
  const { file } = project
  const path = shownPath(open)
  const there = isThere(file)
  if (accept) {
    if (!there) throw noNotesFile(open)
    if (!dryRun) {
      forgetLost(env, file)
      keepSnapshot(env, file, readText(file).text)
    }
    return { path, ...NOTHING }
  }
  const lost = lostTexts(env, file)
  const snapshot = lost.length === 0 ? snapshotOf(env, file) : undefined
  const earlier = snapshot === undefined ? lost : snapshot.isCurrent ? [] : [{ text: snapshot.text }]
  const usable = earlier.filter(({ text }) => text.trim() !== '')
  if (usable.length === 0) {
    if (!there) throw noNotesFile(open)
    return { path, ...NOTHING }
  }
  let healed: Healed | undefined
  const plan = (text: string): string => {
    healed = planHeal(text, usable, readArchivedNotes(open)?.notes, readOptionsOf(open.config.values))
    return healed.text
  }
  const before = dryRun || !there ? (there ? readText(file).text : '') : undefined
  const exchange =
    before === undefined
      ? await updateFile(file, plan, { root: project.root })
      : { before, after: plan(before) }
  if (healed === undefined) throw new Error('Nothing was planned')
  const { restored, left, isWhole } = healed
  const said = {
    path,
    restored: restored.map(toGone),
    left: left.map(toGone),
    isWhole,
  }
  if (dryRun) return { ...said, diff: unifiedDiff(exchange.before, exchange.after, { path }), remarks: [] }
  if (!there) createFile(file, exchange.after)
  const remarks =
    exchange.before === exchange.after
      ? []
      : await rememberChange(open, 'heal', [
          { path: file, before: there ? exchange.before : undefined, after: exchange.after },
        ])
  if (left.length === 0) forgetLost(env, file)
  return { ...said, remarks }
}

const NOTHING = { restored: [], left: [], isWhole: false, remarks: [] } as const

const toGone = ({ notes, record }: Healed['restored'][number]): GoneRecord => ({
  kind: record.kind,
  handle: handleOf(notes, record),
  title: titleOf(record),
})

/** A file that was deleted is no longer found: the copies know which of the default files it was. */
function withFile(open: OpenProject): OpenProject {
  const { project, env } = open
  if (project.exists || project.fileFrom !== 'default' || project.rivals !== undefined) return open
  const file = defaultFiles(project.root).find(
    path => lostTexts(env, path).length > 0 || (snapshotOf(env, path)?.text ?? '').trim() !== '',
  )
  if (file === undefined) return open
  return { cwd: open.cwd, env, now: open.now, config: open.config, project: { ...project, file } }
}
