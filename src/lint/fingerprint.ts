import type { Span } from '../markdown/block.ts'
import { slice } from '../markdown/document.ts'
import { hash } from '../markdown/hash.ts'
import { countBefore } from '../markdown/sorted.ts'
import type { Notes } from '../notes/notes.ts'
import type { Entry, Section } from '../notes/section.ts'
import type { Finding } from './rule.ts'

/** A longer span (a file over its budget) is identified by its beginning. */
const MAX_PLACE = 400

/**
 * Identifies each finding, in order, by what stays the same while the file changes elsewhere: the rule, the text in
 * its span and the headings above. Leaves out line numbers and figures; equal findings are numbered.
 */
export function fingerprints(notes: Notes, findings: readonly Finding[]): readonly string[] {
  const headingsOf = headingsAround(notes)
  const seen = new Map<string, number>()
  return findings.map(finding => {
    const { rule, id, span } = finding
    const same = hash([rule, id, ...headingsOf(span.start), contentAt(notes, span), ...wordsOf(finding)])
    const ordinal = seen.get(same) ?? 0
    seen.set(same, ordinal + 1)
    return ordinal === 0 ? same : hash([same, String(ordinal)])
  })
}

/** Ignores line endings and the padding of tables. */
const flat = (text: string): string => text.replaceAll(/[\s\uFEFF]+/g, ' ').trim()

function contentAt(notes: Notes, { start, end }: Span): string {
  return flat(slice(notes.document, { start, end: Math.min(end, start + MAX_PLACE) }))
}

/**
 * The words of a finding's data, which distinguish two sections missing at the same place. Leaves out figures (sizes,
 * days, line numbers), which change on their own.
 */
const wordsOf = ({ data }: Finding): string[] =>
  Object.keys(data)
    .toSorted()
    .flatMap(name => {
      const value = data[name]
      return typeof value === 'string'
        ? [`${name}=${flat(value.slice(0, MAX_PLACE)).replaceAll(/\d+/g, '#')}`]
        : []
    })

/** Titles of the sections and of the entry around an offset. */
function headingsAround({ sections }: Notes): (at: number) => readonly string[] {
  const inOrder = sections.toSorted((a, b) => a.span.start - b.span.start)
  return at => {
    const section = lastBefore(inOrder, at)
    if (section === undefined) return []
    // An entry may follow a section that is nested in the entry's own section.
    for (let own: Section | undefined = section; own !== undefined; own = own.parent) {
      const entry = lastBefore(own.entries, at)
      if (entry !== undefined && entry.span.start >= section.span.start) return titlesOf(own, entry)
    }
    return titlesOf(section, undefined)
  }
}

/** The last place that starts at or before an offset. */
export function lastBefore<Place extends { readonly span: Span }>(
  places: readonly Place[],
  at: number,
): Place | undefined {
  return places[countBefore(places, ({ span }) => span.start <= at) - 1]
}

/** Called only for entries with findings: a log may have thousands of entries. */
function titlesOf(section: Section, entry: Entry | undefined): readonly string[] {
  const titles = entry === undefined ? [] : [flat(entry.title)]
  for (let own: Section | undefined = section; own !== undefined; own = own.parent)
    titles.unshift(flat(own.title))
  return titles
}
