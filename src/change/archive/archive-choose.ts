import { NotesError } from '../../error.ts'
import { isOwnSection } from '../../notes/decision/dated-decisions.ts'
import type { DecisionRecord } from '../../notes/kinds/decision.ts'
import type { Notes } from '../../notes/notes.ts'
import { descent } from '../../notes/state/newest.ts'
import { byTime } from '../../notes/text/timestamp.ts'
import { noRecord, recordNamed } from '../select.ts'
import { isDecision } from './conserve.ts'

/** Decisions to move, and remarks about those that stay. */
export interface Chosen {
  readonly records: readonly DecisionRecord[]
  readonly remarks: readonly string[]
}

/**
 * Chooses the decisions to move: all beyond the newest `keep`. Superseded ones move first, since recovery does not show
 * them. Undated ones, whose age is unknown, and drafts, which are open work, stay and do not count toward `keep`.
 * Decisions that are sections of their own stay and do not count either, since such a section may contain more than the
 * decision.
 */
export function chooseOld(notes: Notes, kind: DecisionRecord['kind'], keep: number): Chosen {
  const all = notes.records.filter(isDecision).filter(record => record.kind === kind)
  const logged = all.filter(record => !isOwnSection(record))
  const dated = logged.filter(({ at, status }) => at?.at !== undefined && status !== 'draft')
  const ordered = (descent(all) > 0 ? dated : dated.toReversed()).toSorted(
    (a, b) => Number(isSuperseded(a)) - Number(isSuperseded(b)) || byTime(b.at, a.at),
  )
  const old = new Set(ordered.slice(keep))
  return {
    records: all.filter(record => old.has(record)),
    remarks: all.length <= keep ? [] : whatStays(logged.length - dated.length, all.length - logged.length),
  }
}

const isSuperseded = ({ status }: DecisionRecord): boolean => status === 'superseded'

function whatStays(undated: number, own: number): string[] {
  const who =
    undated === 1
      ? '1 decision stays: it has no date or is a draft'
      : `${undated} decisions stay: no date, or drafts`
  const sections =
    own === 1 ? '1 decision stays: it is a section' : `${own} decisions stay: they are sections`
  return [
    ...(undated === 0 ? [] : [`${who}. Name one to move it`]),
    ...(own === 0 ? [] : [`${sections} of ${own === 1 ? 'its' : 'their'} own`]),
  ]
}

/** Chooses decisions by id, time, line or words. Reports those that are already archived. */
export function chooseNamed(notes: Notes, names: readonly string[]): Chosen {
  const records = new Set<DecisionRecord>()
  const remarks: string[] = []
  for (const name of names) {
    const found = recordNamed(notes, 'decision', name) ?? recordNamed(notes, 'archive', name)
    if (found === undefined) throw noRecord('decision', name)
    if (isOwnSection(found))
      throw new NotesError(
        'conflict',
        `"${found.title}" is a section of its own, which may contain more than the decision`,
        `Move it by hand, or log it with \`notes decision add\` and archive that`,
        { span: found.span },
      )
    if (found.kind === 'decision') records.add(found)
    else remarks.push(`"${found.title}" is already in the archive`)
  }
  return { records: notes.records.filter(isDecision).filter(record => records.has(record)), remarks }
}
