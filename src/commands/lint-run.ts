import { join, relative, resolve, sep } from 'node:path'
import pkg from '../../package.json' with { type: 'json' }
import { unifiedDiff } from '../document/diff.ts'
import { NotesError } from '../error.ts'
import { openRepository, type Repository } from '../git/repository.ts'
import { accept, type Baseline, NO_BASELINE, parseBaseline, withoutAccepted } from '../lint/baseline.ts'
import { lintContext } from '../lint/context.ts'
import { fixAll, type Linted } from '../lint/fix.ts'
import { type LintResult, lint } from '../lint/lint.ts'
import { buildReport, type LintedFile, type LintReport } from '../lint/report.ts'
import { type ReporterName, reporters } from '../lint/reporters/reporters.ts'
import type { LintSettings } from '../lint/rule.ts'
import { rules } from '../lint/rules.ts'
import type { SeverityOptions } from '../lint/severity.ts'
import { type Notes, type ReadOptions, readNotes } from '../protocol/notes.ts'
import type { ProfileName } from '../protocol/profile.ts'
import { maskSecrets } from '../safety/secrets.ts'
import { globFiles, isGlob } from '../workspace/glob.ts'
import { isThere } from '../workspace/look.ts'
import { codeReader } from '../workspace/read-code.ts'
import { readText } from '../workspace/read-text.ts'
import { updateFile } from '../workspace/update-file.ts'
import { createFile } from '../workspace/write.ts'
import { archivePathOf } from './archive-file.ts'
import type { Context } from './context.ts'
import { readNow, readSeverities } from './lint-options.ts'
import { readOptions } from './read-project.ts'
import { rememberChange } from './undo-log.ts'

export interface LintRequest {
  readonly files: readonly string[]
  readonly format: ReporterName | undefined
  readonly strict: boolean
  readonly rule: readonly string[]
  readonly profile: ProfileName | undefined
  readonly now: string | undefined
  readonly maxWarnings: number | undefined
  readonly fix: boolean
  readonly fixUnsafe: boolean
  readonly fixDryRun: boolean
  readonly diff: boolean
  readonly changed: boolean
  readonly staged: boolean
  readonly since: string | undefined
  readonly stdinFilename: string | undefined
  readonly writeBaseline: boolean
}

interface Target {
  readonly path: string
  /** From the project root, with `/`. */
  readonly name: string
  readonly text: string
  readonly fromInput: boolean
}

/** Lints, fixes when asked, and reports. 0: no errors; 1: errors, or more warnings than allowed; 2: a rule broke. */
export async function runLint(context: Context, request: LintRequest): Promise<0 | 1 | 2> {
  const work = await prepare(context, request)
  const targets = await findTargets(context, request, work.repository)
  const baseline = readBaseline(context)
  const linted: LintedFile[] = []
  const diffs: string[] = []
  const accepted: Record<string, Baseline['files'][string]> = {}
  for (const target of targets) {
    const committed = await committedText(work, target, request)
    const read = reader(context, request, work, target, committed)
    if (request.writeBaseline) {
      const first = read(target.text)
      accepted[target.name] = accept(first.notes, first.findings, rules)
    }
    const kinds = request.fixUnsafe ? (['safe', 'unsafe'] as const) : (['safe'] as const)
    const fixing = request.fix || request.fixUnsafe || request.fixDryRun || request.diff
    const shown = (text: string): Linted & LintResult => {
      const all = read(text)
      const findings = request.writeBaseline
        ? []
        : withoutAccepted(target.name, all.notes, all.findings, baseline)
      return { ...all, findings }
    }
    // Behind a fence that never closes nothing is what it looks like: reported, never repaired.
    const damaged = fixing && readNotes(target.text, work.options).document.damage.length > 0
    const fixed = fixing && !damaged ? fixAll(target.text, shown, kinds) : undefined
    const after = fixed === undefined ? shown(target.text) : shown(fixed.text)
    if (fixed !== undefined && fixed.text !== target.text) {
      if (request.diff || request.fixDryRun)
        diffs.push(unifiedDiff(target.text, fixed.text, { path: target.name }))
      else if (target.fromInput) diffs.push(fixed.text)
      else await writeFixed(context, target.path, text => fixAll(text, shown, kinds).text)
    }
    linted.push({
      path: target.name,
      notes: after.notes,
      findings: after.findings,
      crashes: after.crashes,
      fixed: fixed?.applied.length ?? 0,
      dropped: fixed?.dropped ?? [],
    })
  }
  if (request.writeBaseline) await writeBaseline(context, baseline, accepted)
  return answer(
    context,
    request,
    buildReport(linted, { version: pkg.version, rules, mask: maskSecrets }),
    diffs,
  )
}

/** `notes undo` takes a repair of the project's own notes back like any other change. */
async function writeFixed(context: Context, path: string, fix: (text: string) => string): Promise<void> {
  const { project } = context
  const { before, after } = await updateFile(path, fix, { root: project.root })
  if (path === project.file && before !== after)
    await rememberChange(context, 'lint --fix', [{ path, before, after }])
}

interface Work {
  readonly severities: SeverityOptions
  readonly options: ReadOptions
  readonly settings: LintSettings
  readonly now: Date
  readonly repository: Repository | undefined
}

