import { type Answer, call } from './model.ts'

/** The model replaces the notes of its pad. */
export const writePad = (content: string, tokens?: number): Answer =>
  call('mcp__notes__session_scratchpad', { action: 'set_notes', content }, tokens)
