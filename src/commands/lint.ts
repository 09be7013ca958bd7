import { type ReporterName, reporters } from '../lint/reporters/reporters.ts'
import { type LintedProject, type LintRequest, lintProject } from '../project/lint/project.ts'
import { PROFILES } from '../protocol/profile.ts'
import { returned } from '../safety/door.ts'
import { defineCommand } from './command.ts'
import type { Context } from './context.ts'
import { usage } from './entries.ts'
import { watchLint } from './lint-watch.ts'
import { forReader } from './output.ts'

const FORMATS = ['stylish', 'json', 'sarif', 'github', 'junit'] as const satisfies readonly ReporterName[]

export const lintCommand = defineCommand({
  name: 'lint',
  summary: 'Check notes files against the protocol and the code',
  details:
    'Without files, the notes file of the project; patterns such as "**/NOTES.md" and - for standard input work too.\n' +
    'What is wrong, why it matters and what to do: `notes explain RULE`.',
  arguments: { files: { does: 'notes files, patterns, or -', variadic: true } },
  options: {
    fix: { kind: 'flag', does: 'repair what can be repaired safely' },
    fixUnsafe: { kind: 'flag', does: 'repair good guesses too; look at the result' },
    fixDryRun: { kind: 'flag', does: 'show what --fix would change, and write nothing' },
    diff: { kind: 'flag', does: 'the same as --fix-dry-run' },
    format: { kind: 'choice', choices: FORMATS, does: 'how to report; json with --json' },
    strict: {
      kind: 'flag',
      does: 'every rule of the profile is an error, but for advice about dates and size',
    },
    rule: { kind: 'list', value: 'name=severity', does: 'off, warning or error for one rule' },
    maxWarnings: { kind: 'number', value: 'count', does: 'more warnings than this are an error' },
    profile: { kind: 'choice', choices: PROFILES, does: 'the dialect, instead of the detected one' },
    changed: { kind: 'flag', does: 'only files that differ from HEAD' },
    staged: { kind: 'flag', does: 'only files that are staged, as they are in the index; not with --fix' },
    since: {
      kind: 'text',
      value: 'revision',
      does: 'only files that differ from it, and history held against it',
    },
    stdinFilename: { kind: 'text', value: 'path', does: 'what standard input is called' },
    watch: { kind: 'flag', does: 'lint again when the notes or the code that they cite change' },
    now: { kind: 'text', value: 'time', does: 'the clock for rules about dates' },
    writeBaseline: {
      kind: 'flag',
      does: "accept today's findings, but for secrets, conflict markers and paths that escape",
    },
  },
  examples: [
    { line: 'notes lint', does: 'the notes file of the project' },
    { line: 'notes lint --strict --format github', does: 'in CI, as annotations' },
    { line: 'notes lint --diff', does: 'what --fix would do' },
  ],
  exits: { 0: 'no errors', 1: 'errors, or more warnings than --max-warnings' },
  async run(context, { files, rule, maxWarnings, stdinFilename, now, watch, ...asked }) {
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
      return { code: print(context, done, { format, dryRun, maxWarnings }), paths: done.paths }
    }
    if (!watch) return (await run()).code
    if (files.includes('-') || asked.writeBaseline)
      throw usage(
        `--watch does not go together with ${asked.writeBaseline ? '--write-baseline' : '-'}`,
        'Name files, or leave --watch away',
      )
    return watchLint(context, { files, announce: format === 'stylish' ? host.out : host.err, run })
  },
})

interface Printing {
  readonly format: ReporterName
  readonly dryRun: boolean
  readonly maxWarnings: number | undefined
}

/** Prints the findings. 0: no errors; 1: errors, or more warnings than allowed; 2: a rule broke. */
function print(
  context: Context,
  { report, repaired }: LintedProject,
  { format, dryRun, maxWarnings = Number.POSITIVE_INFINITY }: Printing,
): 0 | 1 | 2 {
  const { host } = context
  const text = reporters[format](report, { color: host.color, columns: host.columns })
  const diffs = report.files.map(({ diff = '' }) => diff).join('')
  if (format !== 'stylish') host.out(text)
  else if (repaired !== undefined) {
    host.out(returned(repaired))
    host.err(text)
  } else host.out(dryRun && diffs !== '' ? forReader(context, diffs) : text)
  if (report.files.some(({ crashes }) => crashes.length > 0)) return 2
  const { errors, warnings } = report.counts
  return errors > 0 || warnings > maxWarnings ? 1 : 0
}

/** Machine formats stand alone on standard output, so `--json` excludes the others. */
function formatOf({ json }: Context, format: ReporterName | undefined): ReporterName {
  if (json && format !== undefined && format !== 'json' && format !== 'sarif')
    throw usage(`--json does not go together with --format ${format}`, 'Drop one of the two')
  return format ?? (json ? 'json' : 'stylish')
}

function parseNow(typed: string): Date {
  const at = Date.parse(typed)
  if (Number.isNaN(at)) throw usage(`"${typed}" is no time`, 'Write it as 2026-01-31T00:00:00Z')
  return new Date(at)
}
