import { join } from 'node:path'
import pkg from '../../../package.json' with { type: 'json' }
import { withPath } from '../../error.ts'
import { projectPath } from '../../evidence/code.ts'
import { ownPath } from '../../files/own-names.ts'
import { isThere } from '../../files/read/look.ts'
import { readText } from '../../files/read/read-text.ts'
import { createFile } from '../../files/swap/write.ts'
import { updateFile } from '../../files/update-file.ts'
import { accept, type Baseline, NO_BASELINE, parseBaseline, withoutAccepted } from '../../lint/baseline.ts'
import { DEFAULT_SETTINGS, lintContext } from '../../lint/context.ts'
import { citedPlaces } from '../../lint/facts/cited-places.ts'
import { placesInWords } from '../../lint/facts/places-in-words.ts'
import { fixAll } from '../../lint/fix.ts'
import { lint } from '../../lint/lint.ts'
import { buildReport, type LintedFile, type LintReport } from '../../lint/report.ts'
import type { FixKind } from '../../lint/rule.ts'
import { rules } from '../../lint/rules.ts'
import { unifiedDiff } from '../../markdown/diff.ts'
import { readToLint } from '../../notes/notes.ts'
import type { ProfileName } from '../../notes/profile.ts'
import { maskSecrets } from '../../safety/secrets.ts'
import type { OpenProject } from '../open.ts'
import { rememberChange } from '../undo.ts'
import {
  level1LossesFor,
  linters,
  prepareWork,
  type ReadAndLint,
  readSeverities,
  type Work,
} from './linter.ts'
import { findTargets, type Target } from './targets.ts'

/** Selects the texts to lint, how strict to be, and what to write. */
export interface LintRequest {
  /** Files, or patterns such as `docs/*.md`, relative to the working folder. Default: the project's notes file. */
  readonly files?: readonly string[] | undefined
  /** A text to lint instead of files, as if it were saved under `name`. */
  readonly input?: { readonly text: string; readonly name?: string | undefined } | undefined
  /** Only files that differ from HEAD. */
  readonly changed?: boolean
  /** Only files that are staged, as they are in the index. */
  readonly staged?: boolean
  /** Only files that differ from this revision. */
  readonly since?: string | undefined
  /** Makes every rule of the profile an error, except advice. */
  readonly strict?: boolean
  /** `name=severity` entries. They override the configuration. */
  readonly rules?: readonly string[]
  /** The dialect, instead of the detected one. */
  readonly profile?: ProfileName | undefined
  /** The current time for rules about dates. */
  readonly now?: () => Date
  /** `unsafe` includes the safe fixes. */
  readonly fix?: FixKind | undefined
  /** Puts the fixes in the `diff` of each file instead of writing them. */
  readonly dryRun?: boolean
  /** Accepts the current findings into the baseline, except those that no baseline can accept. */
  readonly writeBaseline?: boolean
}

export interface LintedProject {
  readonly report: LintReport
  /** The text of `input` after fixing, even if unchanged. Undefined without `fix`, and in a dry run. */
  readonly fixedInput: string | undefined
  /** The absolute path of every file the findings depend on (notes and cited code), and whether it exists. */
  readonly paths: () => ReadonlyMap<string, boolean>
}

/**
 * Lints the notes files of a project, and fixes them on request.
 * @example
 * const { report } = await lintProject(project, { strict: true })
 * console.log(reporters.stylish(report, { color: false, columns: 80 }))
 */
export async function lintProject(open: OpenProject, request: LintRequest = {}): Promise<LintedProject> {
  const work = prepareWork(open, request)
  const { targets, committed } = await findTargets(open, request)
  const baselinePath = baselineOf(open)
  const baseline = isThere(baselinePath)
    ? parseBaseline(readText(baselinePath).text, baselinePath)
    : NO_BASELINE
  const linted: LintedFile[] = []
  const accepted: Record<string, Baseline['files'][string]> = {}
  for (const { target, read } of linters(work, targets, committed)) {
    if (request.writeBaseline === true) {
      const { notes, findings, crashes } = read(target.text)
      const made = accept(notes, findings, rules)
      accepted[target.name] = made.accepted
      const count = findings.length - made.refused.length
      linted.push({ path: target.name, notes, findings: made.refused, crashes, accepted: count })
    } else linted.push(await lintFile(open, request, target, read, baseline))
  }
  if (request.writeBaseline === true) await writeBaseline(open, baselinePath, baseline, accepted)
  return {
    report: reportOf(linted),
    fixedInput: fixedInputOf(request, targets, linted),
    paths: () => pathsOf(open, work, targets, linted),
  }
}

