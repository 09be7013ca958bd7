import type { Span } from '../markdown/block.ts'
import { assignedIn } from './assigned.ts'
import { contextsIn } from './contexts.ts'
import { withoutHidden } from './hidden.ts'
import { tokensIn } from './tokens.ts'
import { asWritten, plainView, through, type View } from './view.ts'

/** A value that gives access to anyone who reads it. */
export interface Secret {
  readonly span: Span
  /** Its kind, such as `GitHub token`. */
  readonly name: string
  /** The only form that may be shown. */
  readonly masked: string
}

/** Caches the result for the last large text, since a rule and then a reporter check the same file. */
let last: { readonly text: string; readonly secrets: readonly Secret[] } = { text: '', secrets: [] }

/** Finds the secrets in text, in order and without overlaps. */
export function findSecrets(text: string): readonly Secret[] {
  if (text.length < MIN_CACHED) return scanForSecrets(text)
  if (last.text !== text) last = { text, secrets: scanForSecrets(text) }
  return last.secrets
}

/** Shorter texts bypass the cache: messages masked between the rule and the reporter would displace the file. */
const MIN_CACHED = 10_000

const scanForSecrets = (text: string): readonly Secret[] =>
  withoutOverlaps(
    viewsOf(text).flatMap(view =>
      secretsIn(view.text).map(secret => ({
        ...secret,
        span: { start: view.startAt(secret.span.start), end: view.endAt(secret.span.end) },
      })),
    ),
  )

/**
 * Views of the text to search: as written; as Markdown shows it, since editors and our own writer escape (`ghp\_…`);
 * and both without hidden characters, which text pasted from web pages contains. Other ways to split a secret are not
 * worth covering: an attacker who can make an agent split a secret can also make it write base64.
 */
function viewsOf(text: string): readonly View[] {
  const seen = withoutHidden(text)
  const views = [asWritten(text), ...(seen === undefined ? [] : [seen])]
  return views.flatMap(view => {
    const plain = plainView(view.text)
    return plain === undefined ? [view] : [view, through(view, plain)]
  })
}

function secretsIn(text: string): Secret[] {
  const found = [...tokensIn(text), ...contextsIn(text), ...assignedIn(text)]
  return [
    ...findPrivateKeys(text).map(({ span, header }) => ({ name: 'private key', span, masked: `${header}…` })),
    ...found.map(({ start, end, name, isBare }) => {
      const shown = isBare === true ? Math.min(4, (end - start) >> 3) : 4
      return { name, span: { start, end }, masked: `${text.slice(start, start + shown)}…` }
    }),
  ]
}

/**
 * Masks the secrets in text. Mask text before cutting it: part of a secret, such as one line of a private key, is not
 * recognized.
 *
 * @example maskSecrets('token AKIAQ3EGWJ5LQ2XNZP4D') // 'token AKIA…'
 */
export function maskSecrets(text: string): string {
  const secrets = findSecrets(text)
  if (secrets.length === 0) return text
  let masked = ''
  let at = 0
  for (const { span, masked: shown } of secrets) {
    masked += text.slice(at, span.start) + shown
    at = span.end
  }
  return masked + text.slice(at)
}

/** Merges overlapping secrets: keeps the first, extended to the end of the last. */
function withoutOverlaps(secrets: readonly Secret[]): readonly Secret[] {
  const kept: Secret[] = []
  for (const secret of secrets.toSorted((a, b) => a.span.start - b.span.start || b.span.end - a.span.end)) {
    const before = kept.at(-1)
    if (before === undefined || secret.span.start >= before.span.end) kept.push(secret)
    else if (secret.span.end > before.span.end)
      kept[kept.length - 1] = { ...before, span: { start: before.span.start, end: secret.span.end } }
  }
  return kept
}

const KEY_HEADER = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g
/** One line of a key's body, after any quote markers and indentation. In JSON, it ends with the two characters `\n`. */
const KEY_BODY =
  /^[ \t>|]*(?:[A-Za-z0-9+/=]{16,}(?:\\[nr]|[A-Za-z0-9+/=])*|(?:Proc-Type|DEK-Info|Version|Comment):.*|=?[A-Za-z0-9+/=]{1,76}|)[ \t|]*$/

/** Keys wrap at 64 or 76 characters; the limit keeps files with one huge line fast. */
const MAX_LINE = 1000

/** Fits a key of 16,384 bits, the longest in use. On a megabyte the pattern would overflow the stack. */
const MAX_KEY = 20_000

/** Finds private keys, from the header to the end of the body. A header without a body is only a mention. */
function findPrivateKeys(text: string): { readonly span: Span; readonly header: string }[] {
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
  // A body on one line: its line breaks are written as the two characters `\n`, as in JSON, or as spaces, as in a
  // paragraph joined to one line.
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
