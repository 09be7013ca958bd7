/** Infers the kind of a section from its content, when its heading does not say. */
import type { Block, Item, Row } from '../markdown/block.ts'
import { splitJournalLead } from './decision/lead.ts'
import type { Section } from './section.ts'
import type { SectionKind } from './section-kind.ts'
import { contextField, isContextName } from './state/context-fields.ts'
import { readFields } from './text/fields.ts'
import { BOX } from './text/items.ts'
import { isPath, isPlaceLine } from './text/place-line.ts'

const MIN_ITEMS = 2
const MIN_LINES = 3

/**
 * The kind of an undated section with an unknown heading, inferred from its content. A list of checkboxes holds goals,
 * or questions if each item is one. Any other list of only questions holds questions too. Lists and tables of paths are
 * references. A table of phases or tasks with their status holds goals. Dated items or paragraphs are a log.
 */
export function kindInContent(text: string, section: Section, onlyTasks: boolean): SectionKind | undefined {
  const { kind, date, blocks } = section
  if (kind === 'title' && !onlyTasks)
    return isLogProse(text, section)
      ? 'session-log'
      : tellsNext(text, blocks)
        ? 'active-context'
        : isTaskList(text, blocks)
          ? 'goals'
          : undefined
  if (kind !== 'other' || date !== undefined) return undefined
  const said = itemsOf(blocks).map(item => ({ item, words: wordsOf(text, item) }))
  // `- **Status:** in_progress` below the boxes of a phase is about the phase.
  const own = said.some(({ item }) => item.task !== undefined)
    ? said.filter(({ words }) => statusIn(words) === undefined)
    : said
  const [items, words] = [own.map(({ item }) => item), own.map(({ words }) => words)]
  if (items.length > 0 && items.every(({ task }) => task !== undefined))
    return words.every(isQuestion) ? 'questions' : 'goals'
  if (onlyTasks) return undefined
  if (items.length >= MIN_ITEMS && words.every(isQuestion)) return 'questions'
  if (
    items.length >= MIN_ITEMS &&
    !isIntroduced(text, blocks) &&
    words.filter(isPlaceLine).length * 4 >= items.length * 3
  )
    return 'references'
  if (blocks.some(block => isPlaceTable(text, block) || isPlaceLines(text, block))) return 'references'
  if (blocks.some(block => isWorkTable(text, block))) return 'goals'
  const isLog = items.length >= MIN_LINES ? isLogList(text, section) : isLogProse(text, section)
  return isLog ? 'session-log' : undefined
}

/**
 * Is there a list below the title of the file, and has each of its items a checkbox? Markdown sees none in the optional
 * tasks of Kiro: `- [ ]* 1.3 Write tests`.
 */
function isTaskList(text: string, blocks: readonly Block[]): boolean {
  const items = itemsOf(blocks)
  const hasBox = ({ task, span }: Item): boolean =>
    task !== undefined || BOX.test(text.slice(span.start, span.start + 12).replace(/^\S+\s+/, ''))
  return items.length >= MIN_ITEMS && items.every(hasBox)
}

/** Do the lines at the top of a file name the next step, as in `**Next**: retry at 14:00`? */
function tellsNext(text: string, blocks: readonly Block[]): boolean {
  const said = [...itemsOf(blocks), ...blocks.filter(({ type }) => type === 'paragraph')]
  return said.some(({ span }) =>
    readFields(text, span, isContextName).some(({ name }) => contextField(name) === 'next'),
  )
}

/** Does a line such as `Also revert in:` introduce the list? Then the list is part of the prose. */
function isIntroduced(text: string, blocks: readonly Block[]): boolean {
  const at = blocks.findIndex(({ type }) => type === 'list')
  const before = blocks[at - 1]
  return before?.type === 'paragraph' && text.slice(before.span.start, before.span.end).endsWith(':')
}

/** Is each item of the section a task, and at least one of them open? Then `Progress` is a plan, not a log. */
export function isPlan(blocks: readonly Block[]): boolean {
  const items = itemsOf(blocks)
  return items.every(({ task }) => task !== undefined) && items.some(({ task }) => task?.done === false)
}

const itemsOf = (blocks: readonly Block[]): readonly Item[] =>
  blocks.flatMap(block => (block.type === 'list' ? block.items : []))

