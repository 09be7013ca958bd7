import type { Command } from './command.ts'
import { completion } from './completion.ts'
import { config } from './config.ts'
import { init } from './init.ts'
import { show } from './show.ts'
import { status } from './status.ts'

/** Every command, in the order of `notes --help`. A new one is a file beside this one and a line here. */
export const commands: readonly Command[] = [init, show, status, config, completion]
