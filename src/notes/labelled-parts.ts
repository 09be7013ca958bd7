import type { Block, Item, Span } from '../markdown/block.ts'
import { fieldGroups } from './decision/field-groups.ts'
import type { Section } from './section.ts'
import { kindInWords, kindOfLabel, readHeadingName, type SectionKind } from './section-kind.ts'
import { readFields } from './text/fields.ts'

/** A file with at least this many dated entries is a diary, even without a title such as `Progress log`. */
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
export function withLabelledParts(text: string, all: readonly Section[]): readonly Section[] {
  const sections = withLedgers(text, all)
  const entries = sections.filter(isEntry)
  const isTitled = kindInWords(sections.find(({ kind }) => kind === 'title')?.title ?? '') === 'session-log'
  if (entries.length < (isTitled ? 1 : MIN_ENTRIES)) return sections
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

/** Splits the ledgers, and updates the parents of the sections below them. */
function withLedgers(text: string, all: readonly Section[]): readonly Section[] {
  const changed = new Map<Section | undefined, Section>()
  return all.flatMap(section => {
    const parent = changed.get(section.parent) ?? section.parent
    const moved = parent === section.parent ? section : { ...section, parent }
    const split = splitLedger(text, moved)
    const [entry] = split
    if (entry !== undefined && entry !== section) changed.set(section, entry)
    return split
  })
}

function splitEntry(text: string, section: Section): readonly Section[] {
  const whole = [...labelledLists(text, section.blocks), ...decisionsIn(text, section.blocks)]
  const left = without(section.blocks, whole)
  const labelled = left.flatMap(block => [...labelledItems(text, block), ...lessonsIn(text, block)])
  const blocks = without(left, labelled)
  const parts = [...whole, ...labelled]
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
    const kind = kindOfTitle(title)
    return title === '' || kind === 'other' ? [] : [{ kind, title, from: [block, list], blocks: [list] }]
  })
}

/** A section with at least this many labels of different kinds is a ledger. */
const MIN_LABELS = 3

/**
 * Splits a ledger, whose labels take the place of headings: `Goal: …`, `State: …`, `Next: …`, on lines, bullets or above
 * lists. Each label with its text becomes a section of its own.
 */
function splitLedger(text: string, section: Section): readonly Section[] {
  const { kind, blocks, at } = section
  if ((kind !== 'other' && kind !== 'title') || at !== undefined) return [section]
  const lists = labelledLists(text, blocks)
  const parts = [...lists, ...without(blocks, lists).flatMap(block => labelledTexts(text, block))]
  if (new Set(parts.map(part => part.kind)).size < MIN_LABELS) return [section]
  const entry: Section = { ...section, blocks: without(blocks, parts) }
  const made = parts.map(part => partOf(entry, part))
  return [entry, ...made.sort((one, other) => one.span.start - other.span.start)]
}

const TEXT_LABEL =
  /^\*{0,2}([A-Za-z][A-Za-z '/&,-]{1,40}(?: ?\([^)\n]{1,40}\))?)(?::\*\*|\*\*:|:)(?:[ \t]+|$)/

/** The labelled lines of a paragraph, or bullets of a list, each up to the next one. */
function labelledTexts(text: string, block: Block): readonly Part[] {
  if (block.type === 'list')
    return block.items.flatMap(item =>
      labelledText(text, item.blocks).map(part =>
        // Decisions are read from bullets, and from paragraphs only with a date.
        part.kind === 'decision-log' && part.blocks[0]?.type === 'paragraph'
          ? { ...part, blocks: [{ ...block, span: item.span, items: [{ ...item, blocks: part.blocks }] }] }
          : part,
      ),
    )
  if (block.type !== 'paragraph') return []
  const starts = block.lines.flatMap((line, index) => (labelAt(text, line) === undefined ? [] : [index]))
  return starts.flatMap((from, index) => {
    const lines = block.lines.slice(from, starts[index + 1])
    const [first, last] = [lines[0], lines.at(-1)]
    const span = { start: first?.start ?? 0, end: last?.end ?? 0 }
    return labelledText(text, [{ ...block, lines, span }])
  })
}

/** Makes a part of the text after a label: the rest of its line, the lines below it, and any nested blocks. */
function labelledText(text: string, from: readonly Block[]): readonly Part[] {
  const [first, ...below] = from
  const line = first?.type === 'paragraph' ? first.lines[0] : undefined
  const label = line === undefined ? undefined : labelAt(text, line)
  if (first?.type !== 'paragraph' || line === undefined || label === undefined) return []
  const rest = { start: line.start + label.length, end: line.end }
  const lines = [...(rest.start < rest.end ? [rest] : []), ...first.lines.slice(1)]
  const [start] = lines
  const said =
    start === undefined ? [] : [{ ...first, lines, span: { start: start.start, end: first.span.end } }]
  const blocks = [...said, ...below]
  return blocks.length === 0 ? [] : [{ kind: label.kind, title: label.title, from, blocks }]
}

interface Label {
  readonly title: string
  readonly kind: SectionKind
  readonly length: number
}

function labelAt(text: string, { start, end }: Span): Label | undefined {
  const [found = '', title = ''] = TEXT_LABEL.exec(text.slice(start, Math.min(end, start + 100))) ?? []
  const kind = found === '' ? 'other' : kindOfTitle(title)
  return kind === 'other' ? undefined : { title, kind, length: found.length }
}

function kindOfTitle(title: string): SectionKind {
  const { kind } = readHeadingName(title)
  return kind === 'other' ? (kindInWords(title) ?? 'other') : kind
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

/** The lessons nested below a bullet such as `- **Learnings for future iterations:**`. */
const lessonsIn = (text: string, block: Block): readonly Part[] =>
  block.type !== 'list'
    ? []
    : block.items
        .flatMap(({ blocks }) => labelledText(text, blocks))
        .filter(({ kind, blocks }) => kind === 'learnings' && blocks[0]?.type === 'list')

/** The blocks, and the items of their lists, that are in none of the parts. */
function without(blocks: readonly Block[], parts: readonly Part[]): readonly Block[] {
  const taken = new Set(parts.flatMap(({ from }) => from))
  const starts = new Set([...taken].map(({ span }) => span.start))
  const isLeft = ({ span, blocks: inside }: Item): boolean =>
    !starts.has(span.start) && !inside.some(block => taken.has(block))
  return blocks.flatMap((block): readonly Block[] => {
    if (taken.has(block)) return []
    if (block.type === 'paragraph') return block.lines.some(({ start }) => starts.has(start)) ? [] : [block]
    if (block.type !== 'list' || block.items.every(isLeft)) return [block]
    const items = block.items.filter(isLeft)
    return items.length > 0 ? [{ ...block, items }] : []
  })
}

const decisionsIn = (text: string, blocks: readonly Block[]): readonly Part[] =>
  fieldGroups(text, blocks)
    .filter(({ head }) =>
      /^\*\*Decision\b[^\n]*\*\*/i.test(text.slice(head.span.start, head.span.start + 300)),
    )
    .map(({ from }) => ({ kind: 'decision-log', title: 'Decision', from, blocks: from }))
