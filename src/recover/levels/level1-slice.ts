import { showLine } from '../../safety/show-text.ts'
import type { MarkOf } from '../evidence-marks.ts'
import { clip } from '../layout/clip.ts'
import { linesOf, makeSlice, type Slice, type SliceOf, type SliceRecord } from '../layout/slice.ts'
import type { Level1Source } from './essentials.ts'
import type { ItemKind } from './item.ts'
import { manyOf, type Omitted } from './left-out.ts'
import { renderLevel1, type Shown } from './level1.ts'

/** Level 1 of what was read. */
export function level1Slice(
  { essentials, lineAt }: Level1Source,
  about: { readonly source: string; readonly budget: number; readonly factor: number },
  markOf: MarkOf,
): Slice {
  const { text, shown, omitted } = renderLevel1(essentials, { ...about, markOf, lineAt })
  return makeSlice({ ...about, level: 1 }, text, {
    records: recordsOf(shown, lineAt),
    omitted: counts(omitted),
  })
}

/** For a project without a notes file: still one line, which says what to do. */
export function sliceOfNothing(about: SliceOf, init = 'notes init'): Slice {
  const said = showLine(`There is no notes file (${about.source}); ${init} starts one.`)
  const most = about.budget === null ? Number.POSITIVE_INFINITY : about.budget / about.factor - 1
  return makeSlice(about, clip(said, most) ?? clip('notes init', most) ?? '…', { records: [], omitted: {} })
}

/** The lines of the context are one record. */
function recordsOf(shown: readonly Shown[], lineAt: (offset: number) => number): SliceRecord[] {
  const firstOfContext = shown.findIndex(({ item }) => item.kind === 'context')
  return shown
    .filter(
      ({ item }, index) => item.kind !== 'context' || (index === firstOfContext && item.isProse !== true),
    )
    .map(({ item: { kind, id, title, span }, mark }) => ({
      kind,
      ...(id === undefined ? {} : { id }),
      ...(title === undefined ? {} : { title }),
      lines: linesOf(span, lineAt),
      ...(mark === undefined ? {} : { state: mark }),
    }))
}

function counts(omitted: Omitted): Record<string, number> {
  const counted: Record<string, number> = {}
  for (const [kind, missing] of Object.entries(omitted)) counted[manyOf(kind as ItemKind)] = missing.count
  return counted
}
