import { findHidden } from '../safety/hidden.ts'
import { maySecret } from '../safety/may-secret.ts'
import { maskSecrets } from '../safety/secrets.ts'

/**
 * A text of the notes as a model may see it: secrets masked, hidden and control characters out, on one line. Masks
 * before anything is cut, because half a secret is not known again, and after hidden characters are out, because one
 * in the midst of a secret hides it from the mask alone.
 */
export function showLine(text: string): string {
  if (text.length < LONG && TIDY.test(text)) return maySecret(text) ? maskSecrets(text) : text
  const shown = showText(text)
  return (UNTIDY.test(shown) ? shown.replaceAll(/\s+/g, ' ') : shown).trim()
}

/** Printable ASCII with one blank between words: nearly every line, and there is nothing to be done about it. */
const TIDY = /^(?:[!-~]+(?: [!-~]+)*)?$/

/** Blanks that are not one and not a blank: putting a line of ten megabytes together anew takes a second. */
const UNTIDY = /\s\s|[^\S ]/

/** A pattern with a loop in a loop may need more stack than there is. */
const LONG = 10_000

/** The same for several lines, which keep their line ends. */
export function showText(text: string): string {
  const visible = PLAIN.test(text) ? text : withoutHidden(text)
  return maySecret(visible) ? maskSecrets(visible) : visible
}

/** Printable ASCII and line ends: nothing can hide in it, and no pattern with classes need be compiled. */
const PLAIN = /^[\t\n\r -~]*$/

function withoutHidden(text: string): string {
  let shown = ''
  let at = 0
  for (const { span } of findHidden(text)) {
    shown += text.slice(at, span.start)
    at = span.end
  }
  // A lone surrogate cannot be encoded: it would arrive as U+FFFD at best.
  return (shown + text.slice(at)).replaceAll(LONE_SURROGATE, '\uFFFD')
}

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
