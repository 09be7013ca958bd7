import { dirname } from 'node:path'
import { nearestName } from '../../config/nearest-name.ts'
import { NotesError } from '../../error.ts'
import { checkClaims } from '../../evidence/check.ts'
import type { CodeReader } from '../../evidence/code.ts'
import { isThere } from '../../files/read/look.ts'
import { readText } from '../../files/read/read-text.ts'
import { isBelow, realPath } from '../../files/real-path.ts'
import { lintContext, lintedClaims } from '../../lint/context.ts'
import type { Linted } from '../../lint/fix.ts'
import { type LintResult, lint, type SeverityOptions } from '../../lint/lint.ts'
import type { Level1Loss, LintSettings, Severity } from '../../lint/rule.ts'
import { rules } from '../../lint/rules.ts'
import { DEFAULT_CONVENTIONS } from '../../notes/conventions.ts'
import { type Notes, type ReadOptions, readNotes, readToLint } from '../../notes/notes.ts'
import type { BeadState } from '../../notes/state/read-context.ts'
import { evidenceMarks, type MarkOf } from '../../recover/evidence-marks.ts'
import { lossesOf } from '../../recover/levels/losses.ts'
import { archivePathOf } from '../archive/archive-file.ts'
import { beadAsker } from '../beads/tracker.ts'
import { apartFromNotes, codeBeside, projectCode } from '../evidence/code.ts'
import { folderOfNotes, type OpenProject } from '../open.ts'
import { readOptionsOf } from '../read.ts'
import type { LintRequest } from './project.ts'
import type { Target } from './targets.ts'

/** Reads and lints a text. Fixing calls it repeatedly. */
export type ReadAndLint = (text: string) => Linted & LintResult

/** State shared by all files of one run. */
export interface Work {
  readonly root: string
  readonly severities: SeverityOptions
  readonly options: ReadOptions
  readonly settings: LintSettings
  readonly now: Date
  readonly code: CodeReader
  readonly beadState: (id: string) => BeadState
}

export function prepareWork({ config, project, env, now }: OpenProject, request: LintRequest): Work {
  const { lint: settings, recovery, decisions, limits, tokens } = config.values
  const options = {
    ...readOptionsOf(config.values),
    ...(request.profile === undefined ? {} : { profile: request.profile }),
  }
  return {
    severities: {
      strict: request.strict === true,
      rules: readSeverities([...settings.rules, ...(request.rules ?? [])]),
    },
    options,
    settings: {
      conventions: { ...DEFAULT_CONVENTIONS, ...options.conventions },
      level1: recovery.level1,
      keep: decisions.keep,
      fileBytes: limits.fileBytes,
      tokenFactor: tokens.factor,
    },
    now: request.now?.() ?? now(),
    root: project.root,
    code: projectCode(project.root),
    beadState: beadAsker(project.root, env),
  }
}

const SEVERITIES: readonly string[] = ['off', 'warning', 'error']

/** Parses `name=severity`; the last entry for a rule wins. */
export function readSeverities(entries: readonly string[]): Readonly<Record<string, Severity>> {
  const known = rules.map(({ name }) => name)
  const found: Record<string, Severity> = {}
  for (const text of entries) {
    const cut = text.lastIndexOf('=')
    const [name, severity] = [text.slice(0, cut).trim(), text.slice(cut + 1).trim()]
    if (cut < 0 || !SEVERITIES.includes(severity))
      throw new NotesError(
        'usage',
        `"${text}" does not set a severity`,
        'Write it as rule=off, rule=warning or rule=error',
      )
    if (!known.includes(name)) {
      const near = nearestName(name, known)
      throw new NotesError(
        'usage',
        `Unknown rule "${name}"`,
        near === undefined ? 'Run `notes rules` to list the rules' : `Did you mean "${near}"?`,
      )
    }
    found[name] = severity as Severity
  }
  return found
}

/**
 * Creates the linter of each target. With several targets, their claims are followed together first, so that git is
 * asked once instead of once per file. Blame is then left out: it would take one process per file, and only references
 * stamped with just a time of day need it.
 */
export function linters(
  work: Work,
  targets: readonly Target[],
  committed: (target: Target) => string | undefined,
): readonly { readonly target: Target; readonly read: ReadAndLint }[] {
  const { root, options } = work
  const [first, ...more] = targets
  if (first === undefined) return []
  const notes = targets.map(({ text }) => readToLint(text, options))
  const paths = targets.map(({ path }) => path)
  const code = more.length === 0 ? codeBeside(work.code, root, first.path) : apartFromNotes(work.code, paths)
  const codes = paths.map(path => ({ ...code, beside: folderOfNotes(root, path) }))
  // Asks git once for all files. The rules use the same readers, which keep what is found here.
  if (more.length > 0)
    checkClaims(
      notes.flatMap((one, index) => lintedClaims(one, codes[index] ?? code)),
      code,
    )
  return targets.map((target, index) => ({
    target,
    read: linterOf({ ...work, code: codes[index] ?? code }, target, () => committed(target), notes[index]),
  }))
}

function linterOf(
  work: Work,
  target: Target,
  committed: () => string | undefined,
  first: Notes | undefined,
): ReadAndLint {
  let read: Notes | undefined
  /**
   * Returns the committed notes, or undefined for an unchanged text. That is the common case: nothing can be missing
   * from it, so its records are not read twice.
   */
  const committedOf = (text: string): Notes | undefined => {
    const old = committed()
    if (old === undefined || old === text) return undefined
    read ??= readToLint(old, work.options)
    return read
  }
  const archivePath = archivePathOf(target.path)
  const isArchive = isThere(archivePath) && isBelow(realPath(dirname(target.path)), realPath(archivePath))
  const archived = isArchive ? readNotes(readText(archivePath).text, work.options) : undefined
  const level1Losses = level1LossesFor(work.settings, work.now, evidenceMarks(work.code))
  return text => {
    const notes = text === target.text && first !== undefined ? first : readToLint(text, work.options)
    const context = lintContext(notes, {
      ...work,
      archived,
      level1Losses,
      committed: () => committedOf(text),
    })
    return { notes, ...lint(context, rules, work.severities) }
  }
}

/** Lets a rule ask which records do not fit into the real level 1. */
export const level1LossesFor =
  ({ level1, tokenFactor }: LintSettings, now: Date, markOf: MarkOf) =>
  (notes: Notes): readonly Level1Loss[] =>
    lossesOf(notes, { budget: level1, factor: tokenFactor, now, markOf })
