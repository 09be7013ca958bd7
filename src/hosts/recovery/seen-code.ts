import { type CodePlace, codePlace } from '../../workspace/code-place.ts'

/** The code that a recovery has looked at. */
export interface SeenCode {
  /** Called before a file is read, or with its place from before. The first look counts. */
  note(path: string, place?: CodePlace): void
  /** Undefined when what was said depends on more than files below the root, such as where somebody's home is. */
  places(): ReadonlyMap<string, CodePlace> | undefined
}

export function seenCode(root: string): SeenCode {
  const places = new Map<string, CodePlace>()
  let isBelow = true
  return {
    note(path, place) {
      if (isElsewhere(path)) isBelow = false
      else if (!places.has(path)) places.set(path, place ?? codePlace(root, path))
    },
    places: () => (isBelow ? places : undefined),
  }
}

/** `/x`, `~/x`, `C:\x`. No pattern: V8 takes longer to build one than for all the code that is cited. */
const isElsewhere = (path: string): boolean => '~/\\'.includes(path.charAt(0)) || path.charAt(1) === ':'
