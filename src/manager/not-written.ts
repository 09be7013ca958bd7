import type { NotesRecord } from '../protocol/notes.ts'
import type { DecisionRecord } from '../protocol/records/decision.ts'
import { agree, type Draft, plain, textAt } from './draft.ts'

/** What a draft may say beside that by which it is known, and the option that says it. */
const OPTIONS: Partial<Record<Draft['kind'], Readonly<Record<string, string>>>> = {
  blocker: { eta: '--eta' },
  debt: { severity: '--severity', foundBy: '--found-by', sprint: '--sprint' },
  goal: { blocking: '--blocking', dependsOn: '--depends-on' },
  decision: { decidedBy: '--decided-by' },
}

/**
 * What was given and is not written because the record is there already with something else: nobody is to believe
 * that it was. Ends with the command that would change it.
 */
export function notWritten(
  draft: Draft,
  other: Draft | NotesRecord,
  line: string | undefined,
): string | undefined {
  const fields = Object.entries(OPTIONS[draft.kind] ?? {}).filter(
    ([field]) => textAt(draft, field) !== '' && !agree(draft, other, field),
  )
  const parts = fields.map(([field, option]) => {
    const there = textAt(other, field)
    return `${option} ${textAt(draft, field)}${there === '' ? '' : ` (it says ${there})`}`
  })
  if ('timed' in draft && draft.timed === true && isOtherTime(draft.at, other)) parts.push(`--at ${draft.at}`)
  if (draft.kind === 'decision') parts.push(...partsUnlike(draft, other))
  if (parts.length === 0) return undefined
  const title = clipped(textAt(draft, draft.kind === 'log' ? 'summary' : 'title'))
  const change = line === undefined ? 'Give each record once' : howToChange(draft, fields, line)
  return `"${title}" is there already, so this was not written: ${parts.join(', ')}. ${change}`
}

/** Evidence and scenarios of a decision are lists. */
function partsUnlike(
  draft: Extract<Draft, { kind: 'decision' | 'archive' }>,
  other: Draft | NotesRecord,
): string[] {
  if (!('scenarios' in other)) return []
  const texts = (all: readonly (string | { readonly text: string })[]): string =>
    JSON.stringify(all.map(one => plain(typeof one === 'string' ? one : one.text)))
  const places = other.evidence.map(one =>
    'place' in one ? one.place : 'locator' in one ? one.locator?.text : '',
  )
  return [
    ...(draft.evidence.some(({ place }) => !places.includes(place)) ? ['--evidence'] : []),
    ...(draft.scenarios.length > 0 && texts(draft.scenarios) !== texts(other.scenarios)
      ? ['--scenario']
      : []),
  ]
}

/** Files differ in how precise their times are. */
function isOtherTime(at: string, other: Draft | NotesRecord): boolean {
  const there = 'at' in other ? (typeof other.at === 'string' ? other.at : other.at?.text) : undefined
  const local = (text = ''): string => text.replace(/Z$/, '')
  return !local(at).startsWith(local(there)) && !local(there).startsWith(local(at))
}

function howToChange(draft: Draft, fields: readonly (readonly [string, string])[], line: string): string {
  if (draft.kind === 'goal')
    return `To change it: ${fields
      .map(([field]) => `\`notes goal ${field === 'blocking' ? 'block' : 'depends'} ${line} "…"\``)
      .join(', ')}`
  if (draft.kind === 'decision')
    return `To change it: \`notes decision add\` under another title, then \`notes decision supersede ${line} --by "…"\``
  if (draft.kind === 'log') return 'The log is only added to: say it in other words, or edit the row'
  return `To change it: \`notes ${draft.kind} resolve ${line}\`, then add it again`
}

export const doneBefore = (title: string, how: string): string =>
  `"${clipped(title)}" was marked before, so this was not written: --how ${how}. To change it, edit its line, or \`notes undo\` first`

export const supersededBefore = ({ title, supersededBy }: DecisionRecord, by: string): string =>
  `"${clipped(title)}" is superseded already${supersededBy === undefined ? '' : ` by ${supersededBy}`}, so this was not written: --by ${by}. To change it, edit its Status`

const clipped = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text)
