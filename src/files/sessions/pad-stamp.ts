import { lstatSync } from 'node:fs'
import { fileNameOf, type SessionId } from './session-id.ts'

/**
 * Returns a text that differs for each state of a session's log. Empty when there is no log, or when the log belongs to
 * another user: hooks show a pad unasked, and must not show a foreign one.
 */
export function padStamp(root: string, session: SessionId): string {
  const stat = lstatSync(`${root}/.notes/sessions/${fileNameOf(session)}`, { throwIfNoEntry: false })
  if (stat === undefined || !stat.isFile()) return ''
  if (process.getuid !== undefined && stat.uid !== process.getuid()) return ''
  return `${stat.size} ${stat.mtimeMs}`
}
