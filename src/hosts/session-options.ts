import { NotesError } from '../error.ts'
import { present } from '../protocol/records/base.ts'
import { fieldsGiven, ifGiven, textGiven, wrongType } from '../session/given.ts'
import type { SessionStore } from '../session/store.ts'
import { isFolder } from '../workspace/look.ts'
import { checkSessionId } from '../workspace/session-id.ts'
import type { OpenSessionOptions } from './open-session.ts'

/** Validates the options passed to `openSession`. */
export function sessionOptions(given: unknown): OpenSessionOptions {
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

/** A missing folder would be created with the first note, and the typo would go unnoticed. */
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
