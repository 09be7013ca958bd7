import { isOfSprint, type SprintRecord } from '../../notes/kinds.ts'
import type { Notes } from '../../notes/notes.ts'
import type { Sprint } from '../../notes/sprint/sprint.ts'
import { counted, sprintNoun } from './sprint-heading.ts'

/** A record that is not folded, and the reason. */
export type Staying = Sprint['staying'][number]

const MAX_LINES = 5

/** Prints one remark per reason: `Stay: 2 decisions (lines 12, 15): not superseded`. */
export function describeStaying(
  notes: Notes,
  staying: readonly Staying[],
  done?: { rest: Notes; moved: readonly SprintRecord[] },
): string[] {
  const lineOf = done === undefined ? linesIn(notes) : linesAfter(notes, done.rest, new Set(done.moved))
  const groups = new Map<string, { noun: string; why: string; lines: number[] }>()
  for (const { record, why } of staying) {
    const noun = sprintNoun(record)
    const group = groups.get(`${noun} ${why}`) ?? { noun, why, lines: [] }
    groups.set(`${noun} ${why}`, group)
    group.lines.push(lineOf(record))
  }
  return [...groups.values()].map(({ noun, why, lines }) => {
    const shown = `${lines.slice(0, MAX_LINES).join(', ')}${lines.length > MAX_LINES ? ', …' : ''}`
    const verb = lines.length === 1 ? 'Stays' : 'Stay'
    return `${verb}: ${counted(lines.length, noun)} (line${lines.length === 1 ? '' : 's'} ${shown}): ${why}`
  })
}

const linesIn =
  ({ document }: Notes) =>
  ({ span }: SprintRecord): number =>
    document.lines.lineAt(span.start)

/** Records that did not move keep their order: the nth record before is the nth after. */
function linesAfter(notes: Notes, rest: Notes, moved: ReadonlySet<SprintRecord>) {
  const now = rest.records.filter(isOfSprint)
  const before = notes.records.filter(isOfSprint).filter(record => !moved.has(record))
  const places = new Map(before.map((record, index) => [record, now[index] ?? record]))
  return (record: SprintRecord): number => linesIn(rest)(places.get(record) ?? record)
}
