import type { LogPart, SessionStore } from './store.ts'

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
        // As text, so that later changes to the object do not reach the store.
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
