import type { Command as Program } from 'commander'
import { usage } from '../../error.ts'
import { findSetup, type OpenProject, type SetupOptions } from '../../project/open.ts'
import type { Shown } from '../../safety/door.ts'

/** Everything a command may know about its machine. `cli.ts` builds the real one; tests build their own. */
export interface Host {
  /** The arguments after `notes`. */
  readonly argv: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly now: () => Date
  readonly out: (text: Shown) => void
  readonly err: (text: Shown) => void
  /** All of standard input. */
  readonly readInput: () => string
  /** Resolves on Ctrl-C or a termination signal. Until this is called, either of them ends the process at once. */
  readonly interrupted: () => Promise<void>
  /** Standard input and output, for a command that holds a conversation. Nothing else may use them meanwhile. */
  readonly streams: () => {
    readonly input: NodeJS.ReadableStream
    readonly output: NodeJS.WritableStream
  }
  /** The process that started this one. */
  readonly parent: () => number
  /** Is standard output a terminal, with a person in front of it? */
  readonly terminal: boolean
  /** Does standard output show colors? True on a terminal, unless NO_COLOR is set. FORCE_COLOR takes precedence. */
  readonly color: boolean
  /** Does standard error show colors, by the same rules? */
  readonly errorColor: boolean
  /** Does standard output go to a terminal that is known to show links (OSC 8)? */
  readonly links: boolean
  /** Width of the terminal, or 80 without one. */
  readonly columns: number
}

/** The options that every command has. */
export interface GlobalOptions extends SetupOptions {
  readonly json?: boolean
  readonly reveal?: boolean
  readonly allowSecret?: string
}

/** The input of a command: the project, the host and the global options. */
export interface Context extends OpenProject {
  readonly host: Host
  /** The name of the command, by which `notes undo` refers to its change. */
  readonly command: string
  /** The project as the command line names it. */
  readonly named: SetupOptions
  readonly json: boolean
  /** Show secrets unmasked? Only with --reveal, and only on a terminal. */
  readonly reveal: boolean
  /** The reason given with --allow-secret. Undefined: secrets are refused. */
  readonly allowSecret: string | undefined
  /** The commander program; `completion` describes it. */
  readonly program: Program
  /** Has the command accessed the project? */
  readonly knowsProject: boolean
}

export function createContext(
  host: Host,
  command: string,
  program: () => Program,
  options: GlobalOptions,
): Context {
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
    get program() {
      return program()
    },
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
