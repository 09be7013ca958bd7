import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, parse } from 'node:path'
import { NotesError } from '../error.ts'
import { isFolder, walkUp } from './look.ts'
import { onPath } from './on-path.ts'
import { shellWord } from './shell-word.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The program that keeps the beads of a project, and where it is run. */
export interface BeadsTool {
  readonly name: 'bd' | 'br'
  readonly program: string
  readonly folder: string
  /** The `.beads` that counts, a redirect followed. */
  readonly place: string
  readonly env: Environment
}

export interface ToolAnswer {
  /** Null when it was stopped, or could not be started. */
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A listing of a hundred thousand beads fits. */
const MAX_BYTES = 256 * 1024 * 1024
/** The first command of a cold Dolt workspace has been measured at 5.5 s. */
const PATIENCE_MS = 60_000

/** Runs bd or br by its arguments, never through a shell, and waits for it. */
export function runBeads(
  { program, folder, env }: BeadsTool,
  args: readonly string[],
  timeout: number = PATIENCE_MS,
): ToolAnswer {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: folder,
    env,
    timeout: Math.max(1, timeout),
    killSignal: 'SIGKILL',
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: MAX_BYTES,
    windowsHide: true,
  })
  return { status, stdout: stdout ?? '', stderr: (stderr ?? '') || (error?.message ?? '') }
}

/** A command as a person would type it. */
export const asTyped = ({ name }: Pick<BeadsTool, 'name'>, args: readonly string[]): string =>
  [name, ...args]
    .map(word => (/^--[a-z-]+(?:=[\w@%+:,./-]+)?$/.test(word) ? word : shellWord(word)))
    .join(' ')

/** The folder with the `.beads` of a project; undefined when it has none. */
export const beadsFolder = (root: string, env: Environment): string | undefined =>
  env.BEADS_DIR ? dirname(env.BEADS_DIR) : walkUp(root, '.beads')

/**
 * The tool for a workspace, chosen by what the workspace is kept in, since bd 0.51 and later turn a SQLite workspace
 * into a Dolt one without asking. Throws when there is no workspace, or nothing on the PATH that may open it.
 */
export function findBeads(root: string, env: Environment, timeout?: number): BeadsTool {
  const folder = beadsFolder(root, env)
  if (folder === undefined)
    throw new NotesError(
      'not-found',
      'There is no Beads workspace here',
      'Start one with `bd init` or `br init`; without one, `notes debt --export` prints the beads',
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
      ? 'This Beads workspace is kept in Dolt, and there is no bd 0.51 or later on the PATH'
      : 'This Beads workspace is kept in SQLite, and there is neither br nor a bd before 0.51 on the PATH',
    isDolt
      ? 'Install bd: https://github.com/steveyegge/beads'
      : 'Install br, or bd 0.47; a later bd would migrate the workspace, which is for you to decide',
  )
}

const DOLT_FOLDERS = ['embeddeddolt', 'dolt', 'proxieddb']

/**
 * Has the workspace a database on this machine? Where there is none yet, as in a fresh clone, even `show` would make
 * one, and find nothing in it.
 */
export const hasDatabase = ({ place }: BeadsTool): boolean =>
  namesIn(place).some(name => name.endsWith('.db') || DOLT_FOLDERS.includes(name))

/** Does the JSONL that travels with git have a bead that the database may not have yet? */
export const isInJsonl = ({ place }: BeadsTool, id: string): boolean =>
  ['issues.jsonl', 'beads.jsonl'].some(name =>
    [`"id":"${id}"`, `"id": "${id}"`].some(part => read(join(place, name), MAX_BYTES).includes(part)),
  )

/** As a number to compare: 0.51 is 51, 1.0 is 1000. */
const FIRST_DOLT = 51

function versionOf(tool: BeadsTool, timeout?: number): number | undefined {
  // Away from the workspace, which a newer bd would open to look for migrations.
  const away = { ...tool, folder: parse(tool.program).root, env: { ...tool.env, BEADS_DIR: undefined } }
  const ask = (word: string) => runBeads(away, [word], timeout)
  const first = ask('--version')
  // Away from a workspace, bd 0.24 answers the command alone.
  const { stdout } = first.status === 1 ? ask('version') : first
  const [, major, minor] = /(\d+)\.(\d+)\.\d+/.exec(stdout) ?? []
  return minor === undefined ? undefined : Number(major) * 1000 + Number(minor)
}

/** br leaves files beside the database that bd does not know. */
const isOfBr = (place: string): boolean =>
  namesIn(place).some(name => name.startsWith('.br') || name.includes('fsqlite'))

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function keptInDolt(place: string): boolean {
  if (DOLT_FOLDERS.some(name => isFolder(join(place, name)))) return true
  return /"backend"\s*:\s*"dolt"/.test(read(join(place, 'metadata.json')))
}

/** A work tree of git can point at the `.beads` of another one. */
function redirected(beads: string): string {
  const target = read(join(beads, 'redirect')).trim()
  return target === '' ? beads : join(dirname(beads), target)
}

/** A clone brings these files along: one can be a link to a device, or too large to read. */
function read(path: string, most = 100_000): string {
  try {
    const stat = statSync(path)
    return stat.isFile() && stat.size <= most ? readFileSync(path, 'utf8') : ''
  } catch {
    return ''
  }
}

/** No daemon, no metrics, no envelope around the answers. */
const quiet = (env: Environment): Environment => ({
  ...env,
  BD_JSON_ENVELOPE: undefined,
  BEADS_NO_DAEMON: '1',
  BD_DISABLE_METRICS: '1',
  DO_NOT_TRACK: '1',
  NO_COLOR: '1',
  RUST_LOG: 'error',
})
