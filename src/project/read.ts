import { relative } from 'node:path'
import { type Config, conventionsOf } from '../config/fields.ts'
import { NotesError, withPath } from '../error.ts'
import { readText } from '../files/read/read-text.ts'
import { type Notes, type ReadOptions, readNotes } from '../notes/notes.ts'
import type { ProfileName } from '../notes/profile.ts'
import type { Section } from '../notes/section.ts'
import { readStatus, type Status } from '../notes/state/status.ts'
import type { OpenProject, Setup } from './open.ts'

export interface ProjectNotes {
  readonly notes: Notes
  /** The notes file, relative to the working folder. */
  readonly path: string
}

/** Reads a project's notes as its configuration says. */
export function readProject(open: OpenProject): ProjectNotes {
  const { config, project } = open
  const path = shownPath(open)
  if (!project.exists) throw noNotesFile(open)
  return { notes: readNotes(readText(project.file).text, readOptionsOf(config.values)), path }
}

/** Derives the options for reading notes from a configuration. */
export const readOptionsOf = (config: Config): ReadOptions => ({
  ...(config.profile === 'auto' ? {} : { profile: config.profile as ProfileName }),
  conventions: conventionsOf(config),
})

/** Summarizes open records and sizes, with the hints that the configuration asks for. */
export function statusOf({ config, now }: OpenProject, notes: Notes): Status {
  const { tokens, decisions, sprint } = config.values
  return readStatus(notes, {
    now: now(),
    keep: decisions.keep,
    tokenFactor: tokens.factor,
    foldAfter: sprint.suggestAfter,
  })
}

/** The path of the notes file for messages: relative to the working folder. */
export const shownPath = ({ cwd, project }: Pick<OpenProject, 'cwd' | 'project'>): string =>
  relative(cwd, project.file) || project.file

/**
 * Returns the error for a missing notes file. It is not a `not-found`, because no command can work without the file.
 */
export function noNotesFile(open: OpenProject): NotesError {
  const path = shownPath(open)
  const { rivals } = open.project
  if (rivals !== undefined) return severalNotesFiles(open, rivals)
  return new NotesError(
    'unreadable',
    'There is no notes file',
    'Run `notes init`, or name it with --file; `notes heal` puts back one that was deleted',
    {
      path,
    },
  )
}

/** Names the notes files of a project that keeps several: choosing one, or starting another, would split its memory. */
export function severalNotesFiles(
  { cwd, project }: Pick<OpenProject, 'cwd' | 'project'>,
  rivals: readonly string[],
): NotesError {
  const paths = rivals.map(path => relative(cwd, path))
  return new NotesError(
    'ambiguous',
    `There are ${rivals.length} notes files, none in a default place: ${paths.join(', ')}`,
    'Name one with --file, or as "file" in notes.config.json',
    { path: project.root },
  )
}

const IS_MARKDOWN = /\.(?:md|mdx|mdown|mkdn?|markdown)$/i
/** Matches names of text files that may or may not be Markdown. */
const IS_TEXT = /(?:\.txt|[\\/][^.\\/]+)$/i

/** Plans a change to the text of the notes file. Errors name the file. */
export function planOn<Plan>({ project: { file } }: Setup, text: string, plan: () => Plan): Plan {
  refuseUnknown(file, text)
  try {
    return plan()
  } catch (error) {
    throw withPath(error, file)
  }
}

/**
 * Refuses to write to a file that was named by mistake, such as source code, a list of users or a web page. A person
 * may have started notes in any Markdown file, or in a text file with a heading.
 */
function refuseUnknown(file: string, text: string): void {
  if (IS_MARKDOWN.test(file) || text.trim() === '') return
  const mayBeOther = IS_TEXT.test(file)
  const isKnown = ({ kind, heading }: Section): boolean =>
    heading !== undefined && (mayBeOther || kind !== 'other')
  if (!readNotes(text).sections.some(isKnown)) throw notNotes(file)
}

export const notNotes = (path: string): NotesError =>
  new NotesError(
    'unreadable',
    'This is not a notes file: none of its headings belongs to one',
    'Name the notes file with --file, or start one with `notes init`',
    { path },
  )
