import type { Config } from '../config/fields.ts'
import { loadConfig } from '../config/load.ts'
import { configFrom, everyField } from '../config/table.ts'
import { NotesError } from '../error.ts'
import type { Session } from '../session/session.ts'
import { startSession } from '../session/start-session.ts'
import type { SessionStore } from '../session/store.ts'
import { sessionFiles } from '../workspace/session-files.ts'
import { sessionSettings } from './session-settings.ts'

/** Any part of a type, however deep. */
type Part<Whole> = Whole extends readonly unknown[] | string | number | boolean
  ? Whole
  : { readonly [Name in keyof Whole]?: Part<Whole[Name]> }

export interface OpenSessionOptions {
  /** The name of the session: 1 to 128 letters, digits, `-`, `_` and `.`. */
  readonly id: string
  /** The project: its pads are in `.notes/sessions`. Not needed with a store of your own. */
  readonly root?: string
  /** Where the session is kept, when it is not in the project. */
  readonly store?: SessionStore
  /** Settings as in `notes.config.json`: `{ session: { notes: { maxChars: 8000 } } }`. Else the project's. */
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
export async function openSession({ id, root, store, config, now }: OpenSessionOptions): Promise<Session> {
  if (store === undefined && root === undefined)
    throw new NotesError(
      'usage',
      'A session needs a place',
      'Give `root`, the folder of the project, or a `store`',
    )
  const settings = sessionSettings(
    config !== undefined || root === undefined
      ? configFrom(flat(config ?? {}))
      : loadConfig({ cwd: root }).values,
  )
  return startSession({ id, settings, store: store ?? sessionFiles(root ?? '.'), ...(now ? { now } : {}) })
}

/** Settings by dotted key, each of a known name and of the type of its default. */
function flat(settings: object, prefix = ''): Map<string, unknown> {
  const found = new Map<string, unknown>()
  const known = new Map(everyField().map(({ key, field }) => [key, field]))
  for (const [name, value] of Object.entries(settings)) {
    const key = prefix + name
    const field = known.get(key)
    const isGroup = [...known.keys()].some(other => other.startsWith(`${key}.`))
    if (value === undefined) continue
    if (isGroup && typeof value === 'object' && value !== null)
      for (const [deeper, inner] of flat(value, `${key}.`)) found.set(deeper, inner)
    else if (field !== undefined && typeof value === typeof field.default) found.set(key, value)
    else
      throw new NotesError(
        'config',
        `Unexpected setting \`${key}\``,
        `The settings of pads are in protocols/config.md, such as session.notes.maxChars`,
      )
  }
  return found
}
