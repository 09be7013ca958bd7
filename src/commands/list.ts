import type { CommandLine } from './command.ts'
import { completion } from './completion.ts'
import { config } from './config.ts'
import { init } from './init.ts'
import { show } from './show.ts'
import { status } from './status.ts'

/** Every command, in the order of `notes --help`. A new one is a file beside this one and a line here. */
export const commands: CommandLine['commands'] = [init, show, status, config, completion]

/** Every first word of the commands of two words. `notes --help` has one line for each, so few words are best. */
export const groups: CommandLine['groups'] = {
  decision: 'Decisions',
  ref: 'References to code',
  context: 'What is worked on',
  question: 'Pending questions',
  goal: 'Goals',
  blocker: 'Blockers',
  debt: 'Technical debt',
  log: 'Session log',
}
