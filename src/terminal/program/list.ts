import { archive } from '../commands/archive.ts'
import { cardCommands } from '../commands/card.ts'
import { completion } from '../commands/completion.ts'
import { config } from '../commands/config.ts'
import { doctor } from '../commands/doctor.ts'
import { gc } from '../commands/gc.ts'
import { gitCommands } from '../commands/git.ts'
import { heal } from '../commands/heal.ts'
import { blame, diff, history } from '../commands/history.ts'
import { hookCommand } from '../commands/hook.ts'
import { init } from '../commands/init.ts'
import { lintCommand } from '../commands/lint.ts'
import { mcp } from '../commands/mcp.ts'
import { merge, mergeDriver } from '../commands/merge.ts'
import { migrate } from '../commands/migrate.ts'
import { padPromote } from '../commands/pad/promote.ts'
import { sessionsCommands } from '../commands/pad/sessions.ts'
import { padBlock, padHistory, padReport, padShow } from '../commands/pad/show.ts'
import { writeCommands } from '../commands/pad/write.ts'
import { recordCommandLine } from '../commands/records.ts'
import { at, recoverCommand } from '../commands/recover.ts'
import { explainCommand, rulesCommand } from '../commands/rules.ts'
import { search } from '../commands/search.ts'
import { show } from '../commands/show.ts'
import { stats } from '../commands/stats.ts'
import { status } from '../commands/status.ts'
import { statusLine } from '../commands/statusline.ts'
import { undo } from '../commands/undo.ts'
import { verify } from '../commands/verify.ts'
import { why } from '../commands/why.ts'
import type { Command, CommandLine } from './command.ts'
import names from './names.json' with { type: 'json' }

/**
 * Commands by first word, in the order of `notes --help`; record commands come between `first` and `last`. A new
 * command is a file in `commands/` and a line here. The values are functions, because most commands load only when
 * their word is typed.
 */
const first: Families = {
  init: () => [init],
  show: () => [show],
  status: () => [status],
  recover: () => [recoverCommand],
  search: () => [search],
  why: () => [why],
  history: () => [history],
  blame: () => [blame],
  diff: () => [diff],
  at: () => [at],
}

const last: Families = {
  pad: () => [padShow, ...writeCommands, padBlock, padHistory, ...sessionsCommands, padReport, padPromote],
  card: () => cardCommands,
  lint: () => [lintCommand],
  verify: () => [verify],
  rules: () => [rulesCommand],
  explain: () => [explainCommand],
  archive: () => [archive],
  migrate: () => [migrate],
  gc: () => [gc],
  undo: () => [undo],
  heal: () => [heal],
  merge: () => [merge],
  'merge-driver': () => [mergeDriver],
  git: () => gitCommands,
  config: () => [config],
  doctor: () => [doctor],
  stats: () => [stats],
  hook: () => [hookCommand],
  statusline: () => [statusLine],
  mcp: () => [mcp],
  completion: () => [completion],
}

type Families = Readonly<Record<string, () => readonly Command[]>>

/** Group summaries. Kept short, since `notes --help` has one line for each group. */
const groups: CommandLine['groups'] = {
  pad: 'Working memory of a session',
  card: 'Tagged notes of a session',
  git: 'Merges by record',
}

export function wholeCommandLine(): CommandLine {
  const ofRecords = recordCommandLine()
  const commands = [
    ...Object.values(first).flatMap(family => family()),
    ...ofRecords.commands,
    ...Object.values(last).flatMap(family => family()),
  ]
  return { ...ofRecords, commands, groups: { ...ofRecords.groups, ...groups } }
}

/** Words that only ask for the names of all commands. Loading the commands would double the time of `notes --help`. */
const ASKS: ReadonlySet<string> = new Set(['', '--help', '-h', 'help'])

/** Returns only the commands that the typed words can need. `completion` needs all of them. */
export function commandLineFor([word = '', ...more]: readonly string[]): CommandLine {
  if (ASKS.has([word, ...more].join(' '))) return { commands: [], groups, names }
  if (word === 'completion') return wholeCommandLine()
  const family = [first, last].find(families => Object.hasOwn(families, word))?.[word]
  if (family !== undefined) return { commands: family(), groups }
  const ofRecords = recordCommandLine(word)
  return ofRecords.commands.length === 0 ? wholeCommandLine() : ofRecords
}
