import { type Answer, call } from './model.ts'

/** Returns an answer in which the model replaces the notes of its pad with the tool of the MCP server. */
export const writePad = (content: string, tokens?: number): Answer =>
  call('mcp__notes__session_scratchpad', { action: 'set_notes', content }, tokens)

/** Returns an answer in which the model replaces the notes of its pad with a command. */
export const typePad = (content: string): Answer =>
  call('Bash', { command: `npx notes pad write "${content}"`, description: 'Keep it' })
