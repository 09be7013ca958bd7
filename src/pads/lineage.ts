import { NotesError } from '../error.ts'
import { type Change, isEmpty, type Lineage, type Pad } from './pad.ts'

/** The first changes of a new session: its lineage and, if it copies the pad, the pad's content. */
export function beginFrom(pad: Pad, lineage: Lineage, copies: boolean): readonly Change[] {
  return [{ key: 'lineage', lineage }, ...(copies ? contentOf(pad) : [])]
}

/** The smallest set of changes that recreates the pad. */
export function contentOf({ notes, plan, refs, cards, promoted }: Pad): readonly Change[] {
  return [
    ...(notes === '' ? [] : [{ key: 'notes' as const, text: notes }]),
    ...(plan === '' ? [] : [{ key: 'plan' as const, text: plan }]),
    ...(refs.length === 0 ? [] : [{ key: 'refs' as const, refs }]),
    ...[...cards.values()].map(card => ({ key: 'card' as const, card })),
    ...promoted.map(promotion => ({ key: 'promoted' as const, promotion })),
  ]
}

/** Adopts another pad; its cards are added to the existing ones. */
export function adoptPad(
  own: Pad,
  pad: Pad,
  { from, replace, at }: { readonly from: string; readonly replace: boolean; readonly at: Date },
): readonly Change[] {
  if (!replace && !(isEmpty(own) && own.cards.size === 0))
    throw new NotesError(
      'conflict',
      'The pad of this session is not empty; nothing changed',
      'Import into another session with --session, or pass --replace (`notes pad history` keeps the old content)',
    )
  return [...clearing(own, pad), ...beginFrom(pad, { kind: 'import', from, at: at.toISOString() }, true)]
}

/** Clears the spaces that only the old pad has, so that two pads do not mix. */
function clearing(own: Pad, pad: Pad): readonly Change[] {
  return [
    ...(own.notes !== '' && pad.notes === '' ? [{ key: 'notes' as const, text: '' }] : []),
    ...(own.plan !== '' && pad.plan === '' ? [{ key: 'plan' as const, text: '' }] : []),
    ...(own.refs.length > 0 && pad.refs.length === 0 ? [{ key: 'refs' as const, refs: [] }] : []),
  ]
}

/** The first unused name of `a-2`, `a-3` and so on, for a session `a` or `a-2`. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  const [, base = name] = /^(.+)-\d+$/.exec(name) ?? []
  const short = base.slice(0, 110)
  for (let number = 2; ; number += 1) if (!taken.has(`${short}-${number}`)) return `${short}-${number}`
}
