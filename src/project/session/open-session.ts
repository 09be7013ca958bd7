import type { Config } from '../../config/fields.ts'
import { loadConfig } from '../../config/load.ts'
import { configGiven } from '../../config/validate.ts'
import { NotesError } from '../../error.ts'
import { isFolder } from '../../files/read/look.ts'
import { sessionFiles } from '../../files/sessions/session-files.ts'
import { checkSessionId } from '../../files/sessions/session-id.ts'
import { present } from '../../notes/record.ts'
import { fieldsGiven, ifGiven, textGiven, wrongType } from '../../pads/given.ts'
import type { Session } from '../../pads/session.ts'
import { startSession } from '../../pads/start-session.ts'
import type { SessionStore } from '../../pads/store.ts'
import { refuseTracked, sessionSettings } from './project-session.ts'

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
    config !== undefined || root === undefined ? configGiven(config ?? {}) : loadConfig(root).values
  if (store === undefined && root !== undefined) refuseTracked(root, checkSessionId(id))
  return startSession({
    id,
    settings: sessionSettings(values),
    store: store ?? sessionFiles(root ?? '.'),
    ...(now ? { now } : {}),
  })
}

/** Validates the options passed to `openSession`. */
function sessionOptions(given: unknown): OpenSessionOptions {
  const { id, root, store, config, now } = fieldsGiven(given, 'the options of openSession')
  if (store === undefined && root === undefined)
    throw new NotesError(
      'usage',
      'A session needs a place to be stored',
      'Pass `root`, the project folder, or a `store`',
    )
  return {
    id: checkSessionId(textGiven(id, '`id` of openSession')),
    ...present({
      root: ifGiven(root, '`root` of openSession', folderGiven),
      store: ifGiven(store, '`store` of openSession', storeGiven),
      config: ifGiven(config, '`config` of openSession', fieldsGiven),
      now: ifGiven(now, '`now` of openSession', clockGiven),
    }),
  }
}

/** Refuses a folder that does not exist: it would be created with the first note, and a typo would go unnoticed. */
function folderGiven(value: unknown, what: string): string {
  const path = textGiven(value, what)
  if (path !== '' && isFolder(path)) return path
  throw new NotesError(
    'not-found',
    `${what} is not a folder: ${JSON.stringify(path)}`,
    'Pass the project folder, such as process.cwd()',
  )
}

const METHODS = ['read', 'append', 'list', 'archive'] as const

function storeGiven(value: unknown, what: string): SessionStore {
  if (isStore(value)) return value
  throw wrongType(
    value,
    what,
    `a store with ${METHODS.join(', ')}, such as sessionFiles(folder) or memoryStore()`,
  )
}

const isStore = (value: unknown): value is SessionStore =>
  typeof value === 'object' &&
  value !== null &&
  METHODS.every(name => typeof Reflect.get(value, name) === 'function')

function clockGiven(value: unknown, what: string): () => Date {
  if (typeof value !== 'function') throw wrongType(value, what, 'a function that returns a Date')
  return () => {
    const date: unknown = value()
    if (date instanceof Date && !Number.isNaN(date.getTime())) return date
    throw wrongType(date, `the result of ${what}`, 'a Date')
  }
}
