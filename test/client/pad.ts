import { type Answer, call } from './model.ts'

/** The model replaces the notes of its pad, with the tool of the server. */
export const writePad = (content: string, tokens?: number): Answer =>
  call('mcp__notes__session_scratchpad', { action: 'set_notes', content }, tokens)

/** The model replaces the notes of its pad, with the command. */
export const typePad = (content: string): Answer =>
  call('Bash', { command: `npx notes pad write "${content}"`, description: 'Keep it' })
