import type { Command as Program } from 'commander'
import { findSetup, type Setup, type SetupOptions } from '../hosts/setup.ts'
import type { Host } from './host.ts'

/** The options that every command has. */
export interface GlobalOptions extends SetupOptions {
  readonly json?: boolean
}

/** What a command works with. Configuration and project are looked up when they are first asked for. */
export interface Context extends Setup {
  readonly host: Host
  readonly json: boolean
  /** The commander program; `completion` describes it. */
  readonly program: Program
}

export function createContext(host: Host, program: () => Program, options: GlobalOptions): Context {
  const setup = findSetup(host, options)
  return {
    host,
    json: options.json === true,
    get program() {
      return program()
    },
    get config() {
      return setup.config
    },
    get project() {
      return setup.project
    },
  }
}
