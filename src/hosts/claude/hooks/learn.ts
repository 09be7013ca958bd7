import { ours, type Shown } from '../../../safety/door.ts'

/** Tells a model, once in each context, what is worth writing down and how: at most 120 tokens. */
export const learnText = (command: 'notes' | 'npx notes'): Shown =>
  ours(`Write one line when something is decided, blocked, found or left open:
${command} blocker add --waiting "…" | question add "…" | debt add "…" --severity HIGH
${command} decision add --draft --title "…" --decision "…" --rationale "…" --evidence FILE:LINE
${command} context set --next "…" before you stop; pad append "…" for notes that outlive compaction.
No file contents, logs or guesses.`)
