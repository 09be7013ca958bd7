import { beadState, type ListedBead, prefixIn, readBeads } from '../../beads/answers.ts'
import { majorityPrefix } from '../../beads/match.ts'
import { NotesError } from '../../error.ts'
import {
  asTyped,
  type BeadsTool,
  beadsFolder,
  findBeads,
  hasDatabase,
  isInJsonl,
  runBeads,
} from '../../files/programs/beads-tool.ts'
import type { BeadState } from '../../notes/state/read-context.ts'
import { oneLine } from '../../safety/one-line.ts'
import type { OpenProject } from '../open.ts'

/** The project's Beads workspace, as it was when it was read. */
export interface Tracker {
  readonly tool: BeadsTool
  readonly beads: readonly ListedBead[]
  readonly prefix: string
}

/** Lists every bead, including closed ones, in one call. Throws on an incomplete answer, before anything is decided. */
export function openTracker({ project, env, config }: OpenProject): Tracker {
  const tool = findBeads(project.root, env)
  const args = ['list', '--all', '--limit', '0', '--json']
  const answer = runBeads(tool, args)
  const beads = answer.status === 0 ? readBeads(answer.stdout || '[]') : undefined
  if (beads === undefined) throw toolError(tool, args, answer)
  const prefix = prefixOf(tool) ?? majorityPrefix(beads) ?? config.values.beads.prefixes[0] ?? 'bd'
  return { tool, beads, prefix }
}

function prefixOf(tool: BeadsTool): string | undefined {
  for (const args of [
    ['where', '--json'],
    ['config', 'get', 'issue_prefix', '--json'],
  ]) {
    const { status, stdout } = runBeads(tool, args)
    const found = status === 0 ? prefixIn(stdout) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

/** Runs a command that changes the workspace. Returns the bead in its answer. */
export function changeBead(tool: BeadsTool, args: readonly string[]): ListedBead {
  const answer = runBeads(tool, args)
  const [bead] = (answer.status === 0 ? readBeads(answer.stdout) : undefined) ?? []
  if (bead === undefined) throw toolError(tool, args, answer)
  return bead
}

/** Returns an error that names the command and quotes its output. */
function toolError(
  tool: BeadsTool,
  args: readonly string[],
  answer: ReturnType<typeof runBeads>,
): NotesError {
  const { status, stdout, stderr } = answer
  const said = oneLine(stderr.trim() || stdout.trim(), 500)
  const ended =
    status === null ? 'did not finish' : status === 0 ? 'gave no usable answer' : `failed (${status})`
  return new NotesError(
    'unreadable',
    `\`${oneLine(asTyped(tool, args), 300)}\` ${ended}${said === '' ? '' : `: ${said}`}`,
    `Nothing was written to the notes. Check that \`${tool.name} list\` works in ${tool.folder}, then run this again`,
  )
}

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
