import { readdirSync } from 'node:fs'
import { sep } from 'node:path'
import { type Fields, parseFields } from '../read/json.ts'
import { realPath } from '../real-path.ts'
import { stampOf } from './kept-slice.ts'
import {
  type Environment,
  nameFor,
  pruneOwnFiles,
  readOwnFile,
  removeOwnFile,
  userFolder,
  writeOwnFile,
} from './user-folder.ts'

/** A copy of a notes file as it was last seen whole, in the user's state folder, where no clone can plant one. */
export interface Snapshot {
  readonly text: string
  /** When it was kept, in milliseconds. */
  readonly at: number
  /** Judging by its stamp, is the file unchanged since the snapshot was kept? */
  readonly isCurrent: boolean
  /** The fingerprints of its findings, if it was linted. */
  readonly marks?: readonly string[]
}

/** A text from before records vanished, with the start and end offsets of those records. */
export interface Lost {
  readonly text: string
  readonly gone: readonly (readonly [start: number, end: number])[]
}

export interface KeptLost extends Lost {
  /** When it was kept, in milliseconds. */
  readonly at: number
}

/** Larger notes files are not copied. */
const MAX_BYTES = 40 * 1024 * 1024

/** The maximum size of the facts stored with a text: enough for the fingerprints of ten thousand findings. */
const MAX_HEAD = 1 << 20

/** The maximum number of lost texts kept for one file. */
const MAX_LOST = 5

/** Once there are this many snapshots, or lost texts, the older half is deleted. */
const MAX_FILES = 200

/** Keeps the text that the file has now. Nothing depends on it: without a state folder, nothing is kept. */
export function keepSnapshot(env: Environment, file: string, text: string, marks?: readonly string[]): void {
  const stamp = stampOf(file)
  // No stamp if the file has been saved again meanwhile; the next check then compares the texts.
  const own = stamp?.[0] === Buffer.byteLength(text) ? stamp : null
  keep(env, file, 'snapshot', { stamp: own, marks }, text)
}

/** The text that a file was last seen with. */
export function snapshotOf(env: Environment, file: string): Snapshot | undefined {
  const folder = userFolder('state', env)
  const real = realOf(file)
  if (folder === undefined || real === undefined) return undefined
  const path = `${folder}${sep}${slotOf('snapshot', real)}`
  const kept = readKept(path, real)
  if (kept === undefined) return undefined
  const now = stampOf(file)
  const { stamp, marks } = kept.head
  const isCurrent =
    now !== null && Array.isArray(stamp) && now.every((value, index) => value === stamp[index])
  return { text: kept.text, at: stampOf(path)?.[1] ?? 0, isCurrent, ...(areWords(marks) ? { marks } : {}) }
}

/** Keeps a text from before records vanished, and the offsets of those records. */
export function keepLost(env: Environment, file: string, { text, gone }: Lost): void {
  keep(env, file, 'lost', { gone }, text, nextLost)
}

/** Returns the name of the next lost text, and removes the oldest ones. */
function nextLost(slot: string, folder: string): string {
  const there = namesIn(folder, slot)
  for (const old of there.slice(0, Math.max(0, there.length + 1 - MAX_LOST)))
    removeOwnFile(`${folder}${sep}${old}`)
  const last = Number.parseInt(there.at(-1)?.slice(slot.length + 1) ?? '0', 36)
  const number = Math.max(Date.now(), last + 1)
  return `${slot}-${number.toString(36).padStart(10, '0')}`
}

/** Returns the lost texts of a file, newest first. */
export function lostTexts(env: Environment, file: string): readonly KeptLost[] {
  const folder = userFolder('state', env)
  const real = realOf(file)
  if (folder === undefined || real === undefined) return []
  const slot = slotOf('lost', real)
  return namesIn(folder, slot)
    .toReversed()
    .flatMap(name => {
      const kept = readKept(`${folder}${sep}${name}`, real)
      const gone = kept?.head.gone
      return kept !== undefined && areSpans(gone, kept.text.length)
        ? [{ text: kept.text, gone, at: Number.parseInt(name.slice(slot.length + 1), 36) }]
        : []
    })
}

export function forgetLost(env: Environment, file: string): void {
  const folder = userFolder('state', env)
  const real = realOf(file)
  if (folder === undefined || real === undefined) return
  for (const name of namesIn(folder, slotOf('lost', real))) removeOwnFile(`${folder}${sep}${name}`)
}

function keep(
  env: Environment,
  file: string,
  what: 'snapshot' | 'lost',
  head: Fields,
  text: string,
  nameOf = (slot: string, _folder: string): string => slot,
): void {
  try {
    const folder = userFolder('state', env, true)
    const real = realOf(file)
    if (folder === undefined || real === undefined || text.length > MAX_BYTES) return
    const path = `${folder}${sep}${nameOf(slotOf(what, real), folder)}`
    if (stampOf(path) === null) pruneOwnFiles(folder, `${what}-`, MAX_FILES)
    // Writes a line of facts, then the raw text: encoding 38 MB as JSON would take a second.
    writeOwnFile(path, `${JSON.stringify({ file: real, length: text.length, ...head })}\n${text}`)
  } catch {
    // The file is gone, or another process is pruning the folder.
  }
}

function readKept(path: string, real: string): { readonly head: Fields; readonly text: string } | undefined {
  const whole = readOwnFile(path, MAX_BYTES + MAX_HEAD)
  const end = whole?.indexOf('\n') ?? -1
  const head = parseFields(whole?.slice(0, Math.max(end, 0)) ?? '')
  if (whole === undefined || head === undefined) return undefined
  const text = whole.slice(end + 1)
  // Another process may be writing it.
  return head.file === real && head.length === text.length ? { head, text } : undefined
}

const slotOf = (what: 'snapshot' | 'lost', real: string): string => `${what}-${nameFor(real)}`

function realOf(file: string): string | undefined {
  try {
    return realPath(file)
  } catch {
    return undefined
  }
}

/** Returns the names of kept files in the order in which they were kept. */
const namesIn = (folder: string, start: string): readonly string[] =>
  readdirSync(folder)
    .filter(name => name.startsWith(`${start}-`))
    .sort()

const areWords = (marks: unknown): marks is readonly string[] =>
  Array.isArray(marks) && marks.every(mark => typeof mark === 'string')

const areSpans = (gone: unknown, length: number): gone is Lost['gone'] =>
  Array.isArray(gone) &&
  gone.every(
    span =>
      Array.isArray(span) &&
      span.length === 2 &&
      span.every(at => Number.isSafeInteger(at) && at >= 0 && at <= length),
  )
