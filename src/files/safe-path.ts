import { isAbsolute, resolve, sep } from 'node:path'
import { codeOf } from '../error.ts'
import { isBelow, realPath } from './real-path.ts'

declare const checked: unique symbol

/** An absolute path that was checked to stay inside the project root, symbolic links included. */
export type ProjectPath = string & { readonly [checked]: true }

export type RefusedPath =
  | 'invalid' // empty, a NUL byte, a device name, or a name the file system rejects
  | 'absolute' // also a Windows drive or a network share, on every platform
  | 'outside' // `..` leads out of the root
  | 'symlink' // a symbolic link leads out of the root, or in circles

export type Resolved =
  | { readonly ok: true; readonly path: ProjectPath; readonly real: string }
  | { readonly ok: false; readonly reason: RefusedPath }

/** `https://learn.microsoft.com/windows/win32/fileio/naming-a-file`: these names are reserved, with any extension. */
export const DEVICE_NAME =
  /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3]) *(?:\.|:|$)/i

const VARIABLE = `\${PROJECT_ROOT}`
const PREFIX = /^\$\{PROJECT_ROOT\}(?:[/\\]|$)/

/**
 * Resolves `path` relative to `root`; refuses a path that leads out of `root`. Backslashes are separators on every
 * platform, so that a notes file is judged the same wherever it is read.
 */
export const resolveInside = (root: string, path: string): Resolved => resolverInside(root)(path)

/** Like `resolveInside`, for many paths: resolves the root only once. */
export function resolverInside(root: string): (path: string) => Resolved {
  const top = resolve(root)
  let realTop: string | undefined
  return path => {
    const reason = refusedByName(path)
    if (reason !== undefined) return { ok: false, reason }
    const absolute = resolve(top, path)
    if (!isBelow(top, absolute)) return { ok: false, reason: 'outside' }
    try {
      const real = realPath(absolute)
      realTop ??= realPath(root)
      if (!isBelow(realTop, real)) return { ok: false, reason: 'symlink' }
      // The only place that applies the brand.
      return { ok: true, path: absolute as ProjectPath, real }
    } catch (error) {
      const code = codeOf(error)
      return { ok: false, reason: code === 'ELOOP' || code === 'ENOENT' ? 'symlink' : 'invalid' }
    }
  }
}

/**
 * `${PROJECT_ROOT}/src/a.ts` -> `src/a.ts`; undefined without the prefix. Does not check the path: see
 * `resolveInside`.
 */
export function fromProjectRoot(path: string): string | undefined {
  const prefix = PREFIX.exec(path)?.[0]
  return prefix === undefined ? undefined : path.slice(prefix.length) || '.'
}

/**
 * `/home/me/project/src/a.ts`, or `a.ts` with `src` as `cwd`, -> `${PROJECT_ROOT}/src/a.ts`; undefined outside the
 * root.
 */
export function toProjectRoot(root: string, path: string, cwd: string): string | undefined {
  const from = resolve(root)
  const absolute = resolve(cwd, path)
  const relativePath = relativeBelow(from, absolute) ?? relativeBelow(tryReal(from), tryReal(absolute))
  if (relativePath === undefined) return undefined
  return relativePath === '' ? VARIABLE : `${VARIABLE}/${relativePath.split(sep).join('/')}`
}

function refusedByName(path: string): RefusedPath | undefined {
  if (path === '' || path.includes('\0')) return 'invalid'
  if (isAbsolute(path) || /^(?:[a-z]:|[/\\])/i.test(path)) return 'absolute'
  const names = path.split(/[/\\]/)
  if (climbsOut(names)) return 'outside'
  // A colon names an alternate data stream. Windows drops trailing dots and spaces, so two names mean one file.
  if (sep === '\\' && names.some(isSpecialOnWindows)) return 'invalid'
  return undefined
}

function isSpecialOnWindows(name: string): boolean {
  if (name === '.' || name === '..') return false
  return DEVICE_NAME.test(name) || /[<>:"|?*]|[. ]$/.test(name)
}

function climbsOut(names: readonly string[]): boolean {
  let depth = 0
  for (const name of names) {
    if (name === '..') depth -= 1
    else if (name !== '' && name !== '.') depth += 1
    if (depth < 0) return true
  }
  return false
}

function relativeBelow(root: string, path: string): string | undefined {
  if (!isBelow(root, path)) return undefined
  return path.slice(root.length).replace(/^[/\\]/, '')
}

function tryReal(path: string): string {
  try {
    return realPath(path)
  } catch {
    return path
  }
}
