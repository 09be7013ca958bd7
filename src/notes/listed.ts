import type { Block, Item, Span } from '../markdown/block.ts'
import type { Source } from './record.ts'
import type { Section } from './section.ts'
import { joinLines, readFields } from './text/fields.ts'
import { decodeText } from './text/inline.ts'
import { isOver, type ReadItem, readItems, readWords } from './text/items.ts'
import { isNothing, RECORDS } from './text/rows.ts'

export interface ListedItem extends ReadItem {
  /** The bullet, if the item is a bullet. */
  readonly item?: Item
  /** The text below the heading, if the item is a heading. `details` is the first bullet or paragraph in it. */
  readonly body?: Span
  readonly details?: string
}

/**
 * The items of a section: its bullets, its paragraphs if it has nothing else, or its own heading. `### API` below
 * Blockers groups the bullets below it, while `### BLK-2: No staging key` with prose or fields below it is a blocker
 * itself.
 */
export function listed({ document: { text }, section }: Source): readonly ListedItem[] {
  if (!section.isPart) {
    const bullets = readItems(text, section.blocks)
    return bullets.length > 0 ? bullets : proseItems(text, section)
  }
  // `#### Impact` below an item is a part of that item.
  for (let above = section.parent; above?.isPart === true; above = above.parent)
    if (isItem(text, above)) return []
  if (isItem(text, section)) return [headingItem(text, section)]
  const bullets = readItems(text, section.blocks)
  return isDoneGroup(section) ? bullets.map(item => ({ ...item, done: true })) : bullets
}

/**
 * The paragraphs, such as `**Q1: Who owns the keys?**`, of a section without lists, tables or headings below it. Stops at
 * a rule, below which a file may say when it was created.
 */
function proseItems(text: string, { blocks, span, kind }: Section): readonly ListedItem[] {
  const rule = blocks.findIndex(({ type }) => type === 'rule')
  const own = rule < 0 ? blocks : blocks.slice(0, rule)
  const hasParts = span.end > (blocks.at(-1)?.span.end ?? span.end)
  if (hasParts || blocks.some(({ type }) => type === 'list' || type === 'table')) return []
  return own
    .filter(({ type }) => type === 'paragraph')
    .map(({ span }) => ({ ...readWords(joinLines(text, span)), span }))
    .filter(({ source }) => mayBeItem(source) && (kind !== 'questions' || isQuestion(source)))
}

/** Is the paragraph something other than an introduction, a link, a tag, a signature or a word for "nothing"? */
const mayBeItem = (words: string): boolean =>
  !isNothing(words) &&
  !/^\W*$|^\||[:：]$|^([*_])[^*_]+\1$/s.test(words) &&
  !(words.length <= MAX_FURNITURE && FURNITURE.some(pattern => pattern.test(words)))

/** Any longer paragraph says more than the patterns below. */
const MAX_FURNITURE = 80

