import type { Command, CommandLine } from './command.ts'
import { completion } from './completion.ts'
import { config } from './config.ts'
import { hookCommand } from './hook.ts'
import { init } from './init.ts'
import { lintCommand } from './lint.ts'
import { outlinedCommands } from './outline.ts'
import * as pads from './pads.ts'
import * as records from './records.ts'
import { recoverCommand } from './recover.ts'
import { explainCommand, rulesCommand } from './rules.ts'
import { show } from './show.ts'
import { status } from './status.ts'
import { verify } from './verify.ts'

/**
 * Every command under its first word, in the order of `notes --help`. A new one is a file beside this one and a
 * line here. Functions, because most of them are loaded only when their word is typed.
 */
const families: Readonly<Record<string, () => readonly Command[]>> = {
  init: () => [init],
  show: () => [show],
  status: () => [status],
  recover: () => [recoverCommand],
  decision: () => records.decisionCommands,
  ref: () => records.referenceCommands,
  context: () => [records.contextShow, records.contextSet],
  checkpoint: () => [records.checkpoint],
  question: () => records.questionCommands,
  goal: () => records.goalCommands,
  blocker: () => records.blockerCommands,
  debt: () => records.debtCommands,
  log: () => records.logCommands,
  learning: () => records.learningCommands,
  pad: () => pads.padCommands,
  card: () => pads.cardCommands,
  lint: () => [lintCommand],
  verify: () => [verify],
  rules: () => [rulesCommand],
  explain: () => [explainCommand],
  archive: () => [records.archive],
  gc: () => [pads.gc],
  undo: () => [records.undo],
  config: () => [config],
  hook: () => [hookCommand],
  completion: () => [completion],
}

/** What each first word of two-word commands is about. `notes --help` has one line for each, so few words are best. */
const groups: CommandLine['groups'] = {
  decision: 'Decisions',
  ref: 'References to code',
  context: 'What is worked on',
  question: 'Pending questions',
  goal: 'Goals',
  blocker: 'Blockers',
  debt: 'Technical debt',
  log: 'Session log',
  learning: 'Learnings',
  pad: 'Working memory of a session',
  card: 'Tagged notes of a session',
}

export function wholeCommandLine(): CommandLine {
  return { commands: Object.values(families).flatMap(family => family()), groups }
}

/** Asking what there is, and no more. */
const ASKS: ReadonlySet<string> = new Set(['', '--help', '-h', 'help'])

/** As much of the command line as what was typed can need: `completion` describes all of it. */
export function commandLineFor([word = '', ...more]: readonly string[]): CommandLine {
  if (more.length === 0 && ASKS.has(word)) return { commands: outlinedCommands(), groups }
  const family = Object.hasOwn(families, word) && word !== 'completion' ? families[word] : undefined
  return family === undefined ? wholeCommandLine() : { commands: family(), groups }
}
