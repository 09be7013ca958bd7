import { basename, relative, resolve } from 'node:path'
import { usage } from '../../error.ts'
import { globMatcher, isSkipped } from '../../files/glob.ts'
import { isThere } from '../../files/read/look.ts'
import { pathBelow } from '../../files/real-path.ts'
import { type Wanted, watchFiles } from '../../files/watch.ts'
import { errorsOnly, whyUnfixed } from '../../lint/report.ts'
import { type ReporterName, reporters } from '../../lint/reporters/reporters.ts'
import { PROFILES } from '../../notes/profile.ts'
import { type LintedProject, type LintRequest, lintProject } from '../../project/lint/project.ts'
import { isPattern } from '../../project/lint/targets.ts'
import { painter, returned, type Shown } from '../../safety/door.ts'
import { forReader, paintedDiff } from '../print/output.ts'
import { type Places, placesIn } from '../print/places.ts'
import { type Context, defineCommand, type Host } from '../program/command.ts'
import { reportError } from '../program/errors.ts'

const FORMATS = ['stylish', 'json', 'sarif', 'github', 'junit'] as const satisfies readonly ReporterName[]

export const lintCommand = defineCommand({
  name: 'lint',
  summary: 'Check notes files against the protocol and the code',
  details:
    'Without files, lints the notes file of the project. It also takes patterns, such as "**/NOTES.md", and - for\n' +
    'standard input. `notes explain RULE` says what a rule checks, why it matters and how to fix its findings.',
  arguments: { files: { does: 'notes files, patterns, or -', variadic: true } },
  options: {
    fix: { kind: 'flag', does: 'fix what can be fixed safely' },
    fixUnsafe: { kind: 'flag', does: 'also apply fixes that are good guesses; review the result' },
    fixDryRun: { kind: 'flag', does: 'show what --fix would change, and write nothing' },
    diff: { kind: 'flag', does: 'the same as --fix-dry-run' },
    format: { kind: 'choice', short: 'f', choices: FORMATS, does: 'the output format; json with --json' },
    quiet: { kind: 'flag', does: 'print errors only; --max-warnings still counts warnings' },
    color: { kind: 'flag', does: 'color the output, even in a pipe' },
    noColor: { kind: 'flag', does: 'print without color' },
    strict: {
      kind: 'flag',
      does: 'make every rule of the profile an error, except advice about dates and size',
    },
    rule: { kind: 'list', value: 'rule=severity', does: 'set one rule to off, warning or error' },
    maxWarnings: { kind: 'number', value: 'count', does: 'fail if there are more warnings than this' },
    profile: { kind: 'choice', choices: PROFILES, does: 'the dialect, instead of the detected one' },
    changed: { kind: 'flag', does: 'only files that differ from HEAD' },
    staged: { kind: 'flag', does: 'only staged files, as they are in the index; not with --fix' },
    since: {
      kind: 'text',
      value: 'revision',
      does: 'only files that differ from this revision; rules about history compare with it',
    },
    stdinFilename: { kind: 'text', value: 'path', does: 'the file name for standard input' },
    watch: { kind: 'flag', does: 'lint again when the notes or the code they cite change' },
    now: { kind: 'text', value: 'time', does: 'the current time for rules about dates' },
    writeBaseline: {
      kind: 'flag',
      does: 'accept current findings, except secrets, conflict markers and paths that leave the project',
    },
  },
  examples: [
    { line: 'notes lint', does: 'the notes file of the project' },
    { line: 'notes lint --strict --format github', does: 'in CI, as annotations' },
    { line: 'notes lint --diff', does: 'what --fix would do' },
  ],
  exits: { 0: 'no errors', 1: 'errors, or more warnings than --max-warnings' },
  async run(given, { files, rule, maxWarnings, stdinFilename, now, watch, quiet, ...asked }) {
    const context =
      asked.color || asked.noColor ? { ...given, host: { ...given.host, color: asked.color } } : given
    const { host } = context
    const format = formatOf(context, asked.format)
    const dryRun = asked.diff || asked.fixDryRun
    const fix = asked.fixUnsafe ? 'unsafe' : asked.fix || dryRun ? 'safe' : undefined
    const input = {
      name: stdinFilename,
      get text() {
        return host.readInput()
      },
    }
    const request: LintRequest = {
      ...asked,
      fix,
      dryRun,
      rules: rule,
      ...(files.includes('-') ? { input } : { files }),
      ...(now === undefined ? {} : { now: () => parseNow(now) }),
    }
    const run = async () => {
      const done = await lintProject(context, request)
      // The name of standard input is printed as it was given.
      const places = files.includes('-') ? {} : placesIn(context)
      return {
        code: print(context, done, {
          format,
          dryRun,
          quiet,
          isFixing: fix !== undefined,
          maxWarnings,
          places,
        }),
        paths: done.paths,
      }
    }
    if (!watch) return (await run()).code
    if (files.includes('-') || asked.writeBaseline)
      throw usage(
        `--watch cannot be combined with ${asked.writeBaseline ? '--write-baseline' : '-'}`,
        'Name files, or drop --watch',
      )
    return watchLint(context, { files, announce: format === 'stylish' ? host.out : host.err, run })
  },
})

