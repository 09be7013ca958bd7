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

/** What is not a notes file is told by a look at it: reading would wait for ever, or for a minute. */
test.runIf(process.platform === 'linux').each<readonly [string, (path: string) => void, string]>([
  ['a pipe', path => execFileSync('mkfifo', [path]), 'is not a regular file'],
  [
    'of 5 GiB',
    path => {
      writeFileSync(path, '')
      truncateSync(path, 5 * 2 ** 30)
    },
    'is 5120 MiB, more than the limit of 512 MiB',
  ],
])(
  'a notes file that is %s is refused before it is read',
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
