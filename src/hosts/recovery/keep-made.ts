import { frameName } from '../../recover/frame.ts'
import type { Slice } from '../../recover/slice.ts'
import { keepSlice, type Seen } from '../../workspace/keep-slice.ts'
import type { StartingPoint } from '../../workspace/kept-slice.ts'
import type { RecoverRequest } from './recover-file.ts'
import { keyOf } from './slice-key.ts'

/** Keeps a level 1 for the next start in the same folder. */
export function keepMade(
  start: StartingPoint,
  request: RecoverRequest,
  { level, source, budget, text, factor }: Slice & { readonly factor: number },
  seen: Seen,
): void {
  if (level !== 1 || budget === null) return
  keepSlice(start, keyOf(request), { name: frameName(source, level, factor), factor, budget, text }, seen)
}