function baselineOf({ project: { root }, config: { values, origins } }: OpenProject): string {
  try {
    return ownPath(root, values.lint.baseline)
  } catch (error) {
    const origin = origins.get('lint.baseline') ?? 'default'
    throw origin === 'default' ? error : withPath(error, origin.path)
  }
}

/**
 * Lints one text on its own, without comparing it with code or history.
 * @example const { counts } = lintText(text, { strict: true, name: 'NOTES.md' })
 */
export function lintText(
  text: string,
  {
    name = '<text>',
    profile,
    strict = false,
    rules: entries = [],
    now = () => new Date(),
  }: Pick<LintRequest, 'profile' | 'strict' | 'rules' | 'now'> & { readonly name?: string } = {},
): LintReport {
  const notes = readToLint(text, profile === undefined ? {} : { profile })
  const severities = { strict, rules: readSeverities(entries) }
  const at = now()
  const level1Losses = level1LossesFor(DEFAULT_SETTINGS, at, () => undefined)
  const found = lint(lintContext(notes, { now: at, level1Losses }), rules, severities)
  return reportOf([{ path: name, notes, ...found }])
}

const reportOf = (files: readonly LintedFile[]): LintReport =>
  buildReport(files, { version: pkg.version, rules, mask: maskSecrets })

const KINDS: Readonly<Record<FixKind, readonly FixKind[]>> = { safe: ['safe'], unsafe: ['safe', 'unsafe'] }

/** Lints one text. On request fixes it first and, unless it came from input or this is a dry run, its file. */
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
  // In a damaged file (an unclosed fence, say) the structure cannot be trusted: report, but never fix.
  if (fix === undefined || first.notes.document.damage.length > 0) return { path: target.name, ...first }
  const kinds = KINDS[fix]
  const { text, applied, dropped } = fixAll(target.text, read, kinds)
  const changed = text !== target.text
  if (changed && !dryRun && !target.fromInput)
    await writeFixed(open, target.path, source => fixAll(source, read, kinds).text)
  const diff = changed && dryRun ? unifiedDiff(target.text, text, { path: target.name }) : undefined
  return {
    path: target.name,
    ...(changed ? read(text) : first),
    fixed: applied.length,
    dropped,
    ...(diff === undefined ? {} : { diff }),
  }
}

/** Writes the fixes. Fixes to the project's own notes file are recorded, so that `notes undo` can revert them. */
async function writeFixed(open: OpenProject, path: string, fix: (text: string) => string): Promise<void> {
  const { project } = open
  const { before, after } = await updateFile(path, fix, { root: project.root })
  if (path === project.file && before !== after)
    await rememberChange(open, 'lint --fix', [{ path, before, after }])
}

/** Accepts the findings of the linted files. Other files keep their entries. */
async function writeBaseline(
  { project }: OpenProject,
  path: string,
  old: Baseline,
  accepted: Baseline['files'],
): Promise<void> {
  const text = `${JSON.stringify({ version: 1, files: { ...old.files, ...accepted } }, null, 2)}\n`
  if (!createFile(path, text)) await updateFile(path, () => text, { root: project.root })
}

function fixedInputOf(
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
  const cited = linted.flatMap(({ notes }) => [...citedPlaces(notes), ...placesInWords(notes, code)])
  for (const { locator } of cited) {
    const path = projectPath(locator, code)
    if (path === undefined) continue
    // The reader caches files, so this is what the rules saw.
    const file = code.read(path)
    paths.set(join(project.root, path), !('problem' in file && file.problem === 'missing'))
  }
  return paths
}
