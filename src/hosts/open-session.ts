import type { Config } from '../config/fields.ts'
import { readGivenSettings } from '../config/given-settings.ts'
import { loadConfig } from '../config/load.ts'
import { configFrom } from '../config/table.ts'
import type { Session } from '../session/session.ts'
import { startSession } from '../session/start-session.ts'
import type { SessionStore } from '../session/store.ts'
import { sessionFiles } from '../workspace/session-files.ts'
import { sessionOptions } from './session-options.ts'
import { sessionSettings } from './session-settings.ts'

/** Makes all fields of a type optional, at any depth. */
type Part<Whole> = Whole extends readonly unknown[] | string | number | boolean
  ? Whole
  : { readonly [Name in keyof Whole]?: Part<Whole[Name]> }

export interface OpenSessionOptions {
  /** The name of the session: 1 to 128 letters, digits, `-`, `_` and `.`. */
  readonly id: string
  /** The project, with its pads in `.notes/sessions`. Not needed with a custom store. */
  readonly root?: string
  /** A custom store for the session. Default: the project. */
  readonly store?: SessionStore
  /** Settings as in `notes.config.json`: `{ session: { notes: { maxChars: 8000 } } }`. Default: the project's. */
  readonly config?: { readonly session?: Part<Config['session']> }
  readonly now?: () => Date
}

/**
 * Opens the pad of a session.
 * @example
 * const session = await openSession({ id: 'review-42', root: process.cwd() })
 * await session.notepad.append('Root cause: timezone mismatch')
 * const prompt = (await session.promptBlock()) + userText
 */
export async function openSession(options: OpenSessionOptions): Promise<Session> {
  const { id, root, store, config, now } = sessionOptions(options)
  const values =
    config !== undefined || root === undefined
      ? configFrom(new Map(readGivenSettings(config ?? {}).map(({ key, value }) => [key, value])))
      : loadConfig({ cwd: root }).values
  return startSession({
    id,
    settings: sessionSettings(values),
    store: store ?? sessionFiles(root ?? '.'),
    ...(now ? { now } : {}),
  })
}
