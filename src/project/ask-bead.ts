import { beadState } from '../beads/answers.ts'
import { beadsFolder, findBeads, hasDatabase, isInJsonl, runBeads } from '../files/programs/beads-tool.ts'
import type { BeadState } from '../notes/state/read-context.ts'

/** Time limit for the tool's version check and its answer together. */
const TIMEOUT_MS = 3_000

/**
 * Returns a function that looks up the current bead, at most once per run. If the workspace or the tool is missing, or
 * the answer is late or broken, the bead is "unverified", so that notes also work without Beads.
 */
export function beadAsker(
  root: string,
  env: Readonly<Record<string, string | undefined>>,
): (id: string) => BeadState {
  let asked: { readonly id: string; readonly state: BeadState } | undefined
  return id => {
    asked ??= { id, state: ask(id, root, env) }
    return asked.id === id ? asked.state : 'unverified'
  }
}

function ask(id: string, root: string, env: Readonly<Record<string, string | undefined>>): BeadState {
  if (id.startsWith('-') || beadsFolder(root, env) === undefined) return 'unverified'
  const deadline = Date.now() + TIMEOUT_MS
  try {
    const tool = findBeads(root, env, TIMEOUT_MS)
    if (!hasDatabase(tool)) return 'unverified'
    // Read-only: no import and no push, whatever a clone's configuration says. br has neither option.
    const show = (...only: readonly string[]) =>
      runBeads(tool, ['show', id, '--json', ...only], deadline - Date.now())
    let answer = tool.name === 'bd' ? show('--readonly', '--sandbox') : show()
    // bd before 0.29 lacks --readonly.
    if (answer.stderr.includes('unknown flag: --readonly')) answer = show('--sandbox')
    const state = beadState(id, answer)
    return state === 'missing' && isInJsonl(tool, id) ? 'unverified' : state
  } catch {
    return 'unverified'
  }
}
