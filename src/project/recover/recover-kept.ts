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
import { framed, joined, ours, type Shown, shown } from '../../safety/door.ts'
import type { Setup } from '../open.ts'
import { keepAround } from './recover-project.ts'

/**
 * Answers `notes recover` with the kept slice, in the time that bare node takes to start. Returns false for everything
 * else, which falls through to the full CLI.
 */
export function recoverAtOnce(
  host: StartingPoint & { readonly argv: readonly string[]; out(text: Shown): void },
): boolean {
  const words = /^recover(?: --level 1)?(?: --budget ([1-9]\d{0,6}))?$/.exec(host.argv.join(' '))
  if (words === null) return false
  const kept = recoverKept(host, words[1] === undefined ? undefined : Number(words[1]))
  if (kept === undefined) return false
  logOwn(host.env, kept.root, { event: 'recover', tokens: estimateTokens(kept.slice) })
  host.out(joined([kept.slice, ours('\n')]))
  return true
}

/** A kept level 1 in a new frame, and what was kept with it. */
export interface Recovered extends Pick<KeptText, 'command' | 'root' | 'file' | 'settings'> {
  readonly slice: Shown
}

/** Returns the kept level 1; undefined when none was kept or something has changed since. */
export function recoverKept(start: StartingPoint, budget?: number): Recovered | undefined {
  try {
    const kept = keptSlice(start, sliceKey(budget))
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

/** Masks, frames and counts the text again as for a new slice; undefined when it exceeds its budget. */
function framedAgain({ name, text, factor, budget, command }: KeptText): Shown | undefined {
  const safe = shown(text)
  if (estimateTokens(safe, factor) > budget) return undefined
  return framed(frameNamed(shown(name), 1, command), safe)
}
