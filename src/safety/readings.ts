import { withoutMarks, withoutTags } from './glued-view.ts'
import { mayHoldTokens } from './may-hold-tokens.ts'
import { plainView } from './plain-view.ts'
import { asWritten, through, type View } from './view.ts'

/** One of the ways in which a text may be read. */
export interface Reading extends View {
  readonly hasTokens: boolean
  /** Words are put together here that may be two: only tokens which everybody knows are believed. */
  readonly isGlued: boolean
}

/** As it is written, as Markdown shows it, and without what may stand in the midst of a word. Nearly always only one. */
export function readings(text: string): readonly Reading[] {
  const written = readingOf(asWritten(text), false)
  const plain = plainView(text)
  const read = plain === undefined ? [written] : [written, readingOf(plain, false)]
  const untagged = withoutTags(text)
  const glued = untagged === undefined ? [] : [readingOf(through(untagged, plainView(untagged.text)), true)]
  const last = glued[0] ?? read.at(-1) ?? written
  const unmarked = last.hasTokens ? withoutMarks(last.text) : undefined
  if (unmarked !== undefined) glued.push(readingOf(through(last, unmarked), true))
  return [...read, ...glued]
}

const readingOf = (view: View, isGlued: boolean): Reading => ({
  ...view,
  hasTokens: mayHoldTokens(view.text),
  isGlued,
})
