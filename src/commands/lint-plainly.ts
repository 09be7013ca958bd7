import { createContext } from './context.ts'
import type { Host } from './host.ts'
import { runLint } from './lint-run.ts'
import type { PlainLint } from './plain-lint.ts'
import { reportError } from './report-error.ts'

/** `notes lint` without commander; as `main` has it for all commands. */
export async function lintPlainly(host: Host, { request, json }: PlainLint): Promise<0 | 1 | 2> {
  try {
    return (await runLint(createContext(host, noProgram, { json }), request)).code
  } catch (error) {
    return reportError(error, host, json)
  }
}

function noProgram(): never {
  throw new Error('Only completion asks for the program')
}

/** All that lints is one bundle, and this is its entrance. */
export { runLint } from './lint-run.ts'
