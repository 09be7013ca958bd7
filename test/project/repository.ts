import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openProject } from '../../src/project/open.ts'
import { folderWith } from '../config/folder.ts'
import { notes } from '../notes-cli.ts'

/** Creates a repository with a notes file. Its commits are a day apart, and the first is from 2026-01-01. */
export function repository(text: string, { file = 'NOTES.md', root = '.' } = {}) {
  const top = folderWith()
  const cwd = join(top, root)
  let day = 0
  const git = (...args: string[]): string => {
    const at = `2026-01-${String(Math.max(1, day)).padStart(2, '0')}T12:00:00Z`
    const env = {
      ...process.env,
      GIT_AUTHOR_DATE: at,
      GIT_COMMITTER_DATE: at,
      GIT_CONFIG_GLOBAL: '/dev/null',
    }
    return execFileSync('git', args, { cwd: top, env, encoding: 'utf8', stdio: 'pipe' })
  }
  git('init', '-q', '-b', 'main')
  git('config', 'user.name', 'Ada')
  git('config', 'user.email', 'ada@example.org')
  const write = (content: string | Uint8Array, name = file): void => {
    mkdirSync(dirname(join(cwd, name)), { recursive: true })
    writeFileSync(join(cwd, name), content)
  }
  const read = (name = file): string => readFileSync(join(cwd, name), 'utf8')
  const edit = (from: string, to: string, name = file): void =>
    write(
      read(name).replace(from, () => to),
      name,
    )
  const commit = (subject: string): string => {
    day++
    git('add', '-A')
    git('commit', '-q', '--allow-empty', '-m', subject)
    return git('rev-parse', 'HEAD').trim()
  }
  const run = (...args: string[]) => notes(args, { cwd })
  const open = (name?: string) => openProject({ cwd }, name === undefined ? {} : { file: name })
  write(text)
  commit('first')
  return { top, cwd, git, write, read, edit, commit, run, open }
}
