import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { checkClaim } from '../../src/evidence/check.ts'
import type { Claim } from '../../src/evidence/states.ts'
import { parseLocator } from '../../src/notes/text/locator.ts'
import { parseTimestamp } from '../../src/notes/text/timestamp.ts'
import { projectCode } from '../../src/project/evidence/code.ts'
import { folderWith } from '../config/folder.ts'

export const CODE = `import { now } from './clock'

export function first(token: Token): boolean {
  if (token.isOld) return false
  return check(token)
}

export function second(token: Token): boolean {
  if (token.isOld) return false
  return refresh(token)
}
`
export const TAKEN = '2024-01-01T12:00:00Z'

/** Creates a repository with commits a day apart, from 2024-01-01 on; `inside` is the folder of the project in it. */
export function repository(inside = '.') {
  const top = folderWith()
  const root = join(top, inside)
  mkdirSync(root, { recursive: true })
  let day = 0
  const git = (...args: string[]): string => {
    const at = `2024-01-${String(day).padStart(2, '0')}T00:00:00Z`
    const env = { ...process.env, GIT_AUTHOR_DATE: at, GIT_COMMITTER_DATE: at }
    const who = ['-c', 'user.name=a', '-c', 'user.email=a@b.c']
    return execFileSync('git', [...who, ...args], { cwd: top, env, encoding: 'utf8', stdio: 'pipe' })
  }
  git('init', '-q')
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const commit = (): void => {
    day++
    git('add', '-A')
    git('commit', '-q', '-m', `day ${day}`)
  }
  const edit = (path: string, from: string, to: string): void =>
    write(path, readFileSync(join(root, path), 'utf8').replace(from, to))
  const check = (quote: string, place: string, more: Partial<Claim> = {}) =>
    checkClaim({ quote, locator: parseLocator(place), at: parseTimestamp(TAKEN), ...more }, projectCode(root))
  write('src/a.ts', CODE)
  commit()
  return { top, root, git, write, commit, edit, check }
}

export const at = (line: number, to = line) => ({ from: line, to })
export const movedTo = (path: string, line: number) => ({
  state: 'moved',
  to: { path, lines: at(line) },
  certain: true,
})
export const OLD = 'if (token.isOld) return false'
