import { PassThrough } from 'node:stream'
import type { CommandLine } from '../../src/terminal/program/command.ts'
import { main } from '../../src/terminal/program/main.ts'
import { folderWith } from '../config/folder.ts'

/** Runs one command line in this process, a hundred times as fast as in a process of its own. */
export async function runHere(argv: readonly string[], known?: CommandLine) {
  let stdout = ''
  let stderr = ''
  const code = await main(
    {
      argv,
      cwd: folderWith({ '.git/': '' }),
      env: {},
      now: () => new Date(0),
      out: text => {
        stdout += text
      },
      err: text => {
        stderr += text
      },
      readInput: () => '',
      interrupted: () => Promise.resolve(),
      streams: () => ({ input: new PassThrough(), output: new PassThrough() }),
      parent: () => 0,
      terminal: false,
      color: false,
      errorColor: false,
      links: false,
      columns: 100,
    },
    known,
  )
  return { code, stdout, stderr }
}
