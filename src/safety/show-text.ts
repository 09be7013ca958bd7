import { defused } from './defuse.ts'
import { withoutHidden } from './hidden.ts'
import { mayHide } from './may-hide.ts'
import { maySecret } from './may-secret.ts'
import { maskSecrets } from './secrets.ts'

/**
 * Prepares text of the notes for a model: secrets masked, hidden and control characters removed, frames defused, on
 * one line. Masks before anything is cut, because half a secret is not recognized, and after hidden characters are
 * removed, because one inside a secret would hide it from the mask.
 */
export function showLine(text: string): string {
  if (text.length < MAX_PLAIN_LINE && PLAIN_LINE.test(text))
    return defused(maySecret(text) ? maskSecrets(text) : text)
  const shown = showText(text)
  return (COLLAPSIBLE.test(shown) ? shown.replaceAll(/\s+/g, ' ') : shown).trim()
}

/** Printable ASCII with single spaces: nearly every line, and nothing in it needs cleaning. */
const PLAIN_LINE = /^(?:[!-~]+(?: [!-~]+)*)?$/

/** White space to collapse. Checked first, because rebuilding a line of ten megabytes takes a second. */
const COLLAPSIBLE = /\s\s|[^\S ]/

/** A pattern with nested repeats may overflow the stack on longer lines. */
const MAX_PLAIN_LINE = 10_000

/** Like `showLine` for several lines, which keep their line endings. */
export function showText(text: string): string {
  const visible = cleaned(text)
  return defused(maySecret(visible) ? maskSecrets(visible) : visible)
}

/** Removes hidden and control characters, but does not mask secrets. */
export const cleaned = (text: string): string => (UNUSUAL.test(text) ? cleanUnusual(text) : text)

/**
 * Anything but ASCII, European and East Asian letters, and symbols: one small class, since this runs at every prompt.
 */
const UNUSUAL =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: the ranges are complete
  /[^\t\n\r -~\u00a0-\u00ac\u00ae-\u034e\u0350-\u060b\u2010-\u2027\u2030-\u205e\u2070-\u27ff\u2801-\u3163\u3165-\ud7ff]/

/** A lone surrogate cannot be encoded; at best it would arrive as U+FFFD. */
function cleanUnusual(text: string): string {
  const seen = mayHide(text) ? withoutHidden(text) : undefined
  return (seen?.text ?? text).replaceAll(LONE_SURROGATE, '\uFFFD')
}

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