const FURNITURE: readonly RegExp[] = [
  // `Nothing blocks us.` and the like.
  /^\W*(?:nothing(?: (?:blocks|is blocking|blocking)\b.*|\W*$)|(?:(?:we|i) (?:are|am) )?not blocked\W*$|unblocked\b)/i,
  new RegExp(
    String.raw`^\W*(?:there (?:are|is) )?(?:currently )?no (?:\w+ ){0,2}(?:${RECORDS}|tasks?|todos?)\b`,
    'i',
  ),
  /^\W*(?:all (?:answered|clear|done)|clear|empty|keine?|aucune?|ningun[oa]|nenhuma?)\W*$/i,
  // A link, an image, a placeholder, a tag, an address, a block id.
  /^!?\[{1,2}[^\]]*\]{1,2}(?:\([^)]*\))?\.?$|^\{\{|^https?:\S+$|^[#^][^\s#]\S*(?: #\S+)*$/,
  // A signature, or the date of the file.
  /^(?:[—–-]{1,2} |cc @|regards\b)|^(?:last )?(?:updated|created|reviewed|author)\b\s*(?::|on\b|by\b|\d)/i,
  // A pointer or an instruction.
  /^(?:see|moved to)\b[^?]*$|^(?:add|describe)\b[^?]*\b(?:end|here|below|new ones)\b|^this (?:list|section)\b/i,
]

const isQuestion = (words: string): boolean => /[?？]|^(?:\*\*)?Q\d/.test(words)

/** Is this a heading such as `### Resolved`, whose items are done? */
export const isDoneGroup = ({ isPart, title }: Section): boolean =>
  isPart &&
  /^\W*(?:recently )?(?:resolved|closed|done|completed?|fixed|answered|shipped|cleared|achieved)\b|^\W*(?:archived|superseded|obsolete|abandoned)(?:\W+(?:items?|issues?|goals?|ideas?|plans?|specs?|tasks?|work))?(?:\W*\([^)]*\))?\W*$/i.test(
    title,
  )

/** A cache, since the answer is needed again for every heading below the section. */
const items = new WeakMap<Section, boolean>()

function isItem(text: string, section: Section): boolean {
  const known = items.get(section) ?? readsAsItem(text, section)
  items.set(section, known)
  return known
}

function readsAsItem(text: string, { blocks, title }: Section): boolean {
  const said = blocks.filter(({ type }) => type !== 'comment' && type !== 'rule')
  const [first] = said
  if (said.some(({ type }) => type === 'table') || isNothing(title)) return false
  if (first === undefined) return MARKED.test(title)
  if (first.type === 'list')
    return MARKED.test(title) || areFields(text, first) || (isSentence(title) && areLabelled(text, first))
  if (first.type !== 'paragraph') return true
  const words = text.slice(first.span.start, first.span.end)
  const introduces = words.endsWith(':') && said[1]?.type === 'list'
  return !isNothing(words) && !introduces && words[0] !== '|'
}

/** Matches an id, a severity, a checkbox or a done mark in front of a title, which makes the heading an item. */
const MARKED =
  /^[*`\s]*(?:\[[ xX]\]\s|~~|[✅✓☑✔]|\[(?:RESOLVED|DONE|FIXED|CLOSED)|\[?(?:CRITICAL|HIGH|MEDIUM|MED|LOW)\b|[A-Z]{1,8}-?\d{1,5}\b)/

/** Is the title a sentence, as in `### The firewall rules live in three places`, rather than the name of a group? */
const isSentence = (title: string): boolean => title.split(/\s+/).length > 3

/** Does every bullet start with a label of one to three words, such as `- Risk: high`? */
const areLabelled = (text: string, list: Block): boolean =>
  list.type === 'list' &&
  list.items.every(({ span }) =>
    /^[-*+]\s+\*{0,2}[A-Z][a-z]+(?: [a-z]+){0,2}\*{0,2}:\s/.test(text.slice(span.start, span.start + 60)),
  )

const FIELD =
  /^[-*+]\s+\*{0,2}(?:action|alternatives?|cause|consequences?|context|date(?:\/author)?|decided by|effort|eta|evidence|files?|finding|fix|follow-up|found by|found in|how|how to apply|impact|location|mitigation|next|notes?|outcome|owner|pattern|plan|priority|rationale|reason(?:ing)?|resolution|result|root cause|severity|source|sprint|status|symptom|trade-?offs?|unblocks?|verdict|why|workaround)\*{0,2}:/i

/** Are most items of the list, or at least `enough` of them, fields of one thing, such as `- **Impact**: …`? */
export function areFields(text: string, list: Block, enough?: number): boolean {
  if (list.type !== 'list' || list.items.length === 0) return false
  const fields = list.items.filter(({ span }) => {
    return FIELD.test(text.slice(span.start, Math.min(span.end, span.start + 60)))
  })
  return enough === undefined ? fields.length * 2 > list.items.length : fields.length >= enough
}

function headingItem(text: string, section: Section): ListedItem {
  const { blocks, title, rest, at, heading } = section
  const start = heading?.span.start ?? section.span.start
  const end = blocks.at(-1)?.span.end ?? heading?.span.end ?? start
  const body = { start: Math.min(heading?.span.end ?? start, end), end }
  const words = readWords(at !== undefined && rest !== '' && /^\W*\d{4}-/.test(title) ? rest : title)
  const [status] = readFields(text, body, name => name === 'status').filter(({ name }) => name === 'status')
  const hasEnded = status !== undefined && isOver(text.slice(status.value.start, status.value.end))
  const [first] = readItems(text, blocks)
  const details = first?.text ?? firstLine(text, blocks)
  const isDone = words.done || hasEnded || first?.done === true || ENDED.test(details) || isDoneGroup(section)
  return { ...words, span: { start, end }, body, details, done: isDone }
}

function firstLine(text: string, blocks: readonly Block[]): string {
  const first = blocks.find(({ type }) => type === 'paragraph')
  return first === undefined ? '' : decodeText(joinLines(text, first.span))
}

const ENDED = /^\W*(?:resolved|done|closed|fixed|complete|completed|answered|shipped)\b/i