interface Printing {
  readonly format: ReporterName
  readonly dryRun: boolean
  readonly quiet: boolean
  readonly isFixing: boolean
  readonly maxWarnings: number | undefined
  readonly places: Partial<Places>
}

/**
 * Prints the findings, and returns the exit code. 0: no errors; 1: errors, or more warnings than allowed; 2: a rule
 * crashed.
 */
function print(
  context: Context,
  { report, fixedInput }: LintedProject,
  { format, dryRun, quiet, isFixing, places, maxWarnings = Number.POSITIVE_INFINITY }: Printing,
): 0 | 1 | 2 {
  const { host } = context
  const text = reporters[format](quiet ? errorsOnly(report) : report, {
    color: host.color,
    columns: host.columns,
    ...places,
  })
  const diffs = report.files.map(({ diff = '' }) => diff).join('')
  if (format !== 'stylish') host.out(text)
  else if (fixedInput !== undefined) {
    host.out(returned(fixedInput))
    host.err(text)
  } else host.out(dryRun ? forReader(context, paintedDiff(context, diffs)) : text)
  const isBroken = report.files.some(({ crashes }) => crashes.length > 0)
  if (dryRun && isBroken && format === 'stylish') host.err(text)
  if (isFixing && format === 'stylish')
    for (const file of report.files) {
      const reason = whyUnfixed(file)
      // A report without findings says so itself; an empty diff does not.
      if (reason !== undefined && (dryRun || file.findings.length > 0))
        host.err(forReader(context, `${reason}\n`))
    }
  if (isBroken) return 2
  const { errors, warnings } = report.counts
  return errors > 0 || warnings > maxWarnings ? 1 : 0
}

/** The output format. With `--json`, standard output must hold one JSON document, so other formats are refused. */
function formatOf({ json }: Context, format: ReporterName | undefined): ReporterName {
  if (json && format !== undefined && format !== 'json' && format !== 'sarif')
    throw usage(`--json cannot be combined with --format ${format}`, 'Drop one of the two')
  return format ?? (json ? 'json' : 'stylish')
}

function parseNow(typed: string): Date {
  const at = Date.parse(typed)
  if (Number.isNaN(at)) throw usage(`Invalid time "${typed}"`, 'Write it as 2026-01-31T00:00:00Z')
  return new Date(at)
}

interface Watched {
  readonly files: readonly string[]
  /** Prints the line between two runs, to the stream that programs do not read. */
  readonly announce: Host['out']
  readonly run: () => Promise<{ code: 0 | 1 | 2; paths: () => ReadonlyMap<string, boolean> }>
}

/** Runs again whenever the notes or the code that they cite change, until the user interrupts it. */
async function watchLint(context: Context, { files, announce, run }: Watched): Promise<0 | 1 | 2> {
  const { host } = context
  const asked = filesToWatch(context, files)
  let wanted = asked
  let code: 0 | 1 | 2 = 0
  await watchFiles(async changed => {
    announce(headline(context, changed))
    try {
      const done = await run()
      code = done.code
      wanted = { ...asked, paths: new Map([...asked.paths, ...done.paths()]) }
    } catch (error) {
      // A file may be missing for now, and the next change may restore it.
      code = reportError(error, host, false)
    }
    return wanted
  }, host.interrupted())
  return code
}

/** The named files, existing or not, and the folders in which files that match a pattern may appear. */
function filesToWatch({ host, project }: Context, files: readonly string[]): Wanted {
  const patterns = files.filter(file => isPattern(host.cwd, file))
  const matchers = patterns.map(globMatcher)
  const named = files.filter(file => !patterns.includes(file)).map(file => resolve(host.cwd, file))
  return {
    root: project.root,
    paths: new Map((files.length === 0 ? [project.file] : named).map(path => [path, isThere(path)])),
    folders: patterns.length === 0 ? [] : [host.cwd],
    counts: (path, isFolder) => {
      const inside = pathBelow(host.cwd, path)
      return isFolder ? !isSkipped(basename(path)) : matchers.some(matches => matches(inside))
    },
  }
}

const MAX_NAMES = 3

/** A line between two runs: the time, and the files that changed. */
function headline(context: Context, changed: readonly string[]): Shown {
  const { host } = context
  const time = host.now().toTimeString().slice(0, 8)
  const names = changed.map(path => `${relative(host.cwd, path) || path}${isThere(path) ? '' : ' (gone)'}`)
  const more = names.length > MAX_NAMES ? [`${names.length - MAX_NAMES} more`] : []
  const what =
    names.length === 0 ? 'watching, Ctrl-C to stop' : [...names.slice(0, MAX_NAMES), ...more].join(', ')
  const said = `── ${time}  ${what} `
  return forReader(context, `${painter(host.color).faint(said.padEnd(Math.min(host.columns, 100), '─'))}\n`)
}
