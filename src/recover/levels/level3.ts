import { lineIndex } from '../../markdown/lines.ts'
import { estimateTokens, partWeight } from '../../markdown/tokens.ts'
import { handleOf } from '../../notes/handle.ts'
import type { ReadOptions } from '../../notes/notes.ts'
import { showLine, showText } from '../../safety/show-text.ts'
import { clip } from '../layout/clip.ts'
import { type Lines, linesOf } from '../layout/slice.ts'
import { outlineOf } from '../read/outline.ts'
import { readWhole } from '../read/read-part.ts'

/** The whole file, or an outline with line ranges if it does not fit into a given budget. */
export function level3(text: string, budget: number | null, factor: number, options: ReadOptions): string {
  const whole = showText(text.replace(/^\uFEFF/, ''))
  if (whole.trim() === '')
    return 'The notes file is empty. The first record added to it also adds the template.'
  if (budget === null || fits(whole, budget, factor)) return whole
  return outlineText(text, budget, factor, options)
}

/** Skips the slow estimate for a long text, assuming at most 12 characters per token. */
const fits = (text: string, budget: number, factor: number): boolean =>
  text.length <= budget * 12 && estimateTokens(text, factor) <= budget

function outlineText(text: string, budget: number, factor: number, options: ReadOptions): string {
  const most = budget / factor
  const head = 'Too large to show whole; its sections:'
  const lines = clip(head, most - 1) === head ? [head] : []
  let left = most - lines.reduce((sum, line) => sum + partWeight(line) + 1, 0)
  for (const {
    title,
    depth,
    handle,
    lines: [from, to],
  } of sectionsOf(text, options)) {
    const name = handle === undefined ? showLine(title) : `${showLine(title)} ${handle}`
    const line = `${'#'.repeat(depth)} ${name} L${from}-${to}`
    const cost = partWeight(line) + 1
    if (cost > left) break
    lines.push(line)
    left -= cost
  }
  return lines.length === 0 ? (clip(head, most - 1) ?? '…') : lines.join('\n')
}

interface Titled {
  readonly title: string
  readonly depth: number
  /** Set only if the section is a record. */
  readonly handle: string | undefined
  readonly lines: Lines
}

/** The headings of a larger file are found without reading its records. */
const MAX_READ = 200_000

/** A generator, since there may be 100,000 sections and the budget has room for only a few. */
function* sectionsOf(text: string, options: ReadOptions): Generator<Titled> {
  const outline = text.length > MAX_READ ? outlineOf(text) : undefined
  const whole = outline === undefined ? readWhole(text, options) : undefined
  const handles = new Map(
    whole?.notes.records.map(record => [record.span.start, () => handleOf(whole.notes, record)]),
  )
  const sections = outline?.map(({ section }) => section) ?? whole?.notes.sections ?? []
  const lineAt = whole?.lineAt ?? lineIndex(text).lineAt
  for (const { heading, title, depth, span } of sections)
    if (heading !== undefined)
      yield { title, depth, handle: handles.get(span.start)?.(), lines: linesOf(span, lineAt) }
}
