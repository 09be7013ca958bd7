import {
  isSameStart,
  type KeptText,
  keptSlice,
  type StartingPoint,
  sliceKey,
} from '../../files/user/kept-slice.ts'
import { logOwn } from '../../files/user/session-log.ts'
import { userFolder } from '../../files/user/user-folder.ts'
import { estimateTokens } from '../../markdown/tokens.ts'
import { frameNamed } from '../../recover/layout/frame.ts'
import type { Slice } from '../../recover/layout/slice.ts'
import { MIN_BUDGET } from '../../recover/layout/slice.ts'
import { framed, joined, ours, type Shown, shown, shownJson } from '../../safety/door.ts'
import type { Setup } from '../open.ts'
import { keepAround, recoverAround } from './recover-project.ts'

export interface RecoverRequest {
  readonly level: 1 | 2 | 3
  readonly query?: string
  readonly budget?: number
}

interface TypedRequest extends RecoverRequest {
  readonly json: boolean
}

/**
 * Answers `notes recover` in the time that bare node takes to start: with the kept slice, or else with one that is made
 * without loading commander. Returns false for everything else, which falls through to the full CLI.
 */
export function recoverAtOnce(
  host: StartingPoint & { readonly argv: readonly string[]; out(text: Shown): void },
): boolean {
  const request = readWords(host.argv)
  if (request === undefined) return false
  // Only the slice is kept, not the other fields of `--json`.
  const kept = request.json ? undefined : recoverKept(host, request)
  if (kept !== undefined) {
    logOwn(host.env, kept.root, { event: 'recover', tokens: estimateTokens(kept.slice) })
    host.out(withLineEnd(kept.slice))
    return true
  }
  const slice = recoverAround(host, request)
  if (slice === undefined) return false
  host.out(request.json ? sliceJson(slice) : sliceText(slice))
  return true
}

const withLineEnd = (text: Shown): Shown => joined([text, ours('\n')])

export const sliceText = ({ frame, text }: Slice): Shown => withLineEnd(framed(frame, text))

export const sliceJson = (slice: Slice): Shown =>
  shownJson(slice, { done: [slice.frame.open, slice.frame.close, slice.text] })

/** A kept level 1 in a new frame, and what was kept with it. */
export interface Recovered extends Pick<KeptText, 'command' | 'root' | 'file' | 'settings'> {
  readonly slice: Shown
}

/** Returns the kept level 1; undefined when none was kept or something has changed since. */
export function recoverKept(start: StartingPoint, request: RecoverRequest): Recovered | undefined {
  if (request.level !== 1) return undefined
  try {
    const kept = keptSlice(start, sliceKey(request.budget))
    const slice = kept === undefined ? undefined : framedAgain(kept)
    return kept === undefined || slice === undefined ? undefined : { ...kept, slice }
  } catch {
    return undefined
  }
}

/**
 * Keeps a fresh level 1 after a command that has read or written the notes: for a session that starts in the same
 * folder, and for the hook of a client that passes the project folder.
 */
export function leaveSlice({ cwd, env }: StartingPoint, setup: Setup): void {
  try {
    const { root, exists } = setup.project
    const [here, hook] = [
      { cwd, env },
      { cwd: root, env: { ...env, CLAUDE_PROJECT_DIR: root } },
    ]
    // In a sandbox no slice can be kept, so none is made.
    if (!exists || userFolder('cache', env, true) === undefined) return
    const key = sliceKey()
    const starts = isSameStart(here, hook, key) ? [here] : [here, hook]
    const stale = starts.filter(start => keptSlice(start, key) === undefined)
    if (stale.length > 0) keepAround(stale, setup)
  } catch {
    // The next session recovers from the notes, and reports what is wrong.
  }
}

/**
 * Masks, frames and counts the text again as for a new slice; undefined when it exceeds its budget. Name and text
 * are masked in one pass.
 */
function framedAgain({ name, text, factor, budget, command }: KeptText): Shown | undefined {
  const before = `${name}\n${text}`
  const safe = shown(before)
  const end = safe.indexOf('\n')
  const rest = ours(safe.slice(end + 1))
  // Counting takes 0.05 ms. It is skipped if masking left the text unchanged, since the text fit when it was
  // kept, unless it has more than eight characters per token of the budget, which no prose has.
  const fits = (safe === before && rest.length <= 8 * budget) || estimateTokens(rest, factor) <= budget
  return fits ? framed(frameNamed(safe.slice(0, end), 1, command), rest) : undefined
}

/** Parses `--json`, `--level N`, `--budget N` and `--query WORDS`; anything else falls through to the full CLI. */
function readWords([, ...words]: readonly string[]): TypedRequest | undefined {
  const parsed: { level?: 1 | 2 | 3; budget?: number; query?: string } = {}
  let json = false
  for (let at = 0; at < words.length; at++) {
    const word = words[at]
    const next = words[at + 1] ?? ''
    if (word === '--json') json = true
    else if (word === '--level' && (next === '1' || next === '2' || next === '3')) {
      parsed.level = next === '1' ? 1 : next === '2' ? 2 : 3
      at++
    } else if (word === '--budget' && /^[1-9]\d{0,6}$/.test(next) && Number(next) >= MIN_BUDGET) {
      parsed.budget = Number(next)
      at++
    } else if (word === '--query' && hasWord(next) && !next.startsWith('-')) {
      parsed.query = next
      at++
    } else return undefined
  }
  const { query, level = query === undefined ? 1 : 2 } = parsed
  return query !== undefined && level !== 2 ? undefined : { ...parsed, level, json }
}

/** A query without a word falls through, so that the full CLI can report it. */
const hasWord = (query: string): boolean => /[a-z\d]/i.test(query) || /[\p{L}\p{N}\p{M}]/u.test(query)
