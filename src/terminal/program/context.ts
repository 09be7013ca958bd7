import type { Command as Program } from 'commander'
import { usage } from '../../error.ts'
import { findSetup, type OpenProject, type SetupOptions } from '../../project/open.ts'
import type { Host } from './host.ts'

/** The options that every command has. */
export interface GlobalOptions extends SetupOptions {
  readonly json?: boolean
  readonly reveal?: boolean
  readonly allowSecret?: string
}

/** The input of a command: the project, the host and the global options. */
export interface Context extends OpenProject {
  readonly host: Host
  /** The name of the command, by which `notes undo` calls its change. */
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
