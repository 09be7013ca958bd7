import { NotesError } from '../error.ts'
import type { Problem } from '../files/sessions/read-log.ts'
import { type Entry, printEntry } from './entries.ts'
import { type Change, capRefs, type Pad, type Planned } from './pad.ts'
import { createReplay } from './replay.ts'
import type { SessionStore } from './store.ts'

/** The maximum length of one text: a model's mistake must not fill the disk. */
const MAX_LENGTH = 1_000_000

/** A pad and the log it follows. */
export interface PadWriter {
  readonly pad: Pad
  readonly revision: number
  /** Entries that could not be read, or are not used. */
  readonly problems: readonly Problem[]
  /** Reads what other processes added. */
  refresh(): Promise<Pad>
  /** Calls `plan` with the newest pad and stores the changes. Resolves once they are stored. */
  change<Answer>(plan: (pad: Pad) => Planned<Answer>): Promise<Answer>
  branch(): readonly Entry[]
}

export function createWriter(id: string, store: SessionStore, now: () => Date, maxRefs: number): PadWriter {
  const replay = createReplay()
  let cursor: string | undefined
  // Each call must see what the one before it stored.
  const inTurn = queue()

  const take = (part: Parameters<typeof replay.add>[0]) => {
    replay.add(part)
    cursor = part.cursor
  }

  return {
    get pad() {
      return replay.pad
    },
    get revision() {
      return replay.revision
    },
    get problems() {
      return [...replay.problems, ...unusedRefs(replay.pad, maxRefs)]
    },
    refresh: () =>
      inTurn(async () => {
        take(await store.read(id, cursor))
        return replay.pad
      }),
    change: plan =>
      inTurn(async () => {
        let planned: ReturnType<typeof plan> | undefined
        const added = await store.append(id, cursor, fresh => {
          take(fresh)
          planned = plan(replay.pad)
          return print(planned.changes, replay, now())
        })
        take(added)
        if (planned === undefined)
          throw new NotesError(
            'not-written',
            'The store did not call the plan; nothing was stored',
            'Its `append` must call the given function with the entries added since the cursor',
          )
        return planned.answer
      }),
    branch: () => replay.branch(),
  }
}

/** Returns a function that runs one task after the other, in the order of its calls. */
export function queue() {
  let last: Promise<unknown> = Promise.resolve()
  return <Value>(run: () => Promise<Value>): Promise<Value> => {
    const result = last.then(run)
    last = result.catch(() => undefined)
    return result
  }
}

function print(
  changes: readonly Change[],
  { leaf, has }: { readonly leaf: string | null | undefined; has(id: string): boolean },
  now: Date,
): readonly object[] {
  let parentId = leaf
  return changes.map(change => {
    refuseHuge(change)
    const id = freshId(has)
    const line = printEntry(change, { id, parentId, at: now.toISOString() })
    if (parentId !== undefined) parentId = id
    return line
  })
}

/** Eight hexadecimal digits, as hosts use them. */
function freshId(has: (id: string) => boolean): string {
  for (;;) {
    const id = Math.floor(Math.random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0')
    if (!has(id)) return id
  }
}

function refuseHuge(change: Change): void {
  const length = lengthOf(change)
  if (length > MAX_LENGTH)
    throw new NotesError(
      'usage',
      `A text of ${length} characters is too long for a note; nothing changed`,
      `Keep it in a file and note its path: the limit is ${MAX_LENGTH} characters`,
    )
}

function lengthOf(change: Change): number {
  switch (change.key) {
    case 'refs':
      return change.refs.join().length
    case 'card':
      return change.card.content.length + change.card.tags.join().length
    case 'promoted':
      return change.promotion.text.length
    case 'card-deleted':
    case 'lineage':
      return 0
    default:
      return change.text.length
  }
}

function unusedRefs({ refs }: Pad, max: number): Problem[] {
  const used = capRefs(refs, max).length
  if (used === refs.length) return []
  return [{ line: 0, what: `${refs.length} refs are stored, the newest ${used} are used (session.refs.max)` }]
}
