import { NotesError } from '../error.ts'
import type { Fields } from '../files/read/json.ts'
import { fieldsGiven, flagGiven, ifGiven, nameOf, textGiven, wrongType } from './given.ts'
import { defaultSettings, type SessionSettings } from './limits.ts'
import { isEmpty, type Lineage } from './pad.ts'
import { createSession, type Session } from './session.ts'
import type { SessionStore } from './store.ts'
import { contentOf } from './transfer.ts'
import { createWriter } from './writer.ts'

export interface StartOptions {
  readonly id: string
  readonly store: SessionStore
  readonly settings?: SessionSettings
  readonly now?: () => Date
}

export interface SpawnOptions {
  readonly id?: string | undefined
  readonly copyNotepad?: boolean
  /** The same as `copyNotepad`, as a host's tool spells it. */
  readonly copy_notepad?: boolean
}

/** Starts sessions from this one. A session without an id gets the next free name. */
export interface Descendants {
  /** Starts empty, unless `copyNotepad` is set. */
  spawn(options?: SpawnOptions): Promise<Session>
  /** Copies the pad. */
  fork(options?: { readonly id?: string | undefined }): Promise<Session>
  /** Starts the session after a `/clear`: copies the pad, and records that in its lineage. */
  carry(options?: { readonly id?: string | undefined }): Promise<Session>
}

/** Opens a session. A new one starts empty, and is stored with its first change. */
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
      const changes = [{ key: 'lineage' as const, lineage }, ...(copies ? contentOf(pad) : [])]
      return { changes, answer: undefined }
    })
    return startSession({ ...options, id: child })
  }

  /** Picks the next free name when none is given; other processes may be picking theirs at the same time. */
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
        if (!(error instanceof NotesError && error.code === 'conflict') || tries === MAX_TRIES) throw error
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
        const options = optionsGiven(given, 'spawn', ['id', 'copyNotepad', 'copy_notepad'])
        const copies = ['copyNotepad', 'copy_notepad'].some(
          name => ifGiven(options[name], `\`${name}\` of spawn`, flagGiven) ?? false,
        )
        return beginFree('spawn', nameGiven(options), copies)
      },
      fork: async given => beginFree('fork', nameGiven(optionsGiven(given, 'fork', ['id'])), true),
      carry: async given => beginFree('clear', nameGiven(optionsGiven(given, 'carry', ['id'])), true),
    },
  })
}

/** How many names to try: more than the number of sessions that start at the same time. */
const MAX_TRIES = 1000

/** Refuses an unknown option: it was meant to do something, and must not be ignored. */
function optionsGiven(given: unknown, what: string, names: readonly string[]): Fields {
  const options = fieldsGiven(given, what, {})
  const other = Object.keys(options).find(name => !names.includes(name))
  if (other === undefined) return options
  throw new NotesError('usage', `Unknown option ${nameOf(other)} for ${what}`, `Use ${names.join(', ')}`)
}

/** The requested name of a new session, if any; the store validates it. */
function nameGiven({ id }: Fields): string | undefined {
  if (id === '') throw wrongType(id, '`id` of the new session', 'a name')
  return ifGiven(id, '`id` of the new session', textGiven)
}

const taken = (id: string) =>
  new NotesError('conflict', `The session ${id} already has a pad`, 'Name a session that does not exist yet')

/** The first unused name of `a-2`, `a-3` and so on, for a session `a` or `a-2`. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  const [, base = name] = /^(.+)-\d+$/.exec(name) ?? []
  const short = base.slice(0, 110)
  for (let number = 2; ; number += 1) if (!taken.has(`${short}-${number}`)) return `${short}-${number}`
}
