import { PROFILES } from '../protocol/profile.ts'
import { defineCommand } from './command.ts'
import { runLint } from './lint-plainly.ts'
import { watchLint } from './lint-watch.ts'

const FORMATS = ['stylish', 'json', 'sarif', 'github', 'junit'] as const

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
  run: async (context, input) =>
    input.watch ? watchLint(context, input) : (await runLint(context, input)).code,
})
