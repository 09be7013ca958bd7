import { CommanderError, Command as Program } from 'commander'
import { usage } from '../../error.ts'
import { findSetup } from '../../project/open.ts'
import { leaveSlice } from '../../project/recover/recover-kept.ts'
import { shown, shownOnTerminal } from '../../safety/door.ts'
import type { CommandLine, Context, GlobalOptions, Host } from './command.ts'
import { reportError, usageError } from './errors.ts'
import { commandLineFor } from './list.ts'
import { buildProgram, escapeTexts } from './program.ts'

/** Runs one command line. Returns 0 (success), 1 (a negative answer: findings, or no match) or 2 (cannot run). */
export async function main(host: Host, known: CommandLine = commandLineFor(host.argv)): Promise<number> {
  let code = 0
  const program = new Program('notes')
  const printed = divertOutput(program, host)
  buildProgram(
    known,
    async (command, input, options) => {
      const context = createContext(host, command.name, program, options)
      code = await command.run(context, input)
      // `recover` has kept its own slice; a second one takes 90 ms for a file of 6 MB.
      if (context.knowsProject && command.name !== 'recover') leaveSlice(host, context)
    },
    program,
  )
  try {
    await program.parseAsync(escapeTexts(host.argv), { from: 'user' })
    return code
  } catch (error) {
    if (!(error instanceof CommanderError)) return reportError(error, host, wantsJson(host))
    // The user asked for help: --help, --version, `help`, or `notes` alone, for which commander's exit code is 1.
    const helped = error.code === 'commander.help'
    if (error.exitCode === 0 || (helped && host.argv.length === 0)) {
      host.out(shownOnTerminal(printed(), host))
      return 0
    }
    const json = wantsJson(host)
    // For a group by itself, lists its commands and fails, since nothing ran.
    if (helped && !json) host.err(shown(`${printed()}\n`))
    return reportError(usageError(error, program), host, json)
  }
}

function createContext(host: Host, command: string, program: Program, options: GlobalOptions): Context {
  const setup = findSetup(host, options)
  let knowsProject = false
  return {
    host,
    command,
    get cwd() {
      return host.cwd
    },
    env: host.env,
    now: host.now,
    named: options,
    json: options.json === true,
    reveal: options.reveal === true && isPerson(host),
    allowSecret: reasonOf(options.allowSecret),
    program,
    get config() {
      return setup.config
    },
    get project() {
      knowsProject = true
      return setup.project
    },
    get knowsProject() {
      return knowsProject
    },
  }
}

/** Shows secrets only to a person: the output of an agent's shell goes to a model. */
function isPerson({ terminal }: Host): true {
  if (terminal) return true
  throw usage(
    '--reveal needs a terminal as standard output',
    'Run this in a terminal, or read the file itself',
  )
}

function reasonOf(allowSecret: string | undefined): string | undefined {
  if (allowSecret === undefined || allowSecret.trim() !== '') return allowSecret
  throw usage('--allow-secret needs a reason', 'Write --allow-secret "a test key, revoked"')
}

/** Buffers help until its stream is known, and mutes errors, which are reworded. Subcommands inherit this. */
function divertOutput(program: Program, host: Host): () => string {
  let text = ''
  const write = (part: string) => {
    text += part
  }
  program.exitOverride().configureOutput({
    writeOut: write,
    writeErr: write,
    outputError: () => {},
    getOutHelpWidth: () => host.columns,
    getErrHelpWidth: () => host.columns,
    getOutHasColors: () => host.color,
    getErrHasColors: () => host.errorColor,
  })
  return () => text
}

/** Was `--json` typed? Works even if the command line could not be parsed. */
function wantsJson({ argv }: Host): boolean {
  const end = argv.indexOf('--')
  return argv.slice(0, end === -1 ? undefined : end).includes('--json')
}
