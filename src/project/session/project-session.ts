import type { Config } from '../../config/fields.ts'
import { NotesError } from '../../error.ts'
import { pathBelow } from '../../files/real-path.ts'
import { type CurrentSession, currentSession } from '../../files/sessions/current-session.ts'
import { isForeign, madeHere } from '../../files/sessions/made-here.ts'
import { listFiles } from '../../git/git.ts'
import { forgeLimits, type SessionSettings } from '../../pads/limits.ts'
import type { Environment } from '../open.ts'

/** Translates the pad settings of a configuration into session settings. */
export function sessionSettings({ session }: Pick<Config, 'session'>): SessionSettings {
  const { enabled, notes, plan, refs, scratchpad, compaction } = session
  const cards = { characters: session.cards.maxChars, minTags: 0, maxTags: session.cards.maxTags }
  return {
    enabled,
    limits: {
      notes: notes.maxChars,
      notepad: session.notepad.maxChars,
      plan: plan.maxChars,
      refs: refs.max,
      refLength: refs.maxChars,
      tokens: scratchpad.maxTokens,
      cards: session.cards.profile === 'forge' ? forgeLimits(cards) : cards,
    },
    nudges: {
      afterTurns: scratchpad.nudgeAfterTurns,
      onPlan: scratchpad.nudgeOnPlanDetected,
      afterCompaction: scratchpad.nudgeAfterCompaction,
      turnsSinceUse: scratchpad.nudgeTurnsSinceLastUse,
    },
    order: session.order === 'pad-first' ? 'pad-first' : 'steer-first',
    warnAt: compaction.warnAt,
  }
}

/** The session for commands that name none. Marks a pad that may have come with a clone as untrusted. */
export function ambientSession(root: string, env: Environment): CurrentSession {
  return currentSession(root, env, (path, isNamed) => {
    if (isNamed) return !isForeign(path)
    const made = madeHere(path, env)
    return made === 'unknown' ? !isInGit(root, path) : made === 'yes'
  })
}

/** Returns the error if a pad must not be used, because it may have come with a clone or belongs to another user. */
export function refusalOf({ id, untrusted }: CurrentSession): NotesError | undefined {
  if (untrusted === undefined) return undefined
  return new NotesError(
    'outside',
    `The pad ${id} was not created by you on this machine with this HOME: it may have come with the repository`,
    `Review it with \`notes pad show --session ${id}\`; \`notes pad use ${id}\` makes it yours`,
    { path: untrusted },
  )
}

/**
 * Does git track the file? Used where no register of created pads can be kept: a tracked file came with the repository.
 */
const isInGit = (root: string, path: string): boolean =>
  listFiles(root)?.includes(pathBelow(root, path)) === true
