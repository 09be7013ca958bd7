import { NotesError } from '../error.ts'
import { type Fields, fieldsGiven, flagGiven, ifGiven, textGiven, unlike } from './given.ts'
import { beginFrom, freeName } from './lineage.ts'
import { type Change, isEmpty, type Lineage } from './pad.ts'
import { createSession, type Session } from './session.ts'
import { defaultSettings, type SessionSettings } from './settings.ts'
import type { SessionStore } from './store.ts'
import { createWriter } from './writer.ts'

export interface StartOptions {
  readonly id: string
  readonly store: SessionStore
  readonly settings?: SessionSettings
  readonly now?: () => Date
}

/** Sessions that begin with this one. Without a name they get the next free one. */
export interface Descendants {
  /** Starts empty, unless the pad is to be copied. */
  spawn(options?: { readonly id?: string | undefined; readonly copyNotepad?: boolean }): Promise<Session>
  /** Takes the pad along. */
  fork(options?: { readonly id?: string | undefined }): Promise<Session>
  /** The session after a `/clear`: takes the pad along, and says so in its lineage. */
  carry(options?: { readonly id?: string | undefined }): Promise<Session>
}

/** Opens a session; one that there is not yet begins empty, and is stored with its first change. */
export async function startSession(options: StartOptions): Promise<Session> {
  const { id, store, settings = defaultSettings, now = () => new Date() } = options
  const writer = createWriter(id, store, now, settings.limits.refs)
  await writer.refresh()

  const begin = async (kind: Lineage['kind'], child: string, copies: boolean): Promise<Session> => {
    const pad = await writer.refresh()
    const lineage: Lineage = { kind, from: id, at: now().toISOString() }
    await createWriter(child, store, now, settings.limits.refs).change(fresh => {
      const isNew = fresh.lineage === undefined && isEmpty(fresh) && fresh.cards.size === 0
      if (!isNew || child === id) throw taken(child)
      return { changes: beginFrom(pad, lineage, copies) satisfies readonly Change[], answer: undefined }
    })
    return startSession({ ...options, id: child })
  }

  /** Without a name, the next one that nobody has: others look for theirs at the same time. */
  const beginFree = async (
    kind: Lineage['kind'],
    wanted: string | undefined,
    copies: boolean,
  ): Promise<Session> => {
    if (wanted !== undefined) return begin(kind, wanted, copies)
    const known = new Set((await store.list()).map(session => session.id))
    for (let tries = 0; ; tries += 1) {
      const child = freeName(id, known)
      known.add(child)
      try {
        return await begin(kind, child, copies)
      } catch (error) {
        if (!(error instanceof NotesError && error.code === 'conflict') || tries === MOST_TRIES) throw error
      }
    }
  }

  return createSession({
    id,
    store,
    settings,
    writer,
    now,
    descendants: {
      async spawn(given) {
        const options = fieldsGiven(given, 'spawn', {})
        const copies = ifGiven(options.copyNotepad, '`copyNotepad` of spawn', flagGiven) ?? false
        return beginFree('spawn', nameGiven(options), copies)
      },
      fork: async given => beginFree('fork', nameGiven(fieldsGiven(given, 'fork', {})), true),
      carry: async given => beginFree('clear', nameGiven(fieldsGiven(given, 'carry', {})), true),
    },
  })
}

/** So many begin a session at once, at most. */
const MOST_TRIES = 1000

/** The name for a new session, if there is one; whether it can be one is for the store to say. */
function nameGiven({ id }: Fields): string | undefined {
  if (id === '') throw unlike(id, '`id` of the new session', 'a name')
  return ifGiven(id, '`id` of the new session', textGiven)
}

const taken = (id: string) =>
  new NotesError('conflict', `The session ${id} has a pad already`, 'Name a session that there is not yet')
