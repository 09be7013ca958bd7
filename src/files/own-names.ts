import { basename, dirname, join } from 'node:path'
import { NotesError } from '../error.ts'
import { hostIdentity, pid } from './lock/this-process.ts'
import { type ProjectPath, resolveInside } from './safe-path.ts'
import { hash } from './user/user-folder.ts'

/** One of our files that a killed process may have left behind, identified by its name. */
export type OwnName =
  | { readonly kind: 'temporary'; readonly host: string; readonly pid: number }
  | { readonly kind: 'marker' }
  | { readonly kind: 'kept'; readonly host: string; readonly pid: number; readonly about: string }

const NONCE = '[0-9a-z]+(?:_[0-9a-z]+){3}'
const TEMPORARY = new RegExp(`^\\..+\\.([0-9a-f]{8})-(\\d+)-${NONCE}\\.(?:tmp|claim)$`)
const KEPT = new RegExp(`^([0-9a-f]{8})-(\\d+)-${NONCE}\\.([0-9_]+)\\.kept$`)
const MARKER = new RegExp(`^lock(?:\\.${NONCE})+$`)
const ONE_NONCE = new RegExp(`^${NONCE}$`)

let count = 0

/** The path of the lock for `file`: `.NOTES.md.lock`. */
export function lockOf(file: string): string {
  return join(dirname(file), `${hiddenName(file)}.lock`)
}

/** Makes a unique name in the folder of `path`: `.NOTES.md.1a2b3c4d-4711-3m_lz8_1_k2j.tmp`. */
export function ownName(path: string, kind: 'tmp' | 'claim' | `${string}.kept`): string {
  return join(dirname(path), `${hiddenName(path)}.${hostInNames()}-${pid}-${nonce()}.${kind}`)
}

/** Unique across processes, but not a secret: every file with such a name is opened exclusively. */
export function nonce(): string {
  count += 1
  const random = Math.floor(Math.random() * 2 ** 52).toString(36)
  return [pid.toString(36), Date.now().toString(36), count.toString(36), random].join('_')
}

/** Validates the nonce of a lock file: it comes from outside and becomes part of a file name. */
export function isNonce(text: string): boolean {
  return ONE_NONCE.test(text)
}

/**
 * Parses a name from the folder of `file`; undefined when it is not ours. Temporary names are accepted whatever file
 * they were made for, because the session that a killed process was writing may never be written again.
 */
export function readOwnName(file: string, name: string): OwnName | undefined {
  const temporary = TEMPORARY.exec(name)
  if (temporary) return { kind: 'temporary', host: temporary[1] ?? '', pid: Number(temporary[2]) }
  const base = `${hiddenName(file)}.`
  if (!name.startsWith(base)) return undefined
  const rest = name.slice(base.length)
  const kept = KEPT.exec(rest)
  if (kept) return { kind: 'kept', host: kept[1] ?? '', pid: Number(kept[2]), about: kept[3] ?? '' }
  return MARKER.test(rest) ? { kind: 'marker' } : undefined
}

function hiddenName(path: string): string {
  const base = basename(path)
  return base.startsWith('.') ? base : `.${base}`
}

export const hostInNames = (): string => hash(hostIdentity())

/**
 * The path of a file that the tool itself keeps in the project, such as `.notes/undo.jsonl`. Throws when a link
 * leads out of the project.
 */
export function ownPath(root: string, path: string): ProjectPath {
  const place = resolveInside(root, path)
  if (place.ok) return place.path
  const names = path.split('/')
  const prefixes = names.map((_, at) => names.slice(0, at + 1).join('/'))
  const link = prefixes.find(prefix => !resolveInside(root, prefix).ok) ?? path
  const isLink = place.reason === 'symlink'
  throw new NotesError(
    'outside',
    `${path} leads outside the project ${root}${isLink ? ', or back to itself' : ''}`,
    isLink ? `Make ${link} part of the project, not a link to another place` : `Name a file below ${root}`,
  )
}
