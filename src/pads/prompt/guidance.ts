import type { Limits } from '../limits.ts'
import { cardTools } from '../vocabulary/cards-tools.ts'

/** The three tool sets for the same pad. */
export type Vocabulary = 'notepad' | 'cards' | 'scratchpad'

/** The system prompt text for the tools that a host has registered. */
export function systemPromptSection(tools: readonly string[], limits: Limits): string {
  const names = new Set(tools)
  const own = cardTools.map(({ name }) => name).filter(name => names.has(name))
  const pad = ['session_scratchpad', 'session.scratchpad'].find(name => names.has(name))
  return [
    ...(names.has('write_notepad') || names.has('update_notepad') ? [NOTEPAD] : []),
    ...(pad === undefined ? [] : [scratchpad(pad, limits)]),
    ...(own.length === 0 ? [] : [cards(own)]),
  ].join('\n\n')
}

const NOTEPAD =
  'For multi-step or complex tasks, use the session notepad to track your plan and record findings as you work. ' +
  'The notepad survives context compaction — conversation details may be summarized, but the notepad is preserved ' +
  'in full. Update it after significant findings or completed steps.'

function scratchpad(name: string, { notes, plan, refs, tokens }: Limits): string {
  const shownLimit = (limit: number, what: string) => (limit === 0 ? 'no limit' : `${limit} ${what}`)
  return `## Session Scratchpad
You have a persistent scratchpad tool (${name}) that survives context compaction.
Use it to save: multi-step plans, key findings, important decisions, accumulated state.
It has three spaces: notes (${shownLimit(notes, 'chars')}), plan (${shownLimit(plan, 'chars')}) and refs (${shownLimit(refs, 'items')}).
If the host can, it shows them before your messages; set_notes and set_plan overwrite, append_notes and refs.add add.
Without an action, mode "replace" overwrites the notes and "append" adds to them${tokens === 0 ? '' : ` (budget: ~${tokens} tokens)`}.
Write when you form a plan, find a key fact, meet a file or URL you will need again, or complete a step of the plan.
Don't write full file contents, conversation history, speculation, or the user's request.`
}

const cards = (names: readonly string[]): string => `<scratchpad_system>
You have tagged notes for this session, kept outside the conversation; they survive context compaction.

**When to use them:** findings from files and searches, progress of a task with many steps, results that are
expensive to get again.

**Best practices:** tag notes so that you can find them again, keep each to one point, search before you add one,
update what has changed, and scratch what is done.

**Available operations:** ${names.join(', ')}
</scratchpad_system>`
