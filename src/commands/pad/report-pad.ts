import type { Session } from '../../session/session.ts'

/** What `--json` says of a pad. */
export function padToJson({ id, pad, problems, settings }: Session) {
  const { notes, plan, refs, cards, promoted, lineage } = pad
  const { limits } = settings
  return {
    session: id,
    notes,
    plan,
    refs,
    cards: [...cards.values()],
    promoted,
    lineage: lineage ?? null,
    used: {
      notes: { chars: notes.length, max: limits.notes },
      plan: { chars: plan.length, max: limits.plan },
      refs: { items: refs.length, max: limits.refs },
    },
    problems,
  }
}

export const usedOf = (used: number, limit: number): string => (limit === 0 ? `${used}` : `${used}/${limit}`)
