import { relative } from 'node:path'
import { type Migration, planMigration } from '../change/migrate/migrate.ts'
import { isThere } from '../files/read/look.ts'
import { readText } from '../files/read/read-text.ts'
import { updateFile } from '../files/update-file.ts'
import { unifiedDiff } from '../markdown/diff.ts'
import { archivePathOf } from './archive/archive-file.ts'
import { lintText } from './lint/project.ts'
import type { OpenProject } from './open.ts'
import { noNotesFile, planOn, readOptionsOf, shownPath } from './read.ts'
import { rememberChange } from './undo.ts'

export interface MigratedProject extends Migration {
  /** The notes file, relative to the working folder. */
  readonly path: string
  readonly changed: boolean
  /**
   * Findings of `notes lint` in the new file: parts that the protocol requires and the old file lacked. Undefined for a
   * large file, where linting would take longer than all the rest.
   */
  readonly findings?: { readonly errors: number; readonly warnings: number }
  /**
   * Can `notes undo` revert the migration? Not, for example, if both texts together are larger than the journal allows.
   */
  readonly isUndoable: boolean
  readonly remarks: readonly string[]
  /** Only in a dry run. */
  readonly diff?: string
}

/**
 * Rewrites the notes file in the protocol's format. Nothing is written unless the result holds every record and every
 * line outside of records. `notes undo` reverts the migration. The archive file and the configuration stay as they are.
 * @example const { records, kept } = await migrateProject(project, { dryRun: true })
 */
export async function migrateProject(
  open: OpenProject,
  { dryRun = false }: { readonly dryRun?: boolean } = {},
): Promise<MigratedProject> {
  const { project, config } = open
  const path = shownPath(open)
  if (!project.exists) throw noNotesFile(open)
  let migration: Migration | undefined
  const options = readOptionsOf(config.values)
  const plan = (text: string): string => {
    migration = planOn(open, text, () => planMigration(text, options))
    return migration.text
  }
  const { changed, ...exchange } = await updateFile(project.file, plan, { root: project.root, dryRun })
  if (migration === undefined) throw new Error('Nothing was planned')
  const isSame = exchange.before === exchange.after
  const remembered = changed
    ? await rememberChange(open, 'migrate', [{ path: project.file, ...exchange, isWhole: true }])
    : []
  return {
    ...migration,
    path,
    changed,
    ...(exchange.after.length > MAX_LINTED ? {} : { findings: findingsIn(open, exchange.after) }),
    isUndoable: remembered.length === 0,
    remarks: [...remembered, ...configRemark(open), ...(isSame ? [] : archiveRemark(open))],
    ...(dryRun ? { diff: unifiedDiff(exchange.before, exchange.after, { path }) } : {}),
  }
}

const MAX_LINTED = 500_000

function findingsIn({ now }: OpenProject, text: string): NonNullable<MigratedProject['findings']> {
  const { errors, warnings } = lintText(text, { profile: 'sam', now }).counts
  return { errors, warnings }
}

/** Returns a remark if the configuration still names the file's old profile. */
function configRemark({ config, cwd }: OpenProject): readonly string[] {
  const origin = config.origins.get('profile')
  const { profile } = config.values
  if (origin === undefined || origin === 'default' || profile === 'auto' || profile === 'sam') return []
  const lines = readText(origin.path).text.split(/\r\n|\n|\r/)
  const line = lines.findIndex(text => /"profile"\s*:/.test(text)) + 1
  const place = `${relative(cwd, origin.path)}${line === 0 ? '' : `:${line}`}`
  return [
    `${place} still says "profile": "${profile}". Set it to "sam" or "auto"; otherwise lint uses that profile`,
  ]
}

function archiveRemark({ project, cwd }: OpenProject): readonly string[] {
  const archive = archivePathOf(project.file)
  return isThere(archive) ? [`${relative(cwd, archive)} stays as it is; it is read in any format`] : []
}
