import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
export const bin: string = fileURLToPath(new URL('../dist/notes.cjs', import.meta.url))

// Builds dist/ once per test file, without checking types; 30 ms when dist/ is up to date.
const build = spawnSync(process.execPath, ['.config/build.mjs', '--no-types'], {
  cwd: root,
  encoding: 'utf8',
})
if (build.status !== 0) throw new Error(`dist/ could not be built:\n${build.stderr}`)

/** Variables that a terminal, a CI or this project's own hooks may set, hidden from tests. */
const foreign = [
  'NODE_EXTRA_CA_CERTS',
  'CLAUDE_PROJECT_DIR',
  'NO_COLOR',
  'FORCE_COLOR',
  'COLUMNS',
  'NODE_OPTIONS',
]
/** Kept slices, the hook log and the register of pads of this test file, apart from those of the real user. */
const user = mkdtempSync(join(tmpdir(), 'notes-user-'))
afterAll(() => rmSync(user, { recursive: true, force: true }))
export const cacheFolder: string = join(user, 'cache/notesmd')
export const stateFolder: string = join(user, 'state/notesmd')

export const environment: Record<string, string | undefined> = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !foreign.includes(name) && !name.startsWith('NOTES_')),
  ),
  XDG_CACHE_HOME: join(user, 'cache'),
  XDG_STATE_HOME: join(user, 'state'),
}

/** Runs the built `notes` as a user would: `notes(['show', '--json'], { cwd })`. */
export function notes(
  args: readonly string[],
  { cwd, env = {}, input = '' }: { cwd: string; env?: Record<string, string>; input?: string | Uint8Array },
): { code: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [bin, ...args], {
    cwd,
    env: { ...environment, ...env },
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  if (error) throw error
  return { code: status, stdout, stderr }
}
