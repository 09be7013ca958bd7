import type { Span } from '../markdown/block.ts'
import { mayHide, maySecret } from './cheap-tests.ts'
import { withoutHidden } from './hidden.ts'
import { findSecrets, maskSecrets } from './secrets.ts'

/**
 * Prepares text from the notes for a model: secrets masked, hidden and control characters removed, frames defused, on
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

/** Like `showLine`, but for multi-line text, whose line endings it keeps. */
export function showText(text: string): string {
  const visible = cleaned(text)
  return defused(maySecret(visible) ? maskSecrets(visible) : visible)
}

/** How many characters on each side of a part are searched for secrets too. Most private keys are shorter. */
const WINDOW = 8_000

/** Like `showText`, for part of a text. A secret that is only partly inside that part is masked as well. */
export function showPart(text: string, { start, end }: Span): string {
  const from = Math.max(0, start - WINDOW)
  const around = text.slice(from, end + WINDOW)
  if (!maySecret(cleaned(around))) return showText(text.slice(start, end))
  let safe = ''
  let at = start
  for (const { span, masked } of findSecrets(around)) {
    if (from + span.end <= at || from + span.start >= end) continue
    safe += text.slice(at, Math.max(at, from + span.start)) + masked
    at = Math.min(end, from + span.end)
  }
  return showText(safe + text.slice(at, end))
}

/** Removes hidden and control characters, but does not mask secrets. */
export const cleaned = (text: string): string => (UNUSUAL.test(text) ? cleanUnusual(text) : text)

/**
 * Anything but ASCII, European and East Asian letters, and symbols: one small class, since this runs at every prompt.
 */
const UNUSUAL =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: the ranges are complete
  /[^\t\n\r -~\u00a0-\u00ac\u00ae-\u034e\u0350-\u060b\u2010-\u2027\u2030-\u205e\u2070-\u27ff\u2801-\u3163\u3165-\ud7ff]/

/** Removes hidden characters, and replaces lone surrogates: these cannot be encoded, and at best arrive as U+FFFD. */
function cleanUnusual(text: string): string {
  const seen = mayHide(text) ? withoutHidden(text) : undefined
  return (seen?.text ?? text).toWellFormed()
}

/**
 * Defuses the tags of frames: ours, and those that Claude Code puts around the output of hooks and commands. The
 * replacement costs as many tokens as the character it replaces, so a text that fits its budget still does.
 */
export function defused(text: string): string {
  const lines = text.includes('\r') ? text.replaceAll(/\r(?!\n)/g, '\n') : text
  const tagless = lines.includes('<') ? lines.replaceAll(tag(), '(') : lines
  return ['cratchpad]', 'Human:', 'Assistant:'].some(part => tagless.includes(part))
    ? tagless.replaceAll(BLOCK, '(').replaceAll(SPEAKER, '$1 :')
    : tagless
}

const NAMES =
  'notes|system-reminder|function_(?:calls|results)|antml:\\w+|command-(?:name|message|args)|local-command-\\w+|user-prompt-submit-hook|task-notification'

/**
 * A closing tag matches even with spaces, or text after its name: a lenient reader would still take it for the end.
 * An opening tag must be complete.
 */
const tag = (): RegExp => new RegExp(`<(?=\\s*[/\\\\]\\s*(?:${NAMES})\\b|(?:${NAMES})(?:[\\s/>]|$))`, 'gi')
const BLOCK = /\[(?=(?:Session|End) Scratchpad\])/gi
const SPEAKER = /^([^\S\n]*(?:Human|Assistant)):/gm
