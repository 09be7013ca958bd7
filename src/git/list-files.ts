import { spawnSync } from 'node:child_process'

/** A listing of a million files fits. */
const MOST_BYTES = 256 * 1024 * 1024

/**
 * The files below a folder that git knows, and new ones that it does not ignore; undefined where there is no
 * repository or no git. At once, unlike the rest of what is asked of git: it is wanted in the middle of a check, and
 * only when something is not where it should be.
 */
export function listFiles(folder: string): readonly string[] | undefined {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate']
  // A repository can name a program that git would run here.
  const { status, stdout } = spawnSync('git', ['-c', 'core.fsmonitor=false', ...args], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: MOST_BYTES,
    stdio: ['ignore', 'pipe', 'ignore'],
    windowsHide: true,
  })
  return status === 0 ? stdout.split('\0').filter(name => name !== '') : undefined
}
