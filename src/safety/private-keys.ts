import type { Span } from '../document/block.ts'

const KEY_HEADER = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g
/**
 * One line of the body, without quote markers and indentation; in JSON it ends with `
 *
 * `.
 */
const KEY_BODY =
  /^[ \t>|]*(?:[A-Za-z0-9+/=]{16,}(?:\\[nr]|[A-Za-z0-9+/=])*|(?:Proc-Type|DEK-Info|Version|Comment):.*|=?[A-Za-z0-9+/=]{1,76}|)[ \t|]*$/

/** Keys wrap at 64 or 76 characters; the limit keeps files with one huge line fast. */
const MAX_LINE = 1000

/** Fits 16,384 bits, the longest key in use. On a megabyte the pattern would overflow the stack. */
const MAX_KEY = 20_000

/** Finds private keys, from the header to the end of the body. A header without a body is only a mention. */
export function findPrivateKeys(text: string): { readonly span: Span; readonly header: string }[] {
  const found: { span: Span; header: string }[] = []
  let from = 0
  for (const match of text.matchAll(KEY_HEADER)) {
    if (match.index < from) continue
    const end = keyEnd(text, match.index + match[0].length)
    if (end === undefined) continue
    from = end
    found.push({ span: { start: match.index, end }, header: match[0] })
  }
  return found
}

function keyEnd(text: string, from: number): number | undefined {
  // With `
  // ` as line ending, as in JSON, or with spaces, as in a paragraph joined to one line.
  const inline =
    /(?: ?(?:\\[nr]|[A-Za-z0-9+/=]){16,})+(?: ?[A-Za-z0-9+/=]{0,15} ?-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)?/y
  if (inline.test(text.slice(from, from + MAX_KEY))) return from + inline.lastIndex
  let end: number | undefined
  for (let at = from; at < text.length; ) {
    const stretch = text.slice(at, at + MAX_LINE)
    const newline = stretch.search(/[\r\n]/)
    const line = newline < 0 ? stretch : stretch.slice(0, newline)
    const close = /^[ \t>|]*-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/.exec(line)
    if (close !== null) return end === undefined ? undefined : at + close[0].length
    if (!KEY_BODY.test(line)) break
    if (/[A-Za-z0-9+/=]{16}/.test(line)) end = at + line.trimEnd().length
    if (newline < 0) break
    at += newline + 1
  }
  return end
}
