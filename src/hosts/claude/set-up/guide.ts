import { type Guided, guideText } from '../how-to-record.ts'

const START = '<!-- notes:start -->'
const END = '<!-- notes:end -->'

export const guide = (guided: Guided): string => `${START}
${guideText(guided)}
${END}`

/** Matches from the first start mark to the next end mark. */
const BLOCK = /<!-- notes:start -->[\s\S]*?<!-- notes:end -->/

/** Adds the block at the end, or replaces the existing one. `text` is undefined if there is no file yet. */
export function withGuide(text: string | undefined, guided: Guided): string {
  const eol = text?.includes('\r\n') ? '\r\n' : '\n'
  const block = guide(guided).replaceAll('\n', eol)
  if (text === undefined) return `${block}\n`
  if (BLOCK.test(text)) return text.replace(BLOCK, () => block)
  // The gap shows `withoutGuide` whether the text ended with a line break.
  return endsLine(text) ? `${text}${eol}${block}${eol}` : `${text}${eol}${eol}${block}`
}

/** Removes what `withGuide` added. Returns undefined if nothing else is in the file. */
export function withoutGuide(text: string): string | undefined {
  const [block] = BLOCK.exec(text) ?? []
  if (block === undefined) return text
  const at = text.indexOf(block)
  const [before, after] = [text.slice(0, at), text.slice(at + block.length)]
  if (before === '' && after.trim() === '') return undefined
  if (after === '') return before.replace(/(?:\r?\n){1,2}$/, '')
  return before.replace(/\r?\n$/, '') + after.replace(/^\r?\n/, '')
}

const endsLine = (text: string): boolean => text === '' || text.endsWith('\n')
