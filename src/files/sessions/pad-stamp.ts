import { lstatSync } from 'node:fs'
import { fileNameOf, type SessionId } from './session-id.ts'

/**
 * Returns a string that changes whenever a session's log does. Empty when there is no log, or when the log belongs to
 * another user: hooks show a pad unasked, and must not show someone else's.
 */
export function padStamp(root: string, session: SessionId): string {
  const stat = lstatSync(`${root}/.notes/sessions/${fileNameOf(session)}`, { throwIfNoEntry: false })
  if (stat === undefined || !stat.isFile()) return ''
  if (process.getuid !== undefined && stat.uid !== process.getuid()) return ''
  return `${stat.size} ${stat.mtimeMs}`
}
