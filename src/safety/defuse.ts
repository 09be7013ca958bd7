import { hasAny } from '../document/has-any.ts'

/**
 * Takes the tags out of frames: ours, and those that Claude Code puts around what a hook or a command says. The
 * bracket that replaces theirs costs as many tokens, so what fitted into a budget still does.
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

/** A closing may be spaced out, and ends a frame for a careless reader whatever follows; an opening is a whole tag. */
const tag = (): RegExp => new RegExp(`<(?=\\s*[/\\\\]\\s*(?:${NAMES})\\b|(?:${NAMES})(?:[\\s/>]|$))`, 'gi')
const BLOCK = /\[(?=(?:Session|End) Scratchpad\])/gi
const SPEAKER = /^([^\S\n]*(?:Human|Assistant)):/gm
