// No file of the repository may contain the path of this checkout, or of the home folder of this user.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(fileURLToPath(new URL('..', import.meta.url)))
// `/root` and `/home` alone are words that documentation may well use.
const ownPaths = [root, homedir()].filter(path => path.split(/[\\/]/).filter(Boolean).length > 1)

const { status, stdout } = spawnSync(
  'git',
  ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
  {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  },
)
if (status !== 0) {
  console.log('not a git checkout: nothing to look at')
  process.exit(0)
}

const problems = []
for (const file of stdout.split('\0').filter(Boolean)) {
  let lines
  try {
    lines = readFileSync(join(root, file), 'utf8').split('\n')
  } catch {
    continue // removed but not yet committed, or a link to a folder
  }
  lines.forEach((line, index) => {
    for (const path of ownPaths)
      if (line.includes(path)) problems.push(`${file}:${index + 1} Unexpected path of this machine: ${path}`)
  })
}
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exitCode = 1
}
