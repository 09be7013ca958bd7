import type { LintRequest } from './lint-request.ts'

/** What `notes lint` asks for with files, `--strict` and `--json` alone. */
export interface PlainLint {
  readonly request: LintRequest
  readonly json: boolean
}

/**
 * Undefined for everything else, which commander reads: to load it and to build our commands with it takes 8 ms, a
 * sixth of the lint of a small file. A test holds this to what commander makes of the same words.
 */
export function plainLint([word, ...words]: readonly string[]): PlainLint | undefined {
  const files = words.filter(each => !each.startsWith('-'))
  const flags = words.filter(each => each.startsWith('-'))
  if (word !== 'lint' || flags.some(flag => flag !== '--strict' && flag !== '--json')) return undefined
  const request: LintRequest = {
    files,
    fix: false,
    fixUnsafe: false,
    fixDryRun: false,
    diff: false,
    format: undefined,
    strict: flags.includes('--strict'),
    rule: [],
    maxWarnings: undefined,
    profile: undefined,
    changed: false,
    staged: false,
    since: undefined,
    stdinFilename: undefined,
    watch: false,
    now: undefined,
    writeBaseline: false,
  }
  return { request, json: flags.includes('--json') }
}
