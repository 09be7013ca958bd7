import { NotesError } from '../error.ts'
import { type Change, isEmpty, type Lineage, type Pad } from './pad.ts'

/** How a new session begins: with where it comes from and, if it takes the pad along, all that is in it. */
export function beginFrom(pad: Pad, lineage: Lineage, copies: boolean): readonly Change[] {
  return [{ key: 'lineage', lineage }, ...(copies ? contentOf(pad) : [])]
}

/** The pad as the fewest changes that make it. */
export function contentOf({ notes, plan, refs, cards, promoted }: Pad): readonly Change[] {
  return [
    ...(notes === '' ? [] : [{ key: 'notes' as const, text: notes }]),
    ...(plan === '' ? [] : [{ key: 'plan' as const, text: plan }]),
    ...(refs.length === 0 ? [] : [{ key: 'refs' as const, refs }]),
    ...[...cards.values()].map(card => ({ key: 'card' as const, card })),
    ...promoted.map(promotion => ({ key: 'promoted' as const, promotion })),
  ]
}

/** Takes over another pad, cards beside those that are there. */
export function adoptPad(
  own: Pad,
  pad: Pad,
  { from, replace, at }: { readonly from: string; readonly replace: boolean; readonly at: Date },
): readonly Change[] {
  if (!replace && !(isEmpty(own) && own.cards.size === 0))
    throw new NotesError(
      'conflict',
      'The pad of this session is not empty; nothing changed',
      'Import into another one with --session, or give --replace (`notes pad history` keeps what was there)',
    )
  return [...clearing(own, pad), ...beginFrom(pad, { kind: 'import', from, at: at.toISOString() }, true)]
}

/** The spaces that only the old pad has: half of one and half of another would be nobody's. */
function clearing(own: Pad, pad: Pad): readonly Change[] {
  return [
    ...(own.notes !== '' && pad.notes === '' ? [{ key: 'notes' as const, text: '' }] : []),
    ...(own.plan !== '' && pad.plan === '' ? [{ key: 'plan' as const, text: '' }] : []),
    ...(own.refs.length > 0 && pad.refs.length === 0 ? [{ key: 'refs' as const, refs: [] }] : []),
  ]
}

/** `a`, then `a-2`, `a-3`: the first name that no session has. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  const [, base = name] = /^(.+)-\d+$/.exec(name) ?? []
  const short = base.slice(0, 110)
  for (let number = 2; ; number += 1) if (!taken.has(`${short}-${number}`)) return `${short}-${number}`
}
