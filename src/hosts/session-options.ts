import { NotesError } from '../error.ts'
import { present } from '../protocol/records/base.ts'
import { fieldsGiven, ifGiven, textGiven, unlike } from '../session/given.ts'
import type { SessionStore } from '../session/store.ts'
import { isFolder } from '../workspace/look.ts'
import { checkSessionId } from '../workspace/session-id.ts'
import type { OpenSessionOptions } from './open-session.ts'

/** What somebody gave `openSession`, each part of the type that it is used as. */
export function sessionOptions(given: unknown): OpenSessionOptions {
  const { id, root, store, config, now } = fieldsGiven(given, 'the options of openSession')
  if (store === undefined && root === undefined)
    throw new NotesError(
      'usage',
      'A session needs a place',
      'Give `root`, the folder of the project, or a `store`',
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

/** One that there is not would be made with the first note, and the typing error would never be seen. */
function folderGiven(value: unknown, what: string): string {
  const path = textGiven(value, what)
  if (path !== '' && isFolder(path)) return path
  throw new NotesError(
    'not-found',
    `${what} is no folder: ${JSON.stringify(path)}`,
    'Give the folder of the project, such as process.cwd()',
  )
}

const METHODS = ['read', 'append', 'list', 'archive'] as const

function storeGiven(value: unknown, what: string): SessionStore {
  if (isStore(value)) return value
  throw unlike(
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
  if (typeof value !== 'function') throw unlike(value, what, 'a function that gives a Date')
  return () => {
    const date: unknown = value()
    if (date instanceof Date && !Number.isNaN(date.getTime())) return date
    throw unlike(date, `what ${what} gives`, 'a Date')
  }
}
