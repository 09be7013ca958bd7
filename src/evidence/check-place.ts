import type { Locator } from '../notes/text/locator.ts'
import type { CodeReader } from './code.ts'
import { projectPath } from './code.ts'
import { codeLines } from './lines.ts'
import type { External, Missing, Outside } from './states.ts'

/** The place exists. Without a quote there is no telling whether it still holds what it was cited for. */
export interface Standing {
  readonly state: 'ok'
  readonly path: string
}

export type PlaceCheck = Standing | Missing | Outside | External

/** Checks a place cited without a quote: its file or folder, and all of its lines, must exist. */
export function checkPlace(locator: Locator | undefined, code: CodeReader): PlaceCheck {
  if (locator === undefined) return { state: 'missing', what: 'place' }
  if (!('path' in locator)) return { state: 'external', kind: locator.kind }
  const path = projectPath(locator, code)
  const file = path === undefined ? undefined : code.read(path)
  if (path === undefined || file === undefined) return { state: 'outside', path: locator.path }
  if ('problem' in file) {
    if (file.problem === 'outside') return { state: 'outside', path: locator.path }
    // A directory, a binary or an oversized file exists, but has no lines to check.
    const isThere =
      file.problem === 'directory' || file.problem === 'unreadable' || file.problem === 'too-large'
    if (isThere && locator.lines.length === 0) return { state: 'ok', path }
    return { state: 'missing', what: 'file', path, problem: file.problem }
  }
  const { count } = codeLines(file)
  const isBeyond = locator.lines.some(({ from, to }) => from < 1 || to > count)
  return isBeyond ? { state: 'missing', what: 'line', path, count } : { state: 'ok', path }
}
