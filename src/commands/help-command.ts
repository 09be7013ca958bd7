import type { Command as Program } from 'commander'
import { complete } from './program-later.ts'
import { unknownCommand } from './usage-error.ts'

/** `notes help decision add`: the same as `notes decision add --help`. */
export function explain(program: Program, words: readonly string[]): never {
  let explained = program
  for (const word of words) {
    const named = explained.commands.find(command => command.name() === word)
    if (named === undefined) throw unknownCommand(explained, word)
    explained = complete(named)
  }
  return explained.help()
}
