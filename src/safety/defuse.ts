import { hasAny } from '../document/has-any.ts'

/**
 * Defuses the tags of frames: ours, and those that Claude Code puts around the output of hooks and commands. The
 * replacement character costs as many tokens, so a text that fits its budget still does.
 */
export function defused(text: string): string {
  const lines = text.includes('\r') ? text.replaceAll(/\r(?!\n)/g, '\n') : text
  const tagless = lines.includes('<') ? lines.replaceAll(tag(), '(') : lines
  return hasAny(tagless, ['cratchpad]', 'Human:', 'Assistant:'])
    ? tagless.replaceAll(BLOCK, '(').replaceAll(SPEAKER, '$1 :')
    : tagless
}

const NAMES =
  'notes|system-reminder|function_(?:calls|results)|antml:\\w+|command-(?:name|message|args)|local-command-\\w+|user-prompt-submit-hook|task-notification'

/**
 * A closing tag may contain spaces, and a lenient reader takes it as the end whatever follows; an opening tag must be
 * complete.
 */
const tag = (): RegExp => new RegExp(`<(?=\\s*[/\\\\]\\s*(?:${NAMES})\\b|(?:${NAMES})(?:[\\s/>]|$))`, 'gi')
const BLOCK = /\[(?=(?:Session|End) Scratchpad\])/gi
const SPEAKER = /^([^\S\n]*(?:Human|Assistant)):/gm
