import type { Command as Program } from 'commander'
import { NotesError } from '../../error.ts'
import { findSetup, type OpenProject, type SetupOptions } from '../../project/open.ts'
import type { Host } from './host.ts'

/** The options that every command has. */
export interface GlobalOptions extends SetupOptions {
  readonly json?: boolean
  readonly reveal?: boolean
  readonly allowSecret?: string
}

/** The project and the machine that a command works with, and its global options. */
export interface Context extends OpenProject {
  readonly host: Host
  readonly json: boolean
  /** A person at a terminal asked to see secrets. */
  readonly reveal: boolean
  /** Why a secret may be written, when one may. */
  readonly allowSecret: string | undefined
  /** The commander program; `completion` describes it. */
  readonly program: Program
  /** Has the command asked for the project? */
  readonly knowsProject: boolean
}

export function createContext(host: Host, program: () => Program, options: GlobalOptions): Context {
  const setup = findSetup(host, options)
  let knowsProject = false
  return {
    host,
    get cwd() {
      return host.cwd
    },
    env: host.env,
    now: host.now,
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

/** Only a person sees secrets: what an agent's shell reads goes to a model. */
function isPerson({ terminal }: Host): true {
  if (terminal) return true
  throw new NotesError(
    'usage',
    '--reveal shows secrets to a person, and standard output is not a terminal',
    'Type it in a terminal, or read the file itself',
  )
}

function reasonOf(allowSecret: string | undefined): string | undefined {
  if (allowSecret === undefined || allowSecret.trim() !== '') return allowSecret
  throw new NotesError('usage', '--allow-secret needs a reason', 'Write --allow-secret "a test key, revoked"')
}
