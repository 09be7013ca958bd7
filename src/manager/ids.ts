import { type Notes, type NotesRecord, recordsOfKind } from '../protocol/notes.ts'
import type { Draft } from './draft.ts'

/** Gives debts, and decisions where the file numbers them, the next number; never one that was used before. */
export function idGiver(notes: Notes, archived?: () => Notes | undefined): <D extends Draft>(draft: D) => D {
  // Made when first asked for: most commands number nothing, and reading all decisions takes its time.
  const counters: Partial<Record<'debt' | 'decision', () => string | undefined>> = {}
  return draft => {
    if ((draft.kind !== 'debt' && draft.kind !== 'decision') || draft.id !== undefined) return draft
    counters[draft.kind] ??= counter(
      notes,
      archived,
      draft.kind,
      draft.kind === 'debt' ? 'TD-001' : undefined,
    )
    const id = counters[draft.kind]?.()
    return id === undefined ? draft : { ...draft, id }
  }
}

const NUMBERED = /^([A-Z]{1,5}-)(\d{1,6})$/

/**
 * Archived records keep their numbers, in the archive file too. Decisions are numbered only where the notes file has
 * numbered ones; the archive file is not even read for others.
 */
function counter(
  notes: Notes,
  archived: (() => Notes | undefined) | undefined,
  kind: 'debt' | 'decision',
  first: string | undefined,
): () => string | undefined {
  const here = numbersIn(notes, kind)
  if (here.length === 0 && first === undefined) return () => undefined
  const file = archived?.()
  const ids = [...(file === undefined ? [] : numbersIn(file, kind)), ...here]
  const sample = ids.at(-1) ?? NUMBERED.exec(first ?? '')
  const prefix = sample?.[1]
  if (sample === null || sample === undefined || prefix === undefined) return () => undefined
  const width = sample[2]?.length ?? 3
  let highest = ids
    .filter(match => match[1] === prefix)
    .reduce((most, match) => Math.max(most, Number(match[2])), 0)
  return () => `${prefix}${String(++highest).padStart(width, '0')}`
}

function numbersIn(notes: Notes, kind: 'debt' | 'decision'): RegExpExecArray[] {
  const all: readonly NotesRecord[] =
    kind === 'debt'
      ? recordsOfKind(notes, 'debt')
      : notes.records.filter(record => record.kind === 'decision' || record.kind === 'archive')
  return all.map(({ id }) => NUMBERED.exec(id ?? '')).filter(match => match !== null)
}
