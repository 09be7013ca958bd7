/** How each kind of record is put on a line of level 1. */
import type { Span } from '../document/block.ts'
import { showLine, showText } from '../safety/show-text.ts'
import type { Item } from './item.ts'

/** The id says which task; its title may be cut. */
export function beadItem(id: string, title: string, span: Span): Item {
  // What is never cut must not be longer than all that there is room for.
  if (id.length > LONGEST_ID) return contextItem('Bead: ', `${id} ${title}`, span)
  if (id === '' || title === '') return contextItem(id === '' ? 'Bead: ' : `Bead: ${id}`, title, span)
  return { ...contextItem(`Bead: ${id} `, `(${title})`, span), stands: true }
}

const LONGEST_ID = 40

export const contextItem = (label: string, text: string, span: Span): Item => ({
  kind: 'context',
  span,
  label: showText(label),
  text: showLine(text),
})

export interface DecisionFacts {
  readonly id?: string
  readonly at?: string | undefined
  readonly title: string
  readonly decision?: string
  readonly draft: boolean
  readonly span: Span
  readonly claims?: NonNullable<Item['claims']>
}

export function decisionItem({ id, at, title, decision, draft, span, claims }: DecisionFacts): Item {
  const named = id === undefined ? '' : ` ${showLine(id)}`
  return {
    kind: 'decision',
    ...(id === undefined ? {} : { id }),
    title: showLine(title),
    span,
    ...(claims === undefined ? {} : { claims }),
    ...(at === undefined ? {} : { date: showLine(at.slice(0, 10)) }),
    label: `${draft ? 'Draft' : 'Decided'}${named}: `,
    text: joinTitle(showLine(title), showLine(decision ?? '')),
  }
}

/** A row or bullet without a title of its own has what was decided as its title. */
function joinTitle(title: string, text: string): string {
  if (text === '' || title === '' || text.startsWith(title)) return text || title
  return '.:?!'.includes(title.charAt(title.length - 1)) ? `${title} ${text}` : `${title}: ${text}`
}

export function lineItem(kind: Item['kind'], label: string, title: string, span: Span): Item {
  const text = showLine(title)
  return { kind, title: text, span, label, text }
}

const ROOT = '${PROJECT_ROOT}/'

function withoutTicks(text: string): string {
  const rest = text.startsWith('`') ? text.slice(1) : text
  return rest.endsWith('`') ? rest.slice(0, -1) : rest
}

/** The prefix is the same on all of them, and costs seven tokens each time. */
export function referenceItem(identifier: string, purpose: string, span: Span): Item {
  const bare = withoutTicks(identifier)
  const place = showLine(bare.startsWith(ROOT) ? bare.slice(ROOT.length) : bare)
  const text = showLine(purpose)
  return {
    kind: 'reference',
    title: place,
    span,
    label: `Ref: ${place} `,
    stands: true,
    text,
  }
}

export function blockerItem(
  type: 'waiting' | 'blocked' | undefined,
  title: string,
  eta: string | undefined,
  span: Span,
): Item {
  const text = eta === undefined ? title : `${title} (ETA: ${eta})`
  const item = lineItem('blocker', type === 'waiting' ? 'Waiting: ' : 'Blocked: ', text, span)
  return { ...item, title: showLine(title) }
}

export function goalItem(
  title: string,
  blocking: string | undefined,
  dependsOn: string | undefined,
  span: Span,
): Item {
  const waits = [
    blocking === undefined ? '' : ` (blocking: ${blocking})`,
    dependsOn === undefined ? '' : ` (depends on: ${dependsOn})`,
  ].join('')
  return { ...lineItem('goal', 'Goal: ', `${title}${waits}`, span), title: showLine(title) }
}
