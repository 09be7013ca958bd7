import { defused } from './defuse.ts'
import { withoutHidden } from './hidden.ts'
import { mayHide } from './may-hide.ts'
import { maySecret } from './may-secret.ts'
import { maskSecrets } from './secrets.ts'

/**
 * A text of the notes as a model may see it: secrets masked, hidden and control characters out, frames defused, on one
 * line. Masks before anything is cut, because half a secret is not known again, and after hidden characters are out, because one
 * in the midst of a secret hides it from the mask alone.
 */
export function showLine(text: string): string {
  if (text.length < LONG && TIDY.test(text)) return defused(maySecret(text) ? maskSecrets(text) : text)
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
  const visible = cleaned(text)
  return defused(maySecret(visible) ? maskSecrets(visible) : visible)
}

/** A text without hidden and control characters, its secrets as they are. */
export const cleaned = (text: string): string => (ODD.test(text) ? withoutOdd(text) : text)

/** Anything but ASCII, letters of Europe and East Asia, and signs: one small class, since this runs at every prompt. */
const ODD =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: ranges of all there are
  /[^\t\n\r -~\u00a0-\u00ac\u00ae-\u034e\u0350-\u060b\u2010-\u2027\u2030-\u205e\u2070-\u27ff\u2801-\u3163\u3165-\ud7ff]/

/** A lone surrogate cannot be encoded: it would arrive as U+FFFD at best. */
function withoutOdd(text: string): string {
  const seen = mayHide(text) ? withoutHidden(text) : undefined
  return (seen?.text ?? text).replaceAll(LONE_SURROGATE, '\uFFFD')
}

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
