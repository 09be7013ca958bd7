import type { Block, Item } from '../markdown/block.ts'
import { fieldGroups } from './decision/field-groups.ts'
import type { Section } from './section.ts'
import { kindOfLabel, readHeadingName, type SectionKind } from './section-kind.ts'
import { readFields } from './text/fields.ts'

/** A file with at least this many dated entries is a diary. */
const MIN_ENTRIES = 3

/**
 * Is this a dated entry such as `## 2026-08-02 — Beta 3 out`, with prose below it, or a list or table of what was done?
 */
const isEntry = ({ kind, at, rest, parent, blocks }: Section): boolean =>
  kind === 'other' &&
  at !== undefined &&
  (parent === undefined ||
    parent.kind === 'title' ||
    (parent.kind === 'other' && parent.date === undefined)) &&
  blocks.some(({ type }) => type === 'paragraph' || ((type === 'list' || type === 'table') && rest !== ''))

/**
 * Splits the dated entries of a diary. The parts of an entry that hold records, such as the list below `TODO:` or
 * `Learned:` and paragraphs such as `**Decision: X** because`, become sections of their own, without a heading. The
 * entry keeps its prose, as a row of the log.
 */
export function withLabelledParts(text: string, sections: readonly Section[]): readonly Section[] {
  if (sections.filter(isEntry).length < MIN_ENTRIES) return sections
  // An entry with headings of its own below it is more than a row.
  const parents = new Set(sections.map(({ parent }) => parent))
  return sections.flatMap(section =>
    isEntry(section) &&
    !parents.has(section) &&
    !(statesDecision(text, section) && !isProse(text, section.blocks[0]))
      ? splitEntry(text, section)
      : [section],
  )
}

function splitEntry(text: string, section: Section): readonly Section[] {
  const parts = [...labelledLists(text, section.blocks), ...decisionsIn(text, section.blocks)]
  const taken = new Set(parts.flatMap(({ from }) => from))
  const left = section.blocks.filter(block => !taken.has(block))
  const labelled = left.flatMap(block => labelledItems(text, block))
  const blocks = left.flatMap(block => unlabelled(text, block))
  parts.push(...labelled)
  const entry: Section = { ...section, kind: 'session-log', isPart: true, blocks }
  const made = parts.map(part => partOf(entry, part))
  return [entry, ...made.sort((one, other) => one.span.start - other.span.start)]
}

/** Is this a paragraph that does not start with a field? What is decided below it is a part of a longer entry. */
const isProse = (text: string, block: Block | undefined): boolean =>
  block?.type === 'paragraph' && readFields(text, block.span, () => false).length === 0

/** Does a dated section say in a field what was decided? Then it is a decision itself. */
export function statesDecision(text: string, { blocks }: Section): boolean {
  const [first, last] = [blocks[0], blocks.at(-1)]
  if (first === undefined || last === undefined) return false
  const span = { start: first.span.start, end: last.span.end }
  return readFields(text, span, () => false).some(({ name }) => name === 'decision')
}

interface Part {
  readonly kind: SectionKind
  readonly title: string
  readonly from: readonly Block[]
  readonly blocks: readonly Block[]
}

function partOf(entry: Section, { kind, title, from, blocks }: Part): Section {
  const [first, last] = [from[0] ?? entry, from.at(-1) ?? entry]
  return {
    ...entry,
    kind,
    title,
    blocks,
    span: { start: first.span.start, end: last.span.end },
    ...{ depth: entry.depth + 1, heading: undefined, at: undefined, rest: '', parent: entry },
    ...{ isPart: false, isNamed: false, entries: [] },
  }
}

const LABEL = /^\*{0,2}([A-Za-z][^:\n]{2,40}?)\s*(?::\*{0,2}|\*\*:)$/

function labelledLists(text: string, blocks: readonly Block[]): readonly Part[] {
  return blocks.flatMap((block, index): readonly Part[] => {
    const list = blocks[index + 1]
    if (block.type !== 'paragraph' || list?.type !== 'list') return []
    const [, title = ''] =
      LABEL.exec(text.slice(block.span.start, Math.min(block.span.end, block.span.start + 60))) ?? []
    const { kind } = readHeadingName(title)
    return title === '' || kind === 'other' ? [] : [{ kind, title, from: [block, list], blocks: [list] }]
  })
}

const ITEM_LABEL = /^\*{0,2}([A-Za-z]{4,8}|to do)(?::\*\*|\*\*:|:)\s+(?=\S)/i

/** The label of a bullet such as `TODO: ask Ines`: its length, and the kind of section that it names. */
function labelOf(
  text: string,
  { blocks }: Item,
): { readonly length: number; readonly kind: SectionKind } | undefined {
  const [first] = blocks
  const line = first?.type === 'paragraph' ? first.lines[0] : undefined
  const [found = '', name = ''] =
    line === undefined
      ? []
      : (ITEM_LABEL.exec(text.slice(line.start, Math.min(line.end, line.start + 30))) ?? [])
  const kind = kindOfLabel(name)
  return kind === undefined ? undefined : { length: found.length, kind }
}

/** The labelled bullets of a list, each without its label. */
const labelledItems = (text: string, block: Block): readonly Part[] =>
  (block.type === 'list' ? block.items : []).flatMap((item): readonly Part[] => {
    const label = labelOf(text, item)
    const [first, ...more] = item.blocks
    if (label === undefined || block.type !== 'list' || first?.type !== 'paragraph') return []
    const [line, ...lines] = first.lines
    if (line === undefined) return []
    const said = { ...first, lines: [{ start: line.start + label.length, end: line.end }, ...lines] }
    const list = { ...block, span: item.span, items: [{ ...item, blocks: [said, ...more] }] }
    return [{ kind: label.kind, title: '', from: [list], blocks: [list] }]
  })

/** The block without its labelled bullets, or nothing if all are labelled. */
function unlabelled(text: string, block: Block): readonly Block[] {
  if (block.type !== 'list') return [block]
  const items = block.items.filter(item => labelOf(text, item) === undefined)
  return items.length === block.items.length ? [block] : items.length === 0 ? [] : [{ ...block, items }]
}

const decisionsIn = (text: string, blocks: readonly Block[]): readonly Part[] =>
  fieldGroups(text, blocks)
    .filter(({ head }) =>
      /^\*\*Decision\b[^\n]*\*\*/i.test(text.slice(head.span.start, head.span.start + 300)),
    )
    .map(({ from }) => ({ kind: 'decision-log', title: 'Decision', from, blocks: from }))
