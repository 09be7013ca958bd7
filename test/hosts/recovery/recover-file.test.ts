import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { folderWith } from '../../config/folder.ts'
import { bin, environment } from '../../notes-cli.ts'

const FILE = 'grimoires/loa/NOTES.md'

const calls: readonly (readonly string[])[] = [
  ['hook', 'SessionStart'],
  ['recover'],
  ['recover', '--json'],
  ['recover', '--query', 'words'],
  ['recover', '--level', '3'],
]

/** Reading a pipe would block forever, and reading 5 GiB takes a minute. */
test.runIf(process.platform === 'linux').each<readonly [string, (path: string) => void, string]>([
  ['a pipe', path => execFileSync('mkfifo', [path]), 'is not a regular file'],
  [
    '5 GiB large',
    path => {
      writeFileSync(path, '')
      truncateSync(path, 5 * 2 ** 30)
    },
    'is 5120 MiB, more than the limit of 512 MiB',
  ],
])(
  'recover and hook SessionStart refuse a notes file that is %s before they read it',
  (_, make, reason) => {
    const cwd = folderWith({ '.git/HEAD': '' })
    mkdirSync(join(cwd, dirname(FILE)), { recursive: true })
    make(join(cwd, FILE))
    for (const call of calls) {
      const { stdout, stderr, error } = spawnSync(process.execPath, [bin, ...call], {
        cwd,
        env: environment,
        input: '{}',
        encoding: 'utf8',
        timeout: 60_000,
      })
      expect(error, call.join(' ')).toBeUndefined()
      expect(`${stdout}${stderr}`, call.join(' ')).toContain(reason)
    }
  },
  330_000,
)
