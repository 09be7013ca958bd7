import { NotesError } from '../../error.ts'
import { readText } from '../../files/read/read-text.ts'
import { slice } from '../../markdown/document.ts'
import { handleOf } from '../../notes/handle.ts'
import { isNotesFile, type Notes } from '../../notes/notes.ts'
import type { Section } from '../../notes/section.ts'
import { readReference } from '../../project/evidence/reference.ts'
import type { OpenProject } from '../../project/open.ts'
import { notNotes, readProject } from '../../project/read.ts'
import { DATA_FRAME } from '../../recover/layout/frame.ts'
import { framed, type Shown, shown, shownLine } from '../../safety/door.ts'

export interface Resource {
  readonly uri: string
  readonly name: Shown
  readonly description: Shown
  readonly mimeType: string
  text(): Shown
}

export const templates = [
  {
    uriTemplate: 'notes://section/{name}',
    name: 'section',
    description: 'A section of the notes file',
    mimeType: 'text/markdown',
  },
  {
    uriTemplate: 'notes://reference/{handle}',
    name: 'reference',
    description: 'The lines of code that a reference of the notes points to',
    mimeType: 'text/plain',
  },
]

/**
 * The sections of the notes file, and the code that its references point to. Returns none if there is no notes file.
 */
export function resourcesOf(caller: OpenProject): readonly Resource[] {
  if (!caller.project.exists) return []
  const { notes, path } = readProject(caller)
  // A configuration can name any file in the project, but only a notes file may be quoted.
  if (!isNotesFile(caller.project.file, readText(caller.project.file).text)) throw notNotes(path)
  return [...sectionsOf(notes, path), ...referencesOf(notes, caller)]
}

function sectionsOf({ document, sections }: Notes, path: string): readonly Resource[] {
  const taken = new Map<string, number>()
  return sections
    .filter(({ title }) => title !== '')
    .map((section): Resource => {
      const { from, to } = document.lines.range(section.span)
      return {
        uri: `notes://section/${slugOf(section, taken)}`,
        name: shownLine(section.title),
        description: shownLine(`${path}, lines ${from}-${to}`),
        mimeType: 'text/markdown',
        text: () => framed(DATA_FRAME, shown(slice(document, section.span))),
      }
    })
}

/** `## Decision Log` -> `decision-log`; the second section with that title is `decision-log-2`. */
function slugOf({ title }: Section, taken: Map<string, number>): string {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['section']
  const slug = encodeURIComponent(words.join('-').slice(0, 60))
  const count = (taken.get(slug) ?? 0) + 1
  taken.set(slug, count)
  return count === 1 ? slug : `${slug}-${count}`
}

function referencesOf(notes: Notes, caller: OpenProject): readonly Resource[] {
  return notes.records.flatMap(record => {
    if (record.kind !== 'reference' || record.locator?.kind !== 'project') return []
    const handle = handleOf(notes, record)
    return [
      {
        uri: `notes://reference/${handle}`,
        name: shownLine(record.identifier),
        description: shownLine(record.purpose ?? ''),
        mimeType: 'text/plain',
        text: () => framed(DATA_FRAME, shown(readReference(caller, record.identifier).text)),
      },
    ]
  })
}

/** Returns the text of a resource, by its address in `resources/list`. */
export function readResource(
  caller: OpenProject,
  uri: string,
): { readonly mimeType: string; readonly text: Shown } {
  const found = resourcesOf(caller).find(resource => resource.uri === uri)
  if (found !== undefined) return { mimeType: found.mimeType, text: found.text() }
  throw new NotesError(
    'not-found',
    `There is no resource ${uri.slice(0, 200)}`,
    'List the resources: the notes file may have changed',
  )
}
