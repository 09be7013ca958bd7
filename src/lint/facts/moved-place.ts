import { type CodeReader, projectPath } from '../../evidence/code.ts'
import type { Moved } from '../../evidence/states.ts'
import type { Edit } from '../../markdown/edit.ts'
import type { LineRange } from '../../markdown/lines.ts'
import { type CitedPlace, hasReservedCharacters } from './cited-places.ts'

export function linesInWords(lines: readonly LineRange[]): string {
  if (lines.length === 0) return 'location'
  const ranges = lines.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(', ')
  return lines.length === 1 && lines[0]?.from === lines[0]?.to ? `line ${ranges}` : `lines ${ranges}`
}

type Written = Pick<CitedPlace, 'part' | 'locator' | 'path' | 'lines'>

/** Does the place stand for a whole file? A quote always has a line, even if none is cited. */
const isWholeFile = ({ part, locator }: Written): boolean => part !== 'evidence' && locator.lines.length === 0

/** The new place in words, such as `line 12` (with the file if it is another one), and the edits that write it. */
export function movedPlace(
  text: string,
  place: Written,
  moved: Moved,
  code: CodeReader | undefined,
): { readonly found: string; readonly fix: readonly Edit[] | undefined } {
  const lines = linesInWords([moved.to.lines])
  const file = `\`${moved.to.path}\``
  const isSame = code !== undefined && projectPath(place.locator, code) === moved.to.path
  const found = isSame ? lines : isWholeFile(place) ? file : `${lines} in ${file}`
  return { found, fix: movedEdits(text, place, moved, isSame) }
}

/** Writes the new location in the style of the old one: `:12`, `#L12-L14`. A single line stays a single line. */
function movedEdits(
  text: string,
  place: Written,
  moved: Moved,
  isSame: boolean,
): readonly Edit[] | undefined {
  const { path, lines } = moved.to
  if (place.path === undefined || hasReservedCharacters(path)) return undefined
  if (place.lines === undefined && isSame) return undefined
  const newPath = {
    span: place.path,
    text: place.part !== 'evidence' && place.locator.kind === 'relative' ? path : `\${PROJECT_ROOT}/${path}`,
  }
  if (isWholeFile(place)) return [newPath]
  const mark = place.lines === undefined ? ':' : text.slice(place.lines.start, place.lines.start + 2)
  const start = `${mark[0] ?? ':'}${mark[1] === 'L' ? 'L' : ''}`
  const cited = place.locator.lines
  const wasLine = cited.length === 1 && cited[0]?.from === cited[0]?.to
  const isLine = lines.from === lines.to || wasLine
  const end = isLine ? '' : `-${mark[1] === 'L' ? 'L' : ''}${lines.to}`
  const newLines = {
    span: place.lines ?? { start: place.path.end, end: place.path.end },
    text: `${start}${lines.from}${end}`,
  }
  return isSame ? [newLines] : [newPath, newLines]
}
