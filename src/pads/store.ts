import type { LogPart, SessionInfo } from '../files/sessions/read-log.ts'

/** A store of sessions. Each session is an append-only list of JSON objects: a file, a database table or an array. */
export interface SessionStore {
  /** The log of a session, or what was added since `after`; empty for a session that does not exist. */
  read(id: string, after?: string): Promise<LogPart>
  /**
   * Appends what `plan` returns for the entries added since `after`, and returns the result. No other process may
   * append in between: use a lock, a transaction, or call `plan` again with the newer entries. When it resolves,
   * the entries are stored for good; when it rejects, nothing was added.
   */
  append(id: string, after: string | undefined, plan: (fresh: LogPart) => readonly object[]): Promise<LogPart>
  list(): Promise<readonly SessionInfo[]>
  /**
   * Archives a session; it can still be read, and appending brings it back. Resolves to false if there is none, if it
   * is archived already, or if something was added after `since` (milliseconds).
   */
  archive(id: string, since?: number): Promise<boolean>
}

/** Keeps sessions in memory, for the life of the process. */
export function memoryStore(now: () => Date = () => new Date()): SessionStore {
  const logs = new Map<string, { texts: string[]; changed: number; archived: boolean }>()

  const read = (id: string, after?: string): LogPart => {
    const texts = logs.get(id)?.texts ?? []
    const from = after === undefined ? 0 : Number(after)
    const lines = texts
      .slice(from)
      .map((text, index) => ({ line: from + index + 1, value: JSON.parse(text) as unknown }))
    return { lines, problems: [], whole: after === undefined, cursor: String(texts.length) }
  }

  return {
    read: async (id, after) => read(id, after),
    async append(id, after, plan) {
      const fresh = read(id, after)
      const values = plan(fresh)
      const log = logs.get(id) ?? { texts: [], changed: 0, archived: false }
      if (values.length > 0) {
        // As text, the value is safe from later changes to the object.
        log.texts.push(...values.map(value => JSON.stringify(value)))
        log.changed = now().getTime()
        log.archived = false
        logs.set(id, log)
      }
      return { ...read(id, fresh.cursor), whole: false }
    },
    list: async () =>
      [...logs].map(([id, { texts, changed, archived }]) => ({
        id,
        changed,
        bytes: texts.join('\n').length,
        archived,
      })),
    async archive(id, since = Number.POSITIVE_INFINITY) {
      const log = logs.get(id)
      if (log === undefined || log.archived || log.changed > since) return false
      log.archived = true
      return true
    },
  }
}
