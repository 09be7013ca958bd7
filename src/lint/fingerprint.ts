import type { Span } from '../document/block.ts'
import { slice } from '../document/document.ts'
import type { Notes } from '../protocol/notes.ts'
import type { Entry, Section } from '../protocol/section.ts'
import type { Finding } from './finding.ts'

/** A place that is longer (a file over its budget) is known by how it begins. */
const LONGEST_PLACE = 400

/**
 * What stays the same about each finding while the file changes elsewhere, in the order of the findings: the rule,
 * what stands at the place, and under which headings. No line numbers, no figures; equal ones are counted.
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

/** Line endings and the padding of a table are not what a finding is about. */
const flat = (text: string): string => text.replaceAll(/[\s\uFEFF]+/g, ' ').trim()

function contentAt(notes: Notes, { start, end }: Span): string {
  return flat(slice(notes.document, { start, end: Math.min(end, start + LONGEST_PLACE) }))
}

/** Tells two sections apart that are missing at one place. Figures change by themselves: sizes, days, other lines. */
const wordsOf = ({ data }: Finding): string[] =>
  Object.keys(data)
    .toSorted()
    .flatMap(name => {
      const value = data[name]
      return typeof value === 'string'
        ? [`${name}=${flat(value.slice(0, LONGEST_PLACE)).replaceAll(/\d+/g, '#')}`]
        : []
    })

/** The titles of the sections, and the title of the entry, that hold an offset. */
function headingsAround({ sections }: Notes): (at: number) => readonly string[] {
  const inOrder = sections.toSorted((a, b) => a.span.start - b.span.start)
  return at => {
    const section = lastBefore(inOrder, at)
    if (section === undefined) return []
    // An entry may stand behind a section that is inside of the entry's own.
    for (let own: Section | undefined = section; own !== undefined; own = own.parent) {
      const entry = lastBefore(own.entries, at)
      if (entry !== undefined && entry.span.start >= section.span.start) return titlesOf(own, entry)
    }
    return titlesOf(section, undefined)
  }
}

/** The last that starts at an offset or before it. */
function lastBefore<Place extends { readonly span: Span }>(
  places: readonly Place[],
  at: number,
): Place | undefined {
  let [low, high] = [0, places.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((places[middle]?.span.start ?? 0) <= at) low = middle + 1
    else high = middle
  }
  return places[low - 1]
}

/** Only of places that something was found at: a log may have thousands of entries. */
function titlesOf(section: Section, entry: Entry | undefined): readonly string[] {
  const titles = entry === undefined ? [] : [flat(entry.title)]
  for (let own: Section | undefined = section; own !== undefined; own = own.parent)
    titles.unshift(flat(own.title))
  return titles
}

/**
 * 64 bits in hexadecimal, of two multiplicative lanes: nothing here needs a cryptographic hash, and loading
 * node:crypto costs a start more than the whole lint of a small file.
 */
export function hash(parts: readonly string[]): string {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (const part of [...parts.map(part => `${part.length}:`), ...parts])
    for (let index = 0; index < part.length; index++) {
      const unit = part.charCodeAt(index)
      a = Math.imul(a ^ unit, 2654435761)
      b = Math.imul(b ^ unit, 1597334677)
    }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return [b, a].map(lane => (lane >>> 0).toString(16).padStart(8, '0')).join('')
}
