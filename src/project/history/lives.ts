import type { FileVersion } from '../../git/file-versions.ts'
import { tally } from '../../markdown/group-by.ts'
import { changeOf, type FieldChange, pairsOf, type RecordChange } from '../../merge/changes.ts'
import { mergeKey } from '../../merge/pair.ts'
import { matchRecords } from '../../notes/gone.ts'
import { type Handle, handleOf } from '../../notes/handle.ts'
import { type KindName, type NotesRecord, titleOf } from '../../notes/kinds.ts'
import type { Notes } from '../../notes/notes.ts'
import type { Section } from '../../notes/section.ts'

/** `first seen`: the record already existed in the commit at which a shallow clone begins. */
export type What = RecordChange['what'] | 'added' | 'first seen' | 'brought back' | 'removed'

/** One version's change to a record. The work tree is a version without a commit. */
export interface LifeEvent {
  readonly what: What
  readonly by?: string
  readonly fields: readonly FieldChange[]
  readonly version: PastVersion
  /** Higher for a later version. */
  readonly order: number
}

export type PastVersion = Pick<FileVersion, 'commit' | 'parents'> & Partial<FileVersion>

/** A record's current name, or its last one if it was removed. */
export interface Named {
  readonly kind: KindName
  readonly handle: Handle
  readonly id?: string
  readonly title: string
}

/** All events of one record, oldest first. */
export interface Life {
  readonly events: readonly LifeEvent[]
  readonly named: Named
  readonly section: Pick<Section, 'kind' | 'title'>
}

export interface Lives {
  /** Lives of the newest version's records. */
  readonly living: ReadonlyMap<NotesRecord, Life>
  readonly gone: readonly Life[]
  /** The newest version that can be read. */
  readonly notes: Notes
}

interface Growing {
  events: LifeEvent[]
  /** Set when the record is gone. */
  ended?: Omit<Life, 'events'>
  /** Set when two branches had added the same record. */
  joined?: Growing
}

interface State {
  readonly blob: string | undefined
  readonly notes: Notes
  readonly lives: ReadonlyMap<NotesRecord, Growing>
}

/**
 * Follows each record through the versions of a file, given oldest first, each after its parents. A merged change
 * counts once: for the version on the branch that made it. Skips versions for which `read` returns undefined. Records
 * that are in the archive count as archived, not removed.
 */
export function livesOf(
  versions: readonly PastVersion[],
  read: (version: PastVersion) => Notes | undefined,
  { empty, archive }: { readonly empty: Notes; readonly archive: Notes | undefined },
): Lives {
  const nothing: State = { blob: undefined, notes: empty, lives: new Map() }
  const states = new Map<string, State>()
  const gone = new Map<Growing, string>()
  const children = tally(versions.flatMap(({ parents }) => parents))
  let newest = nothing

  versions.forEach((version, order) => {
    const parents = version.parents.flatMap(parent => states.get(parent) ?? [])
    const from = parents.length === 0 ? [nothing] : parents
    const notes = from.some(state => state.blob === version.blob && version.blob) ? undefined : read(version)
    const same = from.find(state => state.blob === version.blob) ?? from[0] ?? nothing
    newest = notes === undefined ? same : grow(version, order, notes, from)
    states.set(version.commit, newest)
    for (const parent of version.parents) {
      const left = (children.get(parent) ?? 0) - 1
      children.set(parent, left)
      // Texts are held until no later version needs them.
      if (left === 0) states.delete(parent)
    }
  })
  const { notes } = newest
  const living = [...newest.lives].map(([record, life]): [NotesRecord, Life] => [
    record,
    { events: ownLife(life).events, ...lastSeen(notes, record) },
  ])
  const ended = [...gone.keys()].flatMap(({ events, ended }) =>
    ended === undefined ? [] : [{ events, ...ended }],
  )
  return { living: new Map(living), gone: ended, notes }

  function grow(version: PastVersion, order: number, notes: Notes, from: readonly State[]): State {
    const say = (life: Growing, what: What, more: Partial<RecordChange> = {}): void => {
      life.events.push({ fields: [], ...more, what, version, order })
    }
    const pairs = from.map(state => pairsOf(state.notes, notes))
    const lives = new Map<NotesRecord, Growing>()
    for (const record of notes.records) {
      const pasts = from.flatMap((state, index) => {
        const was = pairs[index]?.get(record)
        const life = was === undefined ? undefined : state.lives.get(was)
        return was === undefined || life === undefined
          ? []
          : [{ was, life: ownLife(life), notes: state.notes }]
      })
      const [first, ...others] = pasts
      if (first === undefined) {
        const key = mergeKey(record)
        const again = [...gone].find(([, other]) => other === key)?.[0]
        const life = again ?? { events: [] }
        say(life, again !== undefined ? 'brought back' : version.isCut === true ? 'first seen' : 'added')
        gone.delete(life)
        lives.set(record, life)
        continue
      }
      for (const { life } of others) if (life !== first.life) join(first.life, life)
      lives.set(record, first.life)
      // One branch removed the record, but the merge kept it.
      if (from.length > 1) gone.delete(first.life)
      const changes = pasts.map(({ was, notes: before }) => changeOf(was, before, record, notes))
      const change = ownChange(changes)
      if (change !== undefined) say(first.life, change.what, change)
    }
    const kept = new Set(lives.values())
    for (const state of from) {
      const lost = [...state.lives].filter(([, life]) => !kept.has(ownLife(life)) && !gone.has(ownLife(life)))
      const records = lost.map(([record]) => record)
      const archived = archive && matchRecords({ document: state.notes.document, records }, archive)
      for (const [record, life] of lost) {
        const own = ownLife(life)
        if (gone.has(own)) continue
        say(own, archived?.has(record) === true ? 'archived' : 'removed')
        own.ended = lastSeen(state.notes, record)
        gone.set(own, mergeKey(record))
      }
    }
    return { blob: version.blob, notes, lives }
  }
}

/**
 * Returns the change that a version made itself. A merge made only what differs from every parent; a branch made the
 * rest.
 */
function ownChange(changes: readonly (RecordChange | undefined)[]): RecordChange | undefined {
  const [first, ...others] = changes
  if (first === undefined) return undefined
  const fields = first.fields.filter(({ name }) =>
    others.every(other => other?.fields.some(field => field.name === name)),
  )
  const isOwn =
    first.what === 'edited' ? fields.length > 0 : others.every(other => other?.what === first.what)
  return isOwn ? { ...first, fields } : undefined
}

const ownLife = (life: Growing): Growing => (life.joined === undefined ? life : ownLife(life.joined))

function join(life: Growing, other: Growing): void {
  life.events = [...life.events, ...other.events].sort((one, two) => one.order - two.order)
  other.joined = life
}

const lastSeen = (notes: Notes, record: NotesRecord): Omit<Life, 'events'> => ({
  named: namedIn(notes, record),
  section: { kind: record.section.kind, title: record.section.title },
})

export function namedIn(notes: Notes, record: NotesRecord): Named {
  const { kind, id } = record
  const handle = handleOf(notes, record)
  return { kind, handle, ...(id === undefined ? {} : { id }), title: titleOf(record) }
}
