import { type Change, changeNotes, type Outcome } from '../change/change-notes.ts'
import type { Intent } from '../change/intent.ts'
import type { CodeReader } from '../evidence/code.ts'
import { wait } from '../files/lock/this-process.ts'
import { isThere } from '../files/read/look.ts'
import { updateFile } from '../files/update-file.ts'
import { logOwn } from '../files/user/session-log.ts'
import { citedFile, hasReservedCharacters } from '../lint/facts/cited-places.ts'
import { pathsInLine } from '../lint/facts/places-in-words.ts'
import { unifiedDiff } from '../markdown/diff.ts'
import { titleOf } from '../notes/kinds.ts'
import { type Notes, readNotes } from '../notes/notes.ts'
import { recordToJson } from '../notes/to-json.ts'
import { textGiven } from '../pads/given.ts'
import { oneLine } from '../safety/one-line.ts'
import { readArchivedNotes } from './archive/archived-notes.ts'
import { codeFor } from './evidence/code.ts'
import { checkIntents } from './intents-given.ts'
import type { OpenProject } from './open.ts'
import { noNotesFile, planOn, readOptionsOf, shownPath } from './read.ts'
import { rememberChange, textsOfChanges } from './undo.ts'

export interface ChangeRequest {
  /** The name of this change in `notes undo`. */
  readonly command: string
  /** The intents, or a function that derives them from the notes once the file is locked. */
  readonly intents: readonly Intent[] | ((notes: Notes) => readonly Intent[])
  readonly dryRun?: boolean
  /** Why a secret may be written. Without a reason, secrets are refused. */
  readonly allowSecret?: string | undefined
  /** Notices for the user about the given values. */
  readonly remarks?: readonly string[]
}

export interface ProjectChange extends Change {
  readonly before: string
  /** The notes file, relative to the working folder. */
  readonly path: string
}

/**
 * Changes a project's notes file under its lock. Plans again when an editor saves it meanwhile.
 * @example
 * const add = { do: 'add', draft: { kind: 'question', title: 'Which cache?' } } as const
 * await changeProject(project, { command: 'ask', intents: [add] })
 */
export async function changeProject(open: OpenProject, request: ChangeRequest): Promise<ProjectChange> {
  textGiven(request.command, '`command` of changeProject')
  const { project } = open
  const path = shownPath(open)
  // While an editor saves by renaming, the file is missing for a moment.
  if (!project.exists && !(await appears(project.file))) throw noNotesFile(open)
  let change: Change | undefined
  const plan = (text: string): string => {
    change = planOn(open, text, () => planChange(open, text, request))
    return change.text
  }
  const { root, file } = project
  const { before } = await updateFile(file, plan, { root, dryRun: request.dryRun })
  if (change === undefined) throw new Error('No change was planned')
  change = { ...change, dropped: [...change.dropped, ...(request.remarks ?? [])] }
  if (request.dryRun === true || before === change.text) return { ...change, before, path }
  logWritten(open, change)
  const forgotten = await rememberChange(open, commandOf(request), [
    { path: project.file, before, after: change.text },
  ])
  return { ...change, before, path, notes: [...change.notes, ...forgotten] }
}

/** Logs the records that a change added or resolved, for the handoff at the end of a session and for `notes stats`. */
function logWritten({ env, project, now }: OpenProject, { outcomes }: Change): void {
  const wrote = outcomes.flatMap(({ status, intent, record }): [kind: string, title: string][] => {
    if (record === undefined || (status !== 'added' && intent.do !== 'finish') || status === 'unchanged')
      return []
    return [
      [status === 'added' ? record.kind : `resolved ${record.kind}`, oneLine(record.title ?? '', MAX_TITLE)],
    ]
  })
  if (wrote.length > 0) logOwn(env, project.root, { event: 'write', wrote }, now())
}

export const MAX_TITLE = 80

/** The unified diff of a change, made or planned. */
export const diffOf = ({ before, text, path }: ProjectChange): string => unifiedDiff(before, text, { path })

