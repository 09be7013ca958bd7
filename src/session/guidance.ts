import type { Limits } from './limits.ts'

/** The three sets of tools over the same pad. */
export type Vocabulary = 'notepad' | 'cards' | 'scratchpad'

const CARD_TOOLS = [
  'add_note',
  'search_notes',
  'list_notes',
  'update_note',
  'delete_note',
  'scratch_note',
  'list_tags',
] as const

/** What a system prompt says of the tools that a host has registered; of others it is silent. */
export function systemPromptSection(tools: readonly string[], limits: Limits): string {
  const names = new Set(tools.map(name => name.replace('session.scratchpad', 'session_scratchpad')))
  return [
    ...(names.has('write_notepad') || names.has('update_notepad') ? [NOTEPAD] : []),
    ...(names.has('session_scratchpad') ? [scratchpad(limits)] : []),
    ...(CARD_TOOLS.some(name => names.has(name)) ? [cards(CARD_TOOLS.filter(name => names.has(name)))] : []),
  ].join('\n\n')
}

const NOTEPAD =
  'For multi-step or complex tasks, use the session notepad to track your plan and record findings as you work. ' +
  'The notepad survives context compaction — conversation details may be summarized, but the notepad is preserved ' +
  'in full. Update it after significant findings or completed steps.'

function scratchpad({ notes, plan, refs }: Limits): string {
  const most = (limit: number, what: string) => (limit === 0 ? 'no limit' : `${limit} ${what}`)
  return `## Session Scratchpad
You have a persistent scratchpad tool (session_scratchpad) that survives context compaction.
Use it to save: multi-step plans, key findings, important decisions, accumulated state.
It has three spaces: notes (${most(notes, 'chars')}), plan (${most(plan, 'chars')}) and refs (${most(refs, 'items')}).
They are prepended to each message you receive; set_notes and set_plan overwrite, append_notes and refs.add add.`
}

const cards = (names: readonly string[]): string => `<scratchpad_system>
You have tagged notes for this session, kept outside of the conversation; they survive context compaction.

**When to use them:** findings from files and searches, progress of a task with many steps, results that are
expensive to get again.

**Best practices:** tag notes so that you find them again, keep each to one point, search before you add one,
update what has changed, and put away what is done.

**Available operations:** ${names.join(', ')}
</scratchpad_system>`
