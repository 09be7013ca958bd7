import { posix } from 'node:path'
import type { FileLocator } from '../protocol/locator.ts'
import type { CodeReader } from './code.ts'

/**
 * Returns the path to read for a place, relative to the project root; undefined when it is outside. Notes written on
 * Windows have backslashes. Not checked for safety: the reader, which sees the file system, does that.
 */
export function projectPath({ kind, path }: FileLocator, code: CodeReader): string | undefined {
  const inside = kind === 'absolute' || kind === 'home' ? code.toProject?.(path) : path
  return inside === undefined ? undefined : posix.normalize(inside.replaceAll('\\', '/'))
}