const wordsOf = (text: string, { span }: Item): string =>
  text.slice(span.start, span.end).replace(/^(?:[-*+]|\d+[.)])\s+(?:\[(?:[ xX]|RESOLVED)\]\s+)?(?:~~)?/, '')

/** The status that a line such as `**Status:** in_progress` gives to the group that it belongs to. */
export const statusIn = (words: string): string | undefined =>
  /^\*{0,2}(?:status|result)(?:\*\*:|:\*\*|:)\s*(\S.*)$/i.exec(words)?.[1]

const isQuestion = (words: string): boolean => /\?(?:~~)?(?:\s+[—–-]\s.*)?\s*$|^Q\d*[:.]\s/s.test(words)

/** Is this a list of what the project is built from, such as `zip = "7.2"`, rather than of what the work waits for? */
export function isPackageList(text: string, { kind, title, blocks }: Section): boolean {
  if (kind !== 'blockers' || !/^\W*(?:\w+ )?dependencies\b/i.test(title)) return false
  const items = itemsOf(blocks)
  const isOfProject = /^\W*(?:external|internal) dependencies\b/i.test(title)
  return (
    items.length > 0 &&
    items.every(item => {
      const words = wordsOf(text, item)
      return item.task === undefined && (PACKAGE.test(words) || (isOfProject && !HELD.test(words)))
    })
  )
}

/** Matches a package in code, or a name and a version. */
const PACKAGE =
  /^`[^`]+`(?:\s*\([^)]*\))?\W*$|^\**[\w@/.-]{1,60}\**\s*[:=@]?\s*["'^~v]*\d+(?:\.\d+)*\+?["']?\W*$/

const HELD = /\b(?:wait|block|pending|sign|approv|ask|request|deliver|until|missing|access|eta\b|not yet)/i

/** Is this a table of phases, milestones or tasks with the status of each? */
function isWorkTable(text: string, block: Block): boolean {
  if (block.type !== 'table' || block.rows.length < MIN_ITEMS) return false
  const names = block.header.cells.map(({ start, end }) => text.slice(start, end))
  return (
    names.slice(0, 2).some(name => /^\W*(?:milestone|phase|task)\W*$/i.test(name)) &&
    names.some(name => /^\W*status\W*$/i.test(name))
  )
}

/** Is this a table with a column of paths under a heading such as `File` or `Path`? */
function isPlaceTable(text: string, block: Block): boolean {
  if (block.type !== 'table' || block.rows.length < MIN_ITEMS) return false
  const cellOf = ({ cells }: Row, at: number): string => text.slice(cells[at]?.start, cells[at]?.end)
  return block.header.cells.some(
    (_, at) =>
      /^\W*(?:file|location|path)s?\W*$/i.test(cellOf(block.header, at)) &&
      block.rows.every(row => isPath(cellOf(row, at))),
  )
}

/** Is this a paragraph with a place on each of its lines? */
export const isPlaceLines = (text: string, block: Block): boolean =>
  block.type === 'paragraph' &&
  block.lines.length >= MIN_ITEMS &&
  block.lines.every(({ start, end }) => isPlaceLine(text.slice(start, end)))

/** Does every bullet start with a time, perhaps after a name? */
export function isLogList(text: string, { blocks }: Section): boolean {
  const items = itemsOf(blocks)
  return items.length > 0 && items.every(item => isDated(wordsOf(text, item)))
}

/**
 * Do enough paragraphs start with a date, as in `**2026-08-13 — Sprint 4 built:** …`? At least three must, and more
 * than half of all, or more than a third if the first one does: an entry can have several paragraphs.
 */
export function isLogProse(text: string, { blocks }: Section): boolean {
  const paragraphs = blocks.filter(({ type }) => type === 'paragraph')
  if (paragraphs.length < MIN_LINES) return false
  const isDatedAt = paragraphs.map(({ span }) => isDated(text.slice(span.start, span.end)))
  const dated = isDatedAt.filter(Boolean).length
  return dated >= MIN_LINES && dated * (isDatedAt[0] === true ? 3 : 2) > paragraphs.length
}

const isDated = (words: string): boolean => splitJournalLead(words.slice(0, 100)).at !== undefined
