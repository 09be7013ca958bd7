import { NotesError } from '../../error.ts'
import { lockState } from '../../files/lock/left-behind.ts'
import { withLock } from '../../files/lock/lock.ts'
import { lockOf } from '../../files/own-names.ts'
import { shellWord } from '../../files/programs/programs.ts'
import { pathBelow } from '../../files/real-path.ts'
import { removeTornLines, tornLogs } from '../../files/sessions/session-files.ts'
import { installMerge, mergeSetup } from '../../project/merge/install.ts'
import type { OpenProject } from '../../project/open.ts'
import { readProject } from '../../project/read.ts'
import { advice, broken, type Check, ok, problemOf } from './check.ts'

export function checkNotesFile(open: OpenProject): Check {
  const name = 'notes file'
  try {
    const { notes } = readProject(open)
    const file = pathBelow(open.project.root, open.project.file)
    const [damage] = notes.document.damage
    if (notes.document.text.trim() === '')
      return advice(name, `${file} is empty`, { say: 'notes heal, if it had content before' })
    if (damage === undefined) return ok(name, `${file}, ${notes.records.length} records`)
    const line = notes.document.lines.lineAt(damage.span.start)
    return broken(
      name,
      `${file}:${line} ${damage.kind.replace('-', ' ')}: the text after it may be misread`,
      damage.kind === 'conflict-marker' ? `notes merge ${shellWord(file)}` : 'notes heal',
    )
  } catch (error) {
    return problemOf(name, error)
  }
}

/** A lock that outlives its process delays the next writer, which then removes it. */
export function checkLock({ project }: OpenProject): Check {
  const lock = lockOf(project.file)
  const state = lockState(project.file)
  if (state === 'none') return ok('lock', 'free')
  if (state === 'held') return ok('lock', 'held by a process that is running')
  return broken('lock', `${pathBelow(project.root, lock)} was left behind by a process that has ended`, {
    say: `rm ${shellWord(lock)}`,
    run: () => withLock(project.file, () => {}),
  })
}

/** A crash or a full disk can leave a torn line, which is skipped: only the text of that line is lost. */
export function checkSessions({ project }: OpenProject): Check {
  const { logs, torn } = tornLogs(project.root)
  if (torn.length === 0) return ok('pads', logs === 1 ? '1 session' : `${logs} sessions`)
  const names = torn.map(({ path, lines }) => `${pathBelow(project.root, path)}:${lines.join(',')}`)
  return broken('pads', `Lines that cannot be read: ${names.join('; ')}`, {
    say: 'notes doctor --fix moves them to a file next to the log',
    async run() {
      for (const { path, lines } of torn) await removeTornLines(path, lines)
    },
  })
}

/** Without the driver, git merges notes line by line. That matters only once branches merge. */
export function checkMerge(open: OpenProject): readonly Check[] {
  const name = 'merge driver'
  const say = 'notes git install'
  try {
    const { driver, program, files } = mergeSetup(open)
    const missing = files.filter(({ merged }) => !merged).map(({ path }) => path)
    const isUsed = driver !== 'missing' || missing.length < files.length
    if (driver === 'broken')
      return [broken(name, `git cannot find ${program}, so it does its own merge`, `${say} --program PATH`)]
    if (driver === 'installed' && missing.length === 0) return [ok(name, `for ${files.length} files`)]
    const what =
      driver === 'installed' ? `not set up for ${missing.join(', ')}` : `${driver} driver in this clone`
    return isUsed
      ? [broken(name, what, { say, run: async () => installMerge(open, [], program) })]
      : [advice(name, 'git merges the notes line by line', { say })]
  } catch (error) {
    // Without git or a repository there is nothing to merge.
    if (error instanceof NotesError) return []
    throw error
  }
}
