import { join } from 'node:path'
import pkg from '../../../package.json' with { type: 'json' }
import { projectPath } from '../../evidence/code.ts'
import { isThere } from '../../files/look.ts'
import { ownPath } from '../../files/own-names.ts'
import { readText } from '../../files/read-text.ts'
import { accept, type Baseline, NO_BASELINE, parseBaseline, withoutAccepted } from '../../lint/baseline.ts'
import { citedPlaces } from '../../lint/cited-places.ts'
import { lintContext } from '../../lint/context.ts'
import { lint } from '../../lint/lint.ts'
import { buildReport, type LintedFile, type LintReport } from '../../lint/report.ts'
import type { FixKind } from '../../lint/rule.ts'
import { rules } from '../../lint/rules.ts'
import { readNotes } from '../../notes/notes.ts'
import type { ProfileName } from '../../notes/profile.ts'
import { maskSecrets } from '../../safety/secrets.ts'
import type { OpenProject } from '../open.ts'
import { linterOf, prepareWork, type ReadAndLint, readSeverities, type Work } from './linter.ts'
import { findTargets, type Target } from './targets.ts'
import { repairFile, writeBaseline } from './write.ts'

/** Chooses the texts to lint, how strictly, and what is written. */
export interface LintRequest {
  /** Files, or patterns such as `docs/*.md`, from the working folder. Without any, the project's notes file. */
  readonly files?: readonly string[] | undefined
  /** A text that is linted instead of files, as if it were saved under this name. */
  readonly input?: { readonly text: string; readonly name?: string | undefined } | undefined
  /** Only files that differ from HEAD. */
  readonly changed?: boolean
  /** Only files that are staged, as they are in the index. */
  readonly staged?: boolean
  /** Only files that differ from this revision. */
  readonly since?: string | undefined
  /** Makes every rule of the profile an error, apart from advice. */
  readonly strict?: boolean
  /** `name=severity`, after those of the configuration. */
  readonly rules?: readonly string[]
  /** The dialect, instead of the detected one. */
  readonly profile?: ProfileName | undefined
  /** The clock of rules about dates. */
  readonly now?: () => Date
  /** `unsafe` includes the safe fixes. */
  readonly fix?: FixKind | undefined
  /** Fixes are shown as `diff` of each file and not written. */
  readonly dryRun?: boolean
  /** Accepts today's findings into the baseline, apart from those that no baseline takes. */
  readonly writeBaseline?: boolean
}

export interface LintedProject {
  readonly report: LintReport
  /** The fixed text of `input`, also when nothing had to be fixed. */
  readonly repaired: string | undefined
  /** The files that the findings depend on, notes and cited code, as absolute paths: do they exist? */
  readonly paths: () => ReadonlyMap<string, boolean>
}

/**
 * Lints the notes files of a project, and fixes them when asked.
 * @example
 * const { report } = await lintProject(project, { strict: true })
 * console.log(reporters.stylish(report, { color: false, columns: 80 }))
 */
export async function lintProject(open: OpenProject, request: LintRequest = {}): Promise<LintedProject> {
  const work = prepareWork(open, request)
  const { targets, committed } = await findTargets(open, request, work.repository)
  const baselinePath = ownPath(open.project.root, open.config.values.lint.baseline)
  const baseline = readBaseline(baselinePath)
  const linted: LintedFile[] = []
  const accepted: Record<string, Baseline['files'][string]> = {}
  for (const target of targets) {
    const read = await linterOf(work, target, committed.get(target.name))
    if (request.writeBaseline === true) {
      const { notes, findings } = read(target.text)
      const made = accept(notes, findings, rules)
      accepted[target.name] = made.accepted
      const count = findings.length - made.refused.length
      linted.push({ path: target.name, notes, findings: made.refused, crashes: [], accepted: count })
    } else linted.push(await lintFile(open, request, target, read, baseline))
  }
  if (request.writeBaseline === true) await writeBaseline(open, baselinePath, baseline, accepted)
  return {
    report: reportOf(linted),
    repaired: repairedInput(request, targets, linted),
    paths: () => pathsOf(open, work, targets, linted),
  }
}

/**
 * Lints one text on its own: nothing is compared with code or history.
 * @example const { counts } = lintText(text, { strict: true, name: 'NOTES.md' })
 */
export function lintText(
  text: string,
  {
    name = '<text>',
    profile,
    strict = false,
    rules: said = [],
    now = () => new Date(),
  }: Pick<LintRequest, 'profile' | 'strict' | 'rules' | 'now'> & { readonly name?: string } = {},
): LintReport {
  const notes = readNotes(text, profile === undefined ? {} : { profile })
  const severities = { strict, rules: readSeverities(said) }
  const found = lint(lintContext(notes, { now: now() }), rules, severities)
  return reportOf([{ path: name, notes, ...found }])
}

const reportOf = (files: readonly LintedFile[]): LintReport =>
  buildReport(files, { version: pkg.version, rules, mask: maskSecrets })

function readBaseline(path: string): Baseline {
  return isThere(path) ? parseBaseline(readText(path).text, path) : NO_BASELINE
}

/** Lints one text, fixing it first when asked. */
async function lintFile(
  open: OpenProject,
  { fix, dryRun = false }: LintRequest,
  target: Target,
  readAll: ReadAndLint,
  baseline: Baseline,
): Promise<LintedFile> {
  const read = (text: string) => {
    const found = readAll(text)
    const findings = withoutAccepted(target.name, found.notes, found.findings, baseline)
    return { ...found, findings, accepted: found.findings.length - findings.length }
  }
  const first = read(target.text)
  // Behind a fence that never closes nothing is what it looks like: reported, never repaired.
  if (fix === undefined || first.notes.document.damage.length > 0) return { path: target.name, ...first }
  return repairFile(open, { fix, dryRun }, target, read, first)
}

function repairedInput(
  { fix, dryRun }: LintRequest,
  [target]: readonly Target[],
  [file]: readonly LintedFile[],
): string | undefined {
  const isFilter = target?.fromInput === true && fix !== undefined && dryRun !== true
  return isFilter ? file?.notes.document.text : undefined
}

function pathsOf(
  { project }: OpenProject,
  { code }: Work,
  targets: readonly Target[],
  linted: readonly LintedFile[],
): ReadonlyMap<string, boolean> {
  const paths = new Map(targets.map(({ path }) => [path, true]))
  for (const { locator } of linted.flatMap(({ notes }) => citedPlaces(notes))) {
    const path = projectPath(locator, code)
    if (path === undefined) continue
    // Cached by the reader: this is what the rules saw.
    const file = code.read(path)
    paths.set(join(project.root, path), !('problem' in file && file.problem === 'missing'))
  }
  return paths
}
