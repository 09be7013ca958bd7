import { posix } from 'node:path'
import type { FileLocator } from '../protocol/locator.ts'
import type { CodeReader } from './code.ts'

/**
 * The path to read for a place, relative to the project root; undefined when it is elsewhere. Notes written on
 * Windows have back slashes. Not checked for safety: that is the reader's part, which sees the file system.
 */
export function projectPath({ kind, path }: FileLocator, code: CodeReader): string | undefined {
  const inside = kind === 'absolute' || kind === 'home' ? code.toProject?.(path) : path
  return inside === undefined ? undefined : posix.normalize(inside.replaceAll('\\', '/'))
}
