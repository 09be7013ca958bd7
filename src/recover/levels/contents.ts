import type { Block, Span } from '../../markdown/block.ts'
import { partWeight } from '../../markdown/tokens.ts'
import type { Notes } from '../../notes/notes.ts'
import type { Section } from '../../notes/section.ts'
import { isNothing } from '../../notes/text/rows.ts'
import { showLine, showText } from '../../safety/show-text.ts'
import { clip } from '../layout/clip.ts'
import type { NotesCommand } from '../layout/frame.ts'

/** A description of a file without any records that recovery knows. */
export interface Contents {
  readonly isEmpty: boolean
  /** Does damage, such as a conflict marker, keep records from being read? */
  readonly isDamaged: boolean
  /** Does the file have the protocol's sections? */
  readonly isTemplate: boolean
  readonly titles: readonly string[]
  readonly lines: number
  /** The first words, made safe to show. Empty if there are only headings and template text. */
  readonly words: string
  /** The last words of a text without headings, made safe to show: in a log, they are the newest. */
  readonly last: string
}

export function contentsOf({ document, sections }: Notes): Contents {
  const { text, lines, damage } = document
  const titles = sections.map(({ title }) => title).filter(title => title !== '')
  const words = titles.length === 0 ? { start: 0, end: text.length } : proseOf(text, sections)
  return {
    isTemplate: sections.some(({ kind }) => kind !== 'title' && kind !== 'other'),
    isDamaged: damage.length > 0,
    isEmpty: text.replace(/^\uFEFF/, '').trim() === '',
    titles,
    lines: lines.count,
    words: words === undefined ? '' : firstWords(text, words),
    last: titles.length === 0 && text.length <= MAX_WORDS ? lastParagraph(text) : '',
  }
}

/** Finds the first text. In sections that the protocol knows, `None` and empty fields do not count as text. */
function proseOf(text: string, sections: readonly Section[]): Span | undefined {
  for (const { kind, blocks } of sections) {
    const isOpen = kind === 'title' || kind === 'other'
    const first = blocks.find(
      block =>
        isUnclosed(block) ||
        (isText(block) && (isOpen || !isVoid(text.slice(block.span.start, block.span.end)))),
    )
    if (first !== undefined) return first.span
  }
  return undefined
}

/** Is every line of a block empty of content, such as `- **Current Bead**: (none)`? */
const isVoid = (block: string): boolean =>
  block.length <= MAX_WORDS &&
  block
    .split('\n')
    .every(line =>
      isNothing(line.replace(/^\s*(?:[-*+]|\d+[.)])?\s*(?:\[[ x]\] )?(?:\*\*[^*]*\*\*:?|[\w ]+:)?/, '')),
    )

const isUnclosed = (block: Block): boolean =>
  (block.type === 'comment' || block.type === 'code') && !block.closed

const isText = (block: Block): boolean =>
  block.type === 'paragraph' ||
  block.type === 'list' ||
  block.type === 'code' ||
  (block.type === 'table' && block.rows.length > 0)

/** The first words of a text, however long it is. Masks secrets in a longer prefix, so that none is cut in half. */
function firstWords(text: string, { start, end }: Span): string {
  const most = 10 * MAX_WORDS
  if (start > most) return ''
  const before = showText(text.slice(0, start))
  const all = showText(text.slice(0, Math.min(end, start + most)))
  // A key may start in the heading before these words, and is recognized only by its first line.
  if (!all.startsWith(before)) return ''
  const words = all
    .slice(before.length)
    .replace(/^\uFEFF?\s*(?:<!--|`{3,}[^\n]*(?:\n|$)|~{3,}[^\n]*(?:\n|$))/, '')
  return showLine(words).slice(0, MAX_WORDS)
}

const MAX_WORDS = 20_000

const lastParagraph = (text: string): string =>
  showLine(
    showText(text)
      .trim()
      .split(/\n\s*\n/)
      .slice(1)
      .at(-1) ?? '',
  )

/** Returns the text of level 1 for a file without records: its size or its sections, and its first words. */
export function nothingKnown(
  contents: Contents | undefined,
  most: number,
  command: NotesCommand = 'notes',
): string[] {
  if (contents === undefined || contents.isEmpty)
    return clipped(
      `The notes file is empty${most < EMPTY_HINT ? '' : `: \`${command} heal\` puts back an earlier text, \`${command} context set\` starts anew`}`,
      most,
    )
  const { titles, lines, words, last, isTemplate, isDamaged } = contents
  if (titles.length === 0) {
    const said = `No records in ${lines} line${lines === 1 ? '' : 's'}`
    if (words === '') return clipped(said, most)
    const end =
      last === '' || partWeight(words) + FIRST <= most ? undefined : clip(`Last: ${last}`, most * LAST)
    const first = clipped(`${said}: ${words}`, end === undefined ? most : most - partWeight(end) - LINE_END)
    return end === undefined ? first : [...first, end]
  }
  if (words === '' && isTemplate)
    return clipped(
      isDamaged
        ? 'No records could be read. Repair the file first'
        : `No records yet. Start: ${command} context set --state "what is done; next: what comes first"`,
      most,
    )
  const share = words === '' ? 1 : TITLES
  const said = clipped(`No records; sections: ${showLine(titles.join('; '))}`, most * share)
  const left = said.reduce((sum, line) => sum - partWeight(line) - LINE_END, most)
  return [...said, ...(words === '' ? [] : clipped(`First words: ${words}`, left))]
}

/** The smallest budget with room for the hint to `notes heal`. */
const EMPTY_HINT = 40

/** Share of the budget for titles if there are words to show too. */
const TITLES = 0.6

const LINE_END = 0.5

/** Tokens in front of the first words. */
const FIRST = 8

/** Share of the budget for the last paragraph of a text without headings. */
const LAST = 0.5

function clipped(text: string, most: number): string[] {
  const line = clip(text, most)
  return line === undefined ? [] : [line]
}
