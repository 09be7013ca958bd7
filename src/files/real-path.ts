import { lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { codeOf } from '../error.ts'

/** The maximum number of links to follow, as on Linux, which returns ELOOP above it. */
const MAX_LINKS = 40

/**
 * The real path of `path`, even if it or its parent folders do not exist yet. A dangling link is followed by hand,
 * because `realpath` only reports ENOENT for it, yet writing through it would create its target.
 */
export function realPath(path: string, links = 0): string {
  try {
    return realpathSync.native(path)
  } catch (error) {
    const code = codeOf(error)
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error
    const parent = dirname(path)
    if (parent === path) return path
    const folder = realPath(parent, links)
    const target = linkTarget(path)
    if (target === undefined) return join(folder, basename(path))
    if (links === MAX_LINKS) throw error
    return realPath(resolve(folder, target), links + 1)
  }
}

/** Is `path` equal to `root` or below it, by name only? */
export function isBelow(root: string, path: string): boolean {
  // The common case, without calling `relative`, which compares both paths unit by unit.
  if (path.startsWith(root) && path[root.length] === sep && !path.includes('..')) return true
  const relativePath = relative(root, path)
  return relativePath !== '..' && !relativePath.startsWith(`..${sep}`) && !isAbsolute(relativePath)
}

/** The path from a folder to `path`, with `/` as the separator. */
export const pathBelow = (folder: string, path: string): string => relative(folder, path).split(sep).join('/')

function linkTarget(path: string): string | undefined {
  try {
    return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : undefined
  } catch {
    return undefined
  }
}
