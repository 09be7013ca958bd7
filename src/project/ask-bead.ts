import { beadState } from '../beads/bead-state.ts'
import { beadsFolder, findBeads, hasDatabase, isInJsonl, runBeads } from '../files/programs/beads-tool.ts'
import type { BeadState } from '../notes/kinds/context.ts'

/** For the tool's version and its answer together. */
const PATIENCE_MS = 3_000

/**
 * Looks the current bead up, at most once a run. A missing workspace or tool, a late or a broken answer mean
 * "unverified": the notes of people without Beads are as good as any.
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
  const deadline = Date.now() + PATIENCE_MS
  try {
    const tool = findBeads(root, env, PATIENCE_MS)
    if (!hasDatabase(tool)) return 'unverified'
    // Only looks: no import, no push, whatever the configuration of a clone wants. br has neither option.
    const show = (...only: readonly string[]) =>
      runBeads(tool, ['show', id, '--json', ...only], deadline - Date.now())
    let answer = tool.name === 'bd' ? show('--readonly', '--sandbox') : show()
    // bd before 0.29.
    if (answer.stderr.includes('unknown flag: --readonly')) answer = show('--sandbox')
    const state = beadState(id, answer)
    return state === 'missing' && isInJsonl(tool, id) ? 'unverified' : state
  } catch {
    return 'unverified'
  }
}
