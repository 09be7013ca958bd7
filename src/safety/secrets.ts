import type { Span } from '../document/block.ts'
import { withoutHidden } from './hidden.ts'
import { mayHoldQuoted } from './may-hold-quoted.ts'
import { findPrivateKeys } from './private-keys.ts'
import { type Reading, readings } from './readings.ts'
import { isWords, SHAPES, type Shape, variety } from './secret-shapes.ts'
import { through } from './view.ts'

/** Something that gives access to whoever reads it. */
export interface Secret {
  readonly span: Span
  /** What it is: `GitHub token`. */
  readonly name: string
  /** The only form in which it may be shown. */
  readonly masked: string
}

/** What was found in the last text: a rule and then a reporter ask about the same whole file. */
let last: { readonly text: string; readonly secrets: readonly Secret[] } = { text: '', secrets: [] }

/** Where the secrets of a text are, in order, none within another. */
export function findSecrets(text: string): readonly Secret[] {
  if (text.length < WORTH_KEEPING) return lookForSecrets(text)
  if (last.text !== text) last = { text, secrets: lookForSecrets(text) }
  return last.secrets
}

/** Messages are masked one by one between the two. */
const WORTH_KEEPING = 10_000

const lookForSecrets = (text: string): readonly Secret[] =>
  withoutOverlaps(
    waysToRead(text).flatMap(reading =>
      secretsIn(reading).map(secret => ({
        ...secret,
        span: { start: reading.startAt(secret.span.start), end: reading.endAt(secret.span.end) },
      })),
    ),
  )

/** Also without what nobody sees: the halves of a token that it splits belong together. */
function waysToRead(text: string): readonly Reading[] {
  const seen = withoutHidden(text)
  if (seen === undefined) return readings(text)
  return [
    ...readings(text),
    ...readings(seen.text).map(reading => ({ ...reading, ...through(seen, reading) })),
  ]
}

function secretsIn(reading: Reading): Secret[] {
  const { text, hasTokens, isGlued } = reading
  const hasQuoted = !isGlued && mayHoldQuoted(text)
  const keys = isGlued ? [] : findPrivateKeys(text)
  const shapes = SHAPES.filter(
    ({ isToken, isQuoted, hasNoPrefix }) =>
      (hasTokens || isToken !== true) &&
      (hasQuoted || isQuoted !== true) &&
      !(isGlued && hasNoPrefix === true),
  )
  return [
    ...keys.map(({ span, header }) => ({ name: 'private key', span, masked: `${header}…` })),
    ...shapes.flatMap(shape => findShape(reading, shape)),
  ]
}

/**
 * A text as it may be shown. Mask a whole text before cutting it: a part of a secret, such as one line of a private
 * key, is not known again.
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

function findShape(
  { text, source, startAt, isGlued }: Reading,
  { name, marks, pattern, isSecret, hasNoPrefix }: Shape,
): Secret[] {
  const found: Secret[] = []
  if (marks !== undefined && !marks.some(mark => text.includes(mark))) return found
  for (const match of text.matchAll(pattern)) {
    const value = match[1] ?? match[0]
    const start = match.index + (match[1] === undefined ? 0 : match[0].lastIndexOf(value))
    // In the middle of a word it is something else; patterns stay fast without looking behind.
    if (match[1] === undefined && /[A-Za-z0-9]/.test(source[startAt(start) - 1] ?? '')) continue
    if (isGlued && isWords(value)) continue
    if (isPlaceholder(value) || isSecret?.(value, match) === false) continue
    const shown = hasNoPrefix === true ? Math.min(4, value.length >> 3) : 4
    found.push({ name, span: { start, end: start + value.length }, masked: `${value.slice(0, shown)}…` })
  }
  return found
}

const PLACEHOLDER = /example|placeholder|change.?me|your[_-]|xxxx|\*{3}|\.{3}|…|redacted|dummy|[<>{}$]/i

/** `AKIAIOSFODNN7EXAMPLE`, `<token>`, `${TOKEN}`, `xxxx`: nobody is let in with these. */
function isPlaceholder(value: string): boolean {
  return PLACEHOLDER.test(value) || variety(value.slice(-16)) <= 3
}

/** The first of those that overlap, as far as the last of them reaches. */
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