/**
 * Returns a change as data: the `--json` output of every command that writes, and the result of every tool that writes.
 */
export function changeToJson(change: ProjectChange, { dryRun = false }: Pick<ChangeRequest, 'dryRun'>) {
  const { path, before, text, notes, dropped, outcomes } = change
  const remarks = [...notes, ...dropped]
  return {
    file: path,
    changed: !dryRun && before !== text,
    ...(dryRun ? { dryRun: true, diff: diffOf(change) } : {}),
    results: outcomes.map(outcomeToJson),
    ...(remarks.length === 0 ? {} : { remarks }),
  }
}

function outcomeToJson({ status, record, removed, handle, document }: Outcome) {
  if (removed !== undefined) return { status, handle, kind: removed.kind, title: titleOf(removed) }
  return { status, ...(record === undefined ? {} : { record: recordToJson(document, record, handle) }) }
}

const commandOf = ({ command, allowSecret }: ChangeRequest): string =>
  allowSecret === undefined ? command : `${command} --allow-secret ${JSON.stringify(allowSecret)}`

async function appears(path: string): Promise<boolean> {
  for (let waited = 0; waited < 200 && !isThere(path); waited += 20) await wait(20)
  return isThere(path)
}

function planChange(open: OpenProject, text: string, { intents, allowSecret }: ChangeRequest): Change {
  const options = readOptionsOf(open.config.values)
  const wanted = typeof intents === 'function' ? intents(readNotes(text, options)) : intents
  const allowSecrets = allowSecret !== undefined
  checkIntents(open, wanted)
  const earlier = { archived: () => readArchivedNotes(open)?.notes, written: () => textsOfChanges(open) }
  const written = withRootedPaths(open, text, wanted)
  return changeNotes(text, written, { ...options, allowSecrets, earlier })
}

/** Could a text name a file in a folder? */
const MAY_CITE = /[\w\])][\\/][\w.@[\](-]+\.[A-Za-z]/

/** Fields of records and of the active context that hold prose, in which a path may be mentioned. */
const WORDS: ReadonlySet<string> = new Set(['title', 'decision', 'rationale', 'summary', 'state', 'next'])

/**
 * Rewrites project paths in the given words to the protocol's form, `${PROJECT_ROOT}/src/a.ts:12`. `notes lint` asks
 * for this form in files of the protocol's profile: a relative path means another file to a session in another folder.
 */
function withRootedPaths(open: OpenProject, text: string, intents: readonly Intent[]): readonly Intent[] {
  if (!intents.some(intent => MAY_CITE.test(JSON.stringify(wordsOf(intent))))) return intents
  if (readNotes(text, readOptionsOf(open.config.values)).profile !== 'sam') return intents
  const code = codeFor(open)
  return intents.map(intent => withWords(intent, words => rooted(words, code)))
}

function wordsOf(intent: Intent): object {
  if (intent.do === 'add') return intent.draft
  return intent.do === 'set-context' ? intent.fields : {}
}

function withWords(intent: Intent, change: (words: string) => string): Intent {
  const changed = Object.fromEntries(
    Object.entries(wordsOf(intent)).map(([name, value]) => [
      name,
      WORDS.has(name) && typeof value === 'string' ? change(value) : value,
    ]),
  )
  if (intent.do === 'add') return { ...intent, draft: { ...intent.draft, ...changed } }
  return intent.do === 'set-context' ? { ...intent, fields: changed } : intent
}

function rooted(words: string, code: CodeReader): string {
  if (!MAY_CITE.test(words)) return words
  let text = ''
  let at = 0
  for (const { locator, path } of pathsInLine(words, { start: 0, end: words.length }, code)) {
    const cited = locator.kind === 'relative' ? citedFile(locator, code) : undefined
    if (cited === undefined || 'problem' in cited.file || hasReservedCharacters(cited.path)) continue
    text += `${words.slice(at, path.start)}\${PROJECT_ROOT}/${cited.path}`
    at = path.end
  }
  return text + words.slice(at)
}
