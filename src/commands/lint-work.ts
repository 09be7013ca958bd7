import { dirname } from 'node:path'
import { NotesError } from '../error.ts'
import type { CodeReader } from '../evidence/code.ts'
import { hasBlobId } from '../git/blob-id.ts'
import { openRepository, type Repository } from '../git/repository.ts'
import { lintContext } from '../lint/context.ts'
import type { Linted } from '../lint/fix.ts'
import { type LintResult, lint } from '../lint/lint.ts'
import type { LintSettings } from '../lint/rule.ts'
import { rules } from '../lint/rules.ts'
import type { SeverityOptions } from '../lint/severity.ts'
import type { BeadState } from '../protocol/kinds/context.ts'
import { type Notes, type ReadOptions, readNotes } from '../protocol/notes.ts'
import { DEFAULT_CONVENTIONS } from '../protocol/records/base.ts'
import { isThere } from '../workspace/look.ts'
import { readText } from '../workspace/read-text.ts'
import { isBelow, realPath } from '../workspace/real-path.ts'
import { archivePathOf } from './archive-path.ts'
import { beadAsker } from './beads/current-bead.ts'
import type { Context } from './context.ts'
import { readNow, readSeverities } from './lint-options.ts'
import type { LintRequest } from './lint-request.ts'
import type { Target } from './lint-targets.ts'
import { projectCode, withoutNotes } from './project-code.ts'
import { readOptions } from './read-project.ts'

/** What all files of one run have in common. */
export interface Work {
  readonly severities: SeverityOptions
  readonly options: ReadOptions
  readonly settings: LintSettings
  readonly now: Date
  readonly repository: Repository | undefined
  readonly code: CodeReader
  readonly beadState: (id: string) => BeadState
}

export function prepareWork(context: Context, request: LintRequest): Work {
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
      conventions: { ...DEFAULT_CONVENTIONS, ...options.conventions },
      level1: recovery.level1,
      keep: decisions.keep,
      fileBytes: limits.fileBytes,
      tokenFactor: tokens.factor,
    },
    now: readNow(request.now, host.now()),
    repository: openRepository(project.root),
    code: projectCode(project.root),
    beadState: beadAsker(project.root, host.env),
  }
}

/** Reads and lints a text in its place, as often as fixing needs; `committed` is the blob that it is held against. */
export async function linterOf(
  work: Work,
  target: Target,
  committed: string | undefined,
): Promise<(text: string) => Linted & LintResult> {
  const old = committed === undefined ? undefined : await committedText(work, target, committed)
  let read: Notes | undefined
  /** Mostly the text is as it was committed: then nothing can be missing, and its records are not read twice. */
  const committedOf = (text: string): Notes | undefined => {
    if (old === undefined || old === text) return undefined
    read ??= readNotes(old, work.options)
    return read
  }
  const archivePath = archivePathOf(target.path)
  const isArchive = isThere(archivePath) && isBelow(realPath(dirname(target.path)), realPath(archivePath))
  const archived = isArchive ? readNotes(readText(archivePath).text, work.options) : undefined
  const surroundings = {
    now: work.now,
    settings: work.settings,
    code: withoutNotes(work.code, target.path),
    archived,
    beadState: work.beadState,
  }
  return text => {
    const notes = readNotes(text, work.options)
    return {
      notes,
      ...lint(lintContext(notes, { ...surroundings, committed: committedOf(text) }), rules, work.severities),
    }
  }
}

async function committedText(
  { repository }: Work,
  { text }: Target,
  blob: string,
): Promise<string | undefined> {
  // Nearly every file of a run is as it was committed, and needs no process to say so.
  if (hasBlobId(text, blob)) return text
  try {
    return await repository?.textOf(blob)
  } catch (error) {
    // A partial clone does not have everything.
    if (error instanceof NotesError) return undefined
    throw error
  }
}
