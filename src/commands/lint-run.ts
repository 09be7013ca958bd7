import { join } from 'node:path'
import pkg from '../../package.json' with { type: 'json' }
import { projectPath } from '../evidence/project-path.ts'
import { accept, type Baseline } from '../lint/baseline.ts'
import { citedPlaces } from '../lint/cited-places.ts'
import { buildReport, type LintedFile } from '../lint/report.ts'
import { rules } from '../lint/rules.ts'
import { maskSecrets } from '../safety/secrets.ts'
import type { Context } from './context.ts'
import { answerLint } from './lint-answer.ts'
import { readBaseline } from './lint-baseline.ts'
import { lintFile } from './lint-file.ts'
import { isDry, isFixing, type LintRequest } from './lint-request.ts'
import { findTargets, type Target } from './lint-targets.ts'
import { linterOf, prepareWork, type Work } from './lint-work.ts'
import { writeBaseline } from './write-baseline.ts'

export interface LintRun {
  readonly code: 0 | 1 | 2
  /** The files that were looked at, notes and cited code, as absolute paths, and whether they were there. */
  readonly paths: () => ReadonlyMap<string, boolean>
}

/** Lints, fixes when asked, and reports. */
export async function runLint(context: Context, request: LintRequest): Promise<LintRun> {
  const work = prepareWork(context, request)
  const { targets, committed } = await findTargets(context, request, work.repository)
  const baseline = readBaseline(context)
  const linted: LintedFile[] = []
  const accepted: Record<string, Baseline['files'][string]> = {}
  for (const target of targets) {
    const read = await linterOf(work, target, committed.get(target.name))
    if (request.writeBaseline) {
      const { notes, findings } = read(target.text)
      const made = accept(notes, findings, rules)
      accepted[target.name] = made.accepted
      const count = findings.length - made.refused.length
      linted.push({ path: target.name, notes, findings: made.refused, crashes: [], accepted: count })
    } else linted.push(await lintFile(context, request, target, read, baseline))
  }
  if (request.writeBaseline) await writeBaseline(context, baseline, accepted)
  const report = buildReport(linted, { version: pkg.version, rules, mask: maskSecrets })
  const code = answerLint(context, request, report, repairedInput(request, targets, linted))
  return { code, paths: () => pathsOf(context, work, targets, linted) }
}

/** What a filter passes on, also where nothing had to be repaired. */
function repairedInput(
  request: LintRequest,
  [target]: readonly Target[],
  [file]: readonly LintedFile[],
): string | undefined {
  const isFilter = target?.fromInput === true && isFixing(request) && !isDry(request)
  return isFilter ? file?.notes.document.text : undefined
}

function pathsOf(
  { project }: Context,
  { code }: Work,
  targets: readonly Target[],
  linted: readonly LintedFile[],
): ReadonlyMap<string, boolean> {
  const paths = new Map(targets.map(({ path }) => [path, true]))
  for (const { locator } of linted.flatMap(({ notes }) => citedPlaces(notes))) {
    const path = projectPath(locator, code)
    if (path === undefined) continue
    // Kept by the reader: this is what the rules saw.
    const file = code.read(path)
    paths.set(join(project.root, path), !('problem' in file && file.problem === 'missing'))
  }
  return paths
}
