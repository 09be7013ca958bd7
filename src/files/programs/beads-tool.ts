import { dirname, join, parse } from 'node:path'
import { NotesError } from '../../error.ts'
import { isFolder, namesIn, walkUp } from '../read/look.ts'
import { readSmall } from '../read/read-for-hook.ts'
import type { Environment } from '../user/user-folder.ts'
import { type Ended, onPath, runProgram, shellWord } from './programs.ts'

/** The program that manages the beads of a project, and the folder to run it in. */
export interface BeadsTool {
  readonly name: 'bd' | 'br'
  readonly program: string
  readonly folder: string
  /** The effective `.beads` folder, after following a redirect. */
  readonly place: string
  readonly env: Environment
}

/** Enough for a listing of a hundred thousand beads. */
const MAX_BYTES = 256 * 1024 * 1024
/** The first command in a cold Dolt workspace took 5.5 s when measured. */
const PATIENCE_MS = 60_000

/** Runs bd or br with an argument list, never through a shell, and waits for it. */
export function runBeads(
  { program, folder, env }: BeadsTool,
  args: readonly string[],
  timeout: number = PATIENCE_MS,
): Ended {
  const ended = runProgram(program, args, { cwd: folder, env, timeout, maxBytes: MAX_BYTES })
  return { ...ended, stderr: ended.stderr || (ended.error?.message ?? '') }
}

/** The command as a person would type it. */
export const asTyped = ({ name }: Pick<BeadsTool, 'name'>, args: readonly string[]): string =>
  [name, ...args]
    .map(word => (/^--[a-z-]+(?:=[\w@%+:,./-]+)?$/.test(word) ? word : shellWord(word)))
    .join(' ')

/** The folder that holds the project's `.beads`; undefined when there is none. */
export const beadsFolder = (root: string, env: Environment): string | undefined =>
  env.BEADS_DIR ? dirname(env.BEADS_DIR) : walkUp(root, '.beads')

/**
 * Picks the tool by the storage of the workspace: bd 0.51 and later migrates a SQLite workspace to Dolt without
 * asking. Throws when there is no workspace, or no program on the PATH that may safely open it.
 */
export function findBeads(root: string, env: Environment, timeout?: number): BeadsTool {
  const folder = beadsFolder(root, env)
  if (folder === undefined)
    throw new NotesError(
      'unreadable',
      'No Beads workspace found',
      'Start one with `bd init` or `br init`; without one, `--export` alone prints the beads',
    )
  const place = redirected(env.BEADS_DIR || join(folder, '.beads'))
  const isDolt = keptInDolt(place)
  const own = { folder, place, env: quiet(env) }
  const bd = isDolt || !isOfBr(place) ? onPath('bd', env) : undefined
  if (bd !== undefined) {
    const tool = { ...own, name: 'bd', program: bd } as const
    const version = versionOf(tool, timeout)
    if (version !== undefined && isDolt === version >= FIRST_DOLT) return tool
  }
  const br = onPath('br', env)
  if (br !== undefined && !isDolt) return { ...own, name: 'br', program: br }
  throw new NotesError(
    'unreadable',
    isDolt
      ? 'This Beads workspace is kept in Dolt, but no bd 0.51 or later is on the PATH'
      : 'This Beads workspace is kept in SQLite, but neither br nor a bd before 0.51 is on the PATH',
    isDolt
      ? 'Install bd: https://github.com/steveyegge/beads'
      : 'Install br, or bd 0.47. A later bd would migrate the workspace; that step is yours to take',
  )
}

const DOLT_FOLDERS = ['embeddeddolt', 'dolt', 'proxieddb']

/**
 * Does the workspace have a database on this machine? Without one, as in a fresh clone, even `show` would create a
 * database and find nothing in it.
 */
export const hasDatabase = ({ place }: BeadsTool): boolean =>
  namesIn(place).some(name => name.endsWith('.db') || DOLT_FOLDERS.includes(name))

/** Does the JSONL file that git tracks contain a bead that the database may not have yet? */
export const isInJsonl = ({ place }: BeadsTool, id: string): boolean =>
  ['issues.jsonl', 'beads.jsonl'].some(name =>
    [`"id":"${id}"`, `"id": "${id}"`].some(part => read(join(place, name), MAX_BYTES).includes(part)),
  )

/** The first bd that uses Dolt, as a comparable number: 0.51 is 51, 1.0 is 1000. */
const FIRST_DOLT = 51

function versionOf(tool: BeadsTool, timeout?: number): number | undefined {
  // Runs outside the workspace: inside, a newer bd would open it to look for migrations.
  const away = { ...tool, folder: parse(tool.program).root, env: { ...tool.env, BEADS_DIR: undefined } }
  const ask = (word: string) => runBeads(away, [word], timeout)
  const first = ask('--version')
  // Outside a workspace, bd 0.24 answers only the command `version`, not the option.
  const { stdout } = first.status === 1 ? ask('version') : first
  const [, major, minor] = /(\d+)\.(\d+)\.\d+/.exec(stdout) ?? []
  return minor === undefined ? undefined : Number(major) * 1000 + Number(minor)
}

/** br leaves files beside the database that bd does not create. */
const isOfBr = (place: string): boolean =>
  namesIn(place).some(name => name.startsWith('.br') || name.includes('fsqlite'))

function keptInDolt(place: string): boolean {
  if (DOLT_FOLDERS.some(name => isFolder(join(place, name)))) return true
  return /"backend"\s*:\s*"dolt"/.test(read(join(place, 'metadata.json')))
}

/** A git worktree can redirect to the `.beads` of another worktree. */
function redirected(beads: string): string {
  const target = read(join(beads, 'redirect')).trim()
  return target === '' ? beads : join(dirname(beads), target)
}

/** These files come with a clone: one could link to a device or be too large to read. */
const read = (path: string, maxBytes = 100_000): string => readSmall(path, maxBytes) ?? ''

/** Turns off the daemon, metrics and the JSON envelope. */
const quiet = (env: Environment): Environment => ({
  ...env,
  BD_JSON_ENVELOPE: undefined,
  BEADS_NO_DAEMON: '1',
  BD_DISABLE_METRICS: '1',
  DO_NOT_TRACK: '1',
  NO_COLOR: '1',
  RUST_LOG: 'error',
})
