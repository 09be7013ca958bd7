/** The texts that tell agents how to record: in CLAUDE.md, at the start of a context, and after a large result. */

import { ours, type Shown } from '../../safety/door.ts'

/** The names by which the block in CLAUDE.md and AGENTS.md refers to the project's memory. */
export interface Guided {
  /** `notes`, or `npx notes` where only that works. */
  readonly command: string
  /** The notes file, relative to the project. */
  readonly file: string
}

/**
 * Tells an agent, with or without hooks, where the memory is and how to write to it. Agents read it at every start, so
 * it takes at most 100 tokens.
 */
export const guideText = ({ command, file }: Guided): string =>
  `Memory: ${file}; \`${command} recover\` reads it. Record at once what a later session needs:
\`${command} decision add\`, \`debt add\`, \`blocker add\`, \`question add\`; before you stop \`context set --next "…"\`.
Rules: .claude/protocols/`

/** Tells a model, once per context, what is worth writing down and how, in at most 120 tokens. */
export const learnText = (command: 'notes' | 'npx notes'): Shown =>
  ours(`Write one line when something is decided, blocked, found or left open:
${command} blocker add --waiting "…" | question add "…" | debt add "…" --severity HIGH
${command} decision add --draft --title "…" --decision "…" --rationale "…" --evidence FILE:LINE
${command} context set --next "…" before you stop; pad append "…" for notes that outlive compaction.
No file contents, logs or guesses.`)

/** A large result of a tool, and the part that is worth keeping. */
export interface LargeResult {
  readonly what: string
  readonly keep: string
}

export const clearingHint = ({ what, keep }: LargeResult, command: string): string =>
  `[Hint: That was ${what}. Note ${keep} (\`${command} debt add\`, \`decision add\`, \`ref add\` or \`pad append\`), then work from the note and let the raw output go.]`
