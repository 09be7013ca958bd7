import type { ReadOptions } from '../protocol/notes.ts'
import { essentialsOf } from './essentials.ts'
import type { Essentials, Group, Item } from './item.ts'
import type { Outline } from './outline.ts'
import { ownPart } from './outline-parts.ts'
import { type ReadPart, readParts, readWhole } from './read-part.ts'

export interface Level1Source {
  readonly essentials: Essentials
  readonly lineAt: (offset: number) => number
}

/** What level 1 is made of. */
export const readEssentials = (text: string, options: ReadOptions): Level1Source =>
  fromPart(readWhole(text, options))

/** What the context alone comes down to, of a file without conflicts; the same as of the whole file. */
export function readContextItems(
  text: string,
  outline: readonly Outline[],
  options: ReadOptions,
): readonly Item[] {
  const needed = outline.filter(
    ({ section: { kind } }) => kind === 'session-continuity' || kind === 'active-context',
  )
  const { groups } = fromPart(readParts(text, needed.flatMap(ownPart), options)).essentials
  return groups.find(({ kind }) => kind === 'context')?.items ?? []
}

/** Records in places of the whole file. */
export function fromPart({ notes, placeOf, lineAt, damage }: ReadPart): Level1Source {
  const essentials = essentialsOf(notes)
  const place = (group: Group): Group => ({
    ...group,
    items: group.items.map(item => ({ ...item, span: placeOf(item) })),
    ...(group.rest === undefined ? {} : { rest: { ...group.rest, span: placeOf(group.rest) } }),
  })
  const groups = essentials.groups.map(place)
  return { essentials: { ...essentials, groups, ...(damage === undefined ? {} : { damage }) }, lineAt }
}