async function prepare(context: Context, request: LintRequest): Promise<Work> {
  const { config, host, project } = context
  const { lint: settings, recovery, decisions, limits, tokens } = config.values
  const said = readSeverities(
    [...settings.rules, ...request.rule],
    rules.map(({ name }) => name),
  )
  const options = {
    ...readOptions(context),
    ...(request.profile === undefined ? {} : { profile: request.profile }),
  }
  return {
    severities: { strict: request.strict, rules: said },
    options,
    settings: {
      conventions: options.conventions ?? readOptions(context).conventions,
      level1: recovery.level1,
      keep: decisions.keep,
      fileBytes: limits.fileBytes,
      tokenFactor: tokens.factor,
    } as LintSettings,
    now: readNow(request.now, host.now()),
    repository: isThere(join(project.root, '.git')) ? openRepository(project.root) : undefined,
  }
}

/** Reads and lints a text in its place. */
function reader(
  context: Context,
  _request: LintRequest,
  work: Work,
  target: Target,
  committed: string | undefined,
) {
  const code = codeReader(context.project.root)
  let old: Notes | undefined
  /** Mostly the text is as it was committed: then nothing can be missing, and its records are not read twice. */
  const before = (text: string): Notes | undefined => {
    if (committed === undefined || committed === text) return undefined
    old ??= readNotes(committed, work.options)
    return old
  }
  const archivePath = archivePathOf(target.path)
  const archived: Notes | undefined = isThere(archivePath)
    ? readNotes(readText(archivePath).text, work.options)
    : undefined
  return (text: string): Linted & LintResult => {
    const notes = readNotes(text, work.options)
    const surroundings = { now: work.now, settings: work.settings, code, committed: before(text), archived }
    return { notes, ...lint(lintContext(notes, surroundings), rules, work.severities) }
  }
}

async function committedText(
  { repository }: Work,
  { name, fromInput }: Target,
  { since }: LintRequest,
): Promise<string | undefined> {
  if (repository === undefined || fromInput) return undefined
  try {
    return await repository.textAt(since ?? 'HEAD', name)
  } catch (error) {
    // A repository without a commit has no history to hold the file against.
    if (since === undefined && error instanceof NotesError) return undefined
    throw error
  }
}

async function findTargets(
  context: Context,
  request: LintRequest,
  repository: Repository | undefined,
): Promise<readonly Target[]> {
  const { host, project } = context
  const nameOf = (path: string): string => relative(project.root, path).split(sep).join('/')
  if (request.files.includes('-')) {
    const path = resolve(host.cwd, request.stdinFilename ?? 'stdin.md')
    return [{ path, name: request.stdinFilename ?? '<stdin>', text: host.readInput(), fromInput: true }]
  }
  const paths =
    request.files.length === 0 ? [project.file] : request.files.flatMap(file => expand(host.cwd, file))
  const known =
    request.changed || request.staged || request.since !== undefined
      ? await changedNames(request, repository)
      : undefined
  const chosen = known === undefined ? paths : paths.filter(path => known.has(nameOf(path)))
  return [...new Set(chosen)].map(path => ({
    path,
    name: nameOf(path),
    text: readText(path).text,
    fromInput: false,
  }))
}

function expand(cwd: string, file: string): readonly string[] {
  if (!isGlob(file) || isThere(resolve(cwd, file))) return [resolve(cwd, file)]
  const found = globFiles(cwd, file)
  if (found.length === 0)
    throw new NotesError(
      'usage',
      `No file matches ${file}`,
      'Quote the pattern, and write it from this folder: "**/NOTES.md"',
    )
  return found
}

async function changedNames(
  { staged, since }: LintRequest,
  repository: Repository | undefined,
): Promise<ReadonlySet<string>> {
  if (repository === undefined)
    throw new NotesError(
      'usage',
      'There is no git repository here',
      'Leave --changed, --staged and --since away, or run this inside one',
    )
  return new Set(staged ? await repository.stagedFiles() : await repository.changedFiles(since ?? 'HEAD'))
}

const baselinePath = ({ project, config }: Context): string => join(project.root, config.values.lint.baseline)

function readBaseline(context: Context): Baseline {
  const path = baselinePath(context)
  return isThere(path) ? parseBaseline(readText(path).text, path) : NO_BASELINE
}

/** Files that were not linted now keep what was accepted of them. */
async function writeBaseline(context: Context, old: Baseline, accepted: Baseline['files']): Promise<void> {
  const path = baselinePath(context)
  const text = `${JSON.stringify({ version: 1, files: { ...old.files, ...accepted } }, null, 2)}\n`
  if (!createFile(path, text)) await updateFile(path, () => text, { root: context.project.root })
}

function answer(
  context: Context,
  request: LintRequest,
  found: LintReport,
  diffs: readonly string[],
): 0 | 1 | 2 {
  const { host } = context
  const format = request.format ?? (context.json ? 'json' : 'stylish')
  if (diffs.length > 0 && (request.diff || request.fixDryRun || request.files.includes('-')))
    host.out(diffs.join(''))
  else host.out(reporters[format](found, { color: host.color, columns: host.columns }))
  if (found.files.some(({ crashes }) => crashes.length > 0)) return 2
  const { errors, warnings } = found.counts
  return errors > 0 || warnings > (request.maxWarnings ?? Number.POSITIVE_INFINITY) ? 1 : 0
}
