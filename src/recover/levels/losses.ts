import type { Span } from '../../markdown/block.ts'
import type { Notes } from '../../notes/notes.ts'
import type { MarkOf } from '../evidence-marks.ts'
import { essentialsOf } from './essentials.ts'
import type { Item } from './item.ts'
import { renderLevel1 } from './level1.ts'

/** A record that a session needs, but that level 1 cuts or leaves out. */
export interface Loss {
  readonly what: 'state' | 'next step' | 'open blocker'
  readonly how: 'cut' | 'left out'
  readonly span: Span
}

interface Options {
  readonly budget: number
  readonly factor: number
  readonly now: Date
  readonly markOf: MarkOf
}

/** Finds a state and a next step that level 1 cuts or leaves out, and open blockers that it leaves out. */
export function lossesOf(notes: Notes, { now, ...options }: Options): readonly Loss[] {
  const essentials = essentialsOf(notes, now)
  const { lineAt } = notes.document.lines
  const { shown } = renderLevel1(essentials, { ...options, lineAt })
  const whole = new Set(shown.filter(({ line }) => line.isWhole).map(({ item }) => item))
  const said = new Set(shown.map(({ item }) => item))
  return essentials.groups
    .filter(({ kind }) => kind === 'context' || kind === 'blocker')
    .flatMap(group => group.spans.flatMap((_, index) => group.at(index)))
    .flatMap((item): Loss[] => {
      const what = vitalPart(item)
      if (what === undefined || (what === 'open blocker' ? said : whole).has(item)) return []
      return [{ what, how: said.has(item) ? 'cut' : 'left out', span: item.span }]
    })
}

function vitalPart({ kind, label, isLater }: Item): Loss['what'] | undefined {
  if (kind === 'blocker') return 'open blocker'
  if (isLater === true) return undefined
  if (label.startsWith('State')) return 'state'
  return label.startsWith('Next') ? 'next step' : undefined
}
