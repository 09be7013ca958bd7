import { type Answer, call } from './model.ts'

/** Returns an answer in which the model calls the MCP tool to replace the notes of its pad. */
export const writePad = (content: string, tokens?: number): Answer =>
  call('mcp__notes__session_scratchpad', { action: 'set_notes', content }, tokens)

/** Returns an answer in which the model runs a command to replace the notes of its pad. */
export const typePad = (content: string): Answer =>
  call('Bash', { command: `npx notes pad write "${content}"`, description: 'Keep it' })
