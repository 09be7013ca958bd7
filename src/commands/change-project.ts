import { unifiedDiff } from '../document/diff.ts'
import { withPath } from '../error.ts'
import { type Change, changeNotes, type Outcome } from '../manager/change-notes.ts'
import type { Intent } from '../manager/intent.ts'
import { titleOf } from '../protocol/find.ts'
import { type Notes, readNotes } from '../protocol/notes.ts'
import { recordToJson } from '../protocol/to-json.ts'
import { shown } from '../safety/door.ts'
import { isThere } from '../workspace/look.ts'
import { readText } from '../workspace/read-text.ts'
import { updateFile } from '../workspace/update-file.ts'
import { wait } from '../workspace/wait.ts'
import { readArchive } from './archive-file.ts'
import type { Context } from './context.ts'
import { noNotesFile, refuseUnknown, shownPath } from './notes-file.ts'
import { notesTemplate } from './notes-template.ts'
import { columns, diffText, oneLine, report } from './output.ts'
import { readOptions } from './read-project.ts'
import { rememberChange } from './undo-log.ts'

export interface ChangeRequest {
  /** What was typed, for `notes undo`. */
  readonly command: string
  /** What is wanted, given the file as it is when its turn comes. */
  readonly intents: readonly Intent[] | ((notes: Notes) => readonly Intent[])
  readonly dryRun: boolean
}

export interface ProjectChange extends Change {
  readonly before: string
  readonly path: string
}

/** Changes the project's notes file under its lock: planned again when somebody saves meanwhile. */
export async function changeProject(context: Context, request: ChangeRequest): Promise<ProjectChange> {
  const { project } = context
  const path = shownPath(context)
  // An editor that saves by renaming takes the file away for a moment.
  if (!project.exists && !(await appears(project.file))) throw noNotesFile(context, 'unreadable')
  let change: Change | undefined
  const plan = (text: string): string => {
    change = planOn(context, text, request)
    return change.text
  }
  const { before } = request.dryRun
    ? dryRun(project.file, plan)
    : await updateFile(project.file, plan, { root: project.root })
  if (change === undefined) throw new Error('The file was not planned on')
  if (request.dryRun || before === change.text) return { ...change, before, path }
  const forgotten = await rememberChange(context, commandOf(request, context), [
    { path: project.file, before, after: change.text },
  ])
  return { ...change, before, path, notes: [...change.notes, ...forgotten] }
}

const commandOf = ({ command }: ChangeRequest, { allowSecret }: Context): string =>
  allowSecret === undefined ? command : `${command} --allow-secret ${JSON.stringify(allowSecret)}`

async function appears(path: string): Promise<boolean> {
  for (let waited = 0; waited < 200 && !isThere(path); waited += 20) await wait(20)
  return isThere(path)
}

function planOn(context: Context, text: string, { intents }: ChangeRequest): Change {
  const options = readOptions(context)
  refuseUnknown(context, text)
  try {
    const wanted = typeof intents === 'function' ? intents(readNotes(text, options)) : intents
    const allowSecrets = context.allowSecret !== undefined
    const archived = (): Notes | undefined => {
      const known = readArchive(context)
      return known === undefined ? undefined : readNotes(known, options)
    }
    return changeNotes(text, wanted, { ...options, template: notesTemplate, allowSecrets, archived })
  } catch (error) {
    throw withPath(error, context.project.file)
  }
}

function dryRun(file: string, plan: (text: string) => string): { before: string } {
  const { text } = readText(file)
  plan(text)
  return { before: text }
}

/** Changes the notes and says what became of each intent; a dry run shows the difference. */
export async function changeAndReport(context: Context, request: ChangeRequest): Promise<0> {
  const change = await changeProject(context, request)
  report(context, {
    json: changeToJson(change, request),
    lines: request.dryRun
      ? [diffText(diffOf(change))]
      : [...change.notes, ...columns(change.outcomes.map(describe))],
  })
  sayDropped(context, change)
  return 0
}

/** What every command that writes answers with `--json`, whatever more it has to say. */
export function changeToJson(change: ProjectChange, { dryRun }: Pick<ChangeRequest, 'dryRun'>) {
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

export const diffOf = ({ before, text, path }: ProjectChange): string => unifiedDiff(before, text, { path })

/** Not among what was done: a script that reads only that must not take it for done. */
export function sayDropped({ json, host }: Context, { dropped }: ProjectChange): void {
  if (!json) for (const remark of dropped) host.err(shown(`note: ${oneLine(remark, 600)}\n`))
}

function outcomeToJson({ status, record, document }: Outcome) {
  return { status, ...(record === undefined ? {} : { record: recordToJson(document, record) }) }
}

const SAID = { added: 'added', changed: 'changed', removed: 'removed', unchanged: 'already there' } as const

function describe({ status, record, document }: Outcome): readonly string[] {
  if (record === undefined) return [SAID[status]]
  const lead = [record.id, titleOf(record)].filter(part => part !== undefined).join('  ')
  return [SAID[status], `L${document.lines.lineAt(record.span.start)}`, record.kind, oneLine(lead)]
}
