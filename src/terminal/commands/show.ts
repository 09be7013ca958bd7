import { NotesError, usage } from '../../error.ts'
import { type Document, type Span, slice } from '../../markdown/document.ts'
import { findInNotes, standingOf, timeOf } from '../../notes/find.ts'
import { handleOf } from '../../notes/handle.ts'
import { allKinds, type NotesRecord, titleOf } from '../../notes/kinds.ts'
import type { Notes } from '../../notes/notes.ts'
import type { Section } from '../../notes/section.ts'
import { recordToJson, sectionToJson } from '../../notes/to-json.ts'
import { readArchivedNotes } from '../../project/archive/archived-notes.ts'
import { type ProjectNotes, readProject } from '../../project/read.ts'
import { painter } from '../../safety/door.ts'
import { oneLine } from '../../safety/one-line.ts'
import { columns, type Line, report } from '../print/output.ts'
import { type Context, defineCommand } from '../program/command.ts'
import { archivedIn, handleLine, handlesOnly } from './records/list.ts'

/** The number of records that the outline lists per section. It only counts the rest. */
const MAX_LISTED = 12

export const show = defineCommand({
  name: 'show',
  summary: 'Show an outline, one section or one record',
  details:
    'Without an argument, shows an outline with line numbers. Name a section by its heading or its kind\n' +
    '(decisions, goals, blockers, …), a record by its handle (q-3f2a), id,\n' +
    'timestamp, line (L42), or words from its title. A handle comes from the words of a record: it stays the same when the\n' +
    'record moves, is closed or archived. The commands that write take handles, not lines.',
  arguments: {
    what: {
      does: 'a section or a record',
      // A getter, so that `notes --help` does not load the kinds.
      get known() {
        return allKinds.map(([, { words }]) => words.show ?? words.many)
      },
    },
  },
  options: { handles: handlesOnly },
  examples: [
    { line: 'notes show', does: 'outline of sections and records' },
    { line: 'notes show blockers', does: 'one section as written in the file' },
    { line: 'notes show --json', does: 'everything as data' },
  ],
  exits: {
    0: 'shown',
    1: 'nothing matches, or several records do',
    2: 'cannot run, since there is no notes file',
  },

  run(context, { what, handles }) {
    const open = readProject(context)
    if (what === undefined) {
      const { notes, path } = open
      const lines = handles
        ? notes.records.map(record => handleLine(handleOf(notes, record), record))
        : outline(notes, path, context.host.color)
      report(context, { json: asJson(notes, path, notes), lines })
      return 0
    }
    if (handles) throw usage('--handles lists all records', 'Drop --handles, or the section or record')
    const { notes, path, found } = findAnywhere(context, open, what)
    const sections = found.what === 'sections' ? found.sections : []
    const records =
      found.what === 'records'
        ? found.records
        : notes.records.filter(({ section }) => sections.includes(section))
    const several = found.what === 'records' && records.length > 1
    const lines = several
      ? [`${records.length} records match "${what}":`, ...list(notes, records)]
      : [...sections, ...(sections.length > 0 ? [] : records)].map(({ span }) => slice(notes.document, span))
    const [first] = records
    const where = found.what === 'records' && first !== undefined ? archivedIn(first, path) : []
    report(context, { json: asJson(notes, path, { sections, records }), lines: [...where, ...lines] })
    return several ? 1 : 0
  },
})

/** Looks for records in the archive file too, if nothing in the notes matches. */
function findAnywhere(context: Context, open: ProjectNotes, what: string) {
  const found = findInNotes(open.notes, what)
  if (found.what !== 'nothing') return { ...open, found }
  const archived = readArchivedNotes(context)
  const there = archived === undefined ? found : findInNotes(archived.notes, what)
  if (archived !== undefined && there.what === 'records') return { ...archived, found: there }
  throw new NotesError('not-found', `Nothing matches "${what}"`, 'Run `notes show` for the outline', {
    path: open.path,
  })
}

function asJson(notes: Notes, file: string, part: Pick<Notes, 'sections' | 'records'>) {
  const { document, profile } = notes
  return {
    file,
    profile,
    sections: part.sections.map(section => sectionToJson(document, section)),
    records: part.records.map(record => recordToJson(document, record, handleOf(notes, record))),
  }
}

function outline(notes: Notes, path: string, color: boolean): Line[] {
  const { strong, faint } = painter(color)
  const { document, profile, sections } = notes
  const damaged = document.damage.length === 0 ? '' : '; damaged, see `notes status`'
  const head = `${strong(path)}  ${faint(`${profile}, ${document.lines.count} lines${damaged}`)}`
  return [
    head,
    ...sections.flatMap(section => [titleLine(notes, section, strong), ...listed(notes, section)]),
  ]
}

function titleLine(
  { document }: Notes,
  { title, depth, span }: Section,
  strong: (text: string) => string,
): string {
  const name = title === '' ? '(before the first heading)' : `${'#'.repeat(depth)} ${title}`
  return `${lineNumbers(document, span)}  ${strong(name)}`
}

function listed(notes: Notes, section: Section): Line[] {
  const records = notes.records.filter(record => record.section === section)
  const hidden = records.length - MAX_LISTED
  const more = hidden > 0 ? [`${' '.repeat(13)}… ${hidden} more: notes show "${section.title}"`] : []
  return [...list(notes, records.slice(0, MAX_LISTED)), ...more]
}

function list(notes: Notes, records: readonly NotesRecord[]): readonly Line[] {
  const rows = records.map(record => {
    const standing = standingOf(record)
    const lead = [record.id, timeOf(record)].filter(part => part !== undefined)
    const title = oneLine([...lead, titleOf(record)].join('  '))
    const kind = `${record.kind}${standing === '' ? '' : ` (${standing})`}`
    return [lineNumbers(notes.document, record.span), handleOf(notes, record), kind, title]
  })
  return columns(rows)
}

function lineNumbers(document: Document, span: Span): string {
  const { from, to } = document.lines.range(span)
  return (from === to ? `${from}` : `${from}-${to}`).padStart(11)
}
