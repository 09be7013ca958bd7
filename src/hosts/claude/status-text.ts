import { sizeOf } from '../../files/read/look.ts'
import { sessionPathOf } from '../../files/sessions/session-files.ts'
import { keepLine, type Seen, startSeeing } from '../../files/user/keep-slice.ts'
import { estimateTokens } from '../../markdown/tokens.ts'
import { allKinds, isFinishable, type Notes } from '../../notes/notes.ts'
import { presentContexts } from '../../notes/state/standing.ts'
import { groundingOf } from '../../project/evidence/verify.ts'
import { type OpenProject, openProject } from '../../project/open.ts'
import { readProject, statusOf } from '../../project/read.ts'
import { padNow } from '../../project/session/pad-now.ts'
import type { StatusCall } from './statusline.ts'

/** Larger files are not read, because that takes too long: the client asks for the line at every message. */
const MAX_BYTES = 512 * 1024

/**
 * Makes a new status line, and keeps it until one of its sources changes: the notes, the code they cite, the pad, the
 * configuration.
 */
export function makeStatusLine({ start, session, key }: StatusCall, now: () => Date): string {
  const seen = startSeeing(start)
  const open = openProject({ ...start, now })
  const { project, config } = open
  for (const path of [project.file, ...config.files]) seen.note(path)
  const parts = project.exists ? notesParts(open, seen) : []
  if (session !== undefined) {
    seen.note(sessionPathOf(project.root, session))
    const pad = padNow(project.root, session)
    const size = pad === undefined ? 0 : estimateTokens([pad.notes, pad.plan, ...pad.refs].join('\n'))
    if (size > 0) parts.push(`pad ~${size} tokens`)
  }
  const line = parts.join(' · ')
  keepLine(start, key, line, seen)
  return line
}

function notesParts(open: OpenProject, seen: Seen): string[] {
  const bytes = sizeOf(open.project.file)
  if (bytes > MAX_BYTES) return [`notes ${Math.round(bytes / 1024)} KB`]
  const { notes } = readProject(open)
  const [context] = presentContexts(notes)
  const { open: records } = statusOf(open, notes)
  const counts = byNeed.map(([name, { words }]) => {
    const count = records.filter(({ kind }) => kind === name).length
    return count === 0 ? '' : `${count} ${count === 1 ? words.one : words.many}`
  })
  return [context?.bead?.id ?? '', ...counts, grounding(open, notes, seen)].filter(part => part !== '')
}

/** The kinds of open records to count. Goals are left out, because a plan may list any number of them. */
const byNeed = allKinds
  .filter(([name]) => isFinishable(name) && name !== 'goal')
  .sort(([, one], [, other]) => one.recover.need - other.recover.need)

/** The share of code quotes that are still found in the code. */
function grounding(open: OpenProject, notes: Notes, seen: Seen): string {
  const { claims, grounding } = groundingOf(open, notes, path => seen.code(open.project.root, path))
  return claims === 0 ? '' : `grounded ${Math.round(grounding * 100)} %`
}
