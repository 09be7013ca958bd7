import { tagsIn } from './tags.ts'
import { type Piece, type View, viewOf } from './view.ts'

/** A text without comments and tags, if any stands in the midst of a word: `ghp_A1<!-- -->b2` is read as one. */
export function withoutTags(source: string): View | undefined {
  const tags = tagsIn(source)
  if (!tags.some(tag => isInWord(source, tag))) return undefined
  return viewOf(
    source,
    tags.map(({ start, end }) => ({ start, end, shown: '' })),
  )
}

/** Blanks, line ends and the walls of a table end a word; anything else may be a part of it. */
const isInWord = (
  source: string,
  { start, end }: { readonly start: number; readonly end: number },
): boolean => isOfWord(source.charCodeAt(start - 1)) && isOfWord(source.charCodeAt(end))

const isOfWord = (unit: number): boolean => unit > 32 && unit !== 124

/** The same without emphasis in words, and without the break in a token that is too short on its own line. */
export function withoutMarks(source: string): View | undefined {
  const pieces: Piece[] = []
  const marks = new RegExp(`${EMPHASIS.source}|${BREAK.source}`, 'g')
  for (const { index, 0: mark } of source.matchAll(marks))
    pieces.push({ start: index, end: index + mark.length, shown: '' })
  return viewOf(source, pieces)
}

const EMPHASIS = /(?<=[\w.-])(?:\*{1,3}|~{1,2}|`{1,2}|__){1,3}(?=[\w.-])/

/**
 * A line break, or the blank that it has become where lines were joined. Only in tokens of one known length, when
 * neither part has as much: whatever else stands there are two words.
 */
const BREAK =
  /(?=[ \t\r\n\\\u00a0])(?<=(?<![A-Za-z0-9])(?:(?:gh[pousr]|npm)_[A-Za-z0-9]{0,35}|AIza[\w-]{0,34}))(?:\\?[ \t]{0,3}(?:\r\n?|\n)[ \t>]{0,20}|[ \t\u00a0]{1,3})(?=[\w-]{1,36}(?![\w-]))/
