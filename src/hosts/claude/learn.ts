import { ours, type Shown } from '../../safety/door.ts'

/** Tells a model, once in each context, what is worth writing down and how: at most 120 tokens. */
export const learnText = (command: 'notes' | 'npx notes'): Shown =>
  ours(`Keep this memory useful: when something is decided, blocked, found or left open, write one line at once.
${command} blocker add --waiting "…" | question add "…" | goal add "…" | debt add "…" --severity HIGH
${command} decision add --draft --title "…" --decision "…" --rationale "…" --evidence FILE:LINE
${command} context set --state "…; next: …" before you stop. pad append "…" keeps working notes through compaction.
Leave out file contents, logs and guesses.`)
