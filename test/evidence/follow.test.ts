import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkClaim } from '../../src/evidence/check.ts'
import { parseLocator } from '../../src/notes/text/locator.ts'
import { parseTimestamp } from '../../src/notes/text/timestamp.ts'
import { projectCode } from '../../src/project/evidence/code.ts'
import { folderWith } from '../config/folder.ts'
import { at, CODE, movedTo, OLD, repository, TAKEN } from './repository.ts'

test('a quote with a copy in its file is followed to its own line when lines are added above', () => {
  const { edit, commit, check } = repository()
  edit('src/a.ts', 'import', '// one\n// two\n// three\n// four\n// five\nimport')
  commit()
  // Line 9 has the words now, but they are those of the other function.
  expect(check(OLD, 'src/a.ts:9')).toMatchObject(movedTo('src/a.ts', 14))
  expect(check(OLD, 'src/a.ts:4')).toMatchObject(movedTo('src/a.ts', 9))
})

test('a quote is followed through a rename, and uncommitted edits after it', () => {
  const { root, git, edit, commit, check } = repository()
  git('mv', 'src/a.ts', 'src/b.ts')
  commit()
  edit('src/b.ts', 'import', '// new\nimport')
  expect(check('return check(token)', 'src/a.ts:5')).toMatchObject(movedTo('src/b.ts', 6))
  mkdirSync(join(root, 'lib'))
  renameSync(join(root, 'src/b.ts'), join(root, 'lib/b.ts'))
  expect(check('return check(token)', 'src/a.ts:5')).toMatchObject({
    state: 'moved',
    to: { path: 'lib/b.ts' },
  })
})

test('a quote is followed through an uncommitted rename of its file', () => {
  const { root, write, commit, check } = repository()
  write('src/copy.ts', CODE)
  commit()
  mkdirSync(join(root, 'lib'))
  renameSync(join(root, 'src/a.ts'), join(root, 'lib/b.ts'))
  // The words are in the new file twice, and in a copy that is older than the rename.
  expect(check(OLD, 'src/a.ts:9')).toMatchObject(movedTo('lib/b.ts', 9))
  write('lib/c.ts', CODE)
  expect(check(OLD, 'src/a.ts:9')).not.toMatchObject({ state: 'moved', certain: true })
})

test('a quote is followed through a rename in a merged branch', () => {
  const { git, edit, commit, check } = repository()
  git('checkout', '-q', '-b', 'branch')
  git('mv', 'src/a.ts', 'src/b.ts')
  commit()
  git('checkout', '-q', '-')
  edit('src/a.ts', 'import', '// new\nimport')
  commit()
  git('merge', '-q', '--no-ff', 'branch')
  edit('src/b.ts', 'import', '// newer\nimport')
  commit()
  expect(check(OLD, 'src/a.ts:9')).toMatchObject(movedTo('src/b.ts', 11))
})

test('a quote is followed into another file when its function moves there', () => {
  const { write, commit, check } = repository()
  const [head = '', tail = ''] = CODE.split('export function second')
  write('src/a.ts', head)
  write('src/second.ts', `export function second${tail}`)
  commit()
  expect(check(OLD, 'src/a.ts:9')).toMatchObject(movedTo('src/second.ts', 2))
})

test.each([
  ['commented out', 'return check(token)', '// return check(token)'],
  ['put into a comment', 'return check(token)', '/* return check(token) */'],
  ['commented out with lines around it', '  return check(token)', '/*\n  return check(token)\n*/'],
  ['negated', 'return check(token)', 'return !check(token)'],
  ['longer by an operand', 'return check(token)', 'return check(token) || true'],
  ['another call', 'return check(token)', 'return checkAll(token)'],
  ['put behind a condition', 'return check(token)', 'if (false) return check(token)'],
  ['put behind an operator', 'return check(token)', 'isDev || return check(token)'],
  ['put behind a condition with a colon', 'return check(token)', 'if is_dev: return check(token)'],
  ['put behind another statement', 'return check(token)', 'return; return check(token)'],
  ['followed by another statement', 'return check(token)', 'return check(token); return true'],
])('a line that is %s has changed', (_, from, to) => {
  const { edit, commit, check } = repository()
  edit('src/a.ts', from, to)
  commit()
  expect(check('return check(token)', 'src/a.ts:5').state).toBe('changed')
})

test('a quoted part of a line has changed when it is negated or commented out', () => {
  const { edit, check } = repository()
  edit('src/a.ts', 'check(token)', '!check(token)')
  expect(check('check(token)', 'src/a.ts:5').state).toBe('changed')
  edit('src/a.ts', 'return !check(token)', '// return check(token)')
  expect(check('check(token)', 'src/a.ts:5').state).toBe('changed')
})

test('a quoted part of a line holds behind the condition that it was taken with', () => {
  const { edit, commit, check } = repository()
  edit('src/a.ts', 'return check(token)', 'if (token.isNew) return check(token); else stop()')
  commit()
  const taken = { at: parseTimestamp('2024-01-03T12:00:00Z') }
  expect(check('return check(token);', 'src/a.ts:5', taken).state).toBe('ok')
  edit('src/a.ts', 'else stop()', 'else throw stop()')
  expect(check('return check(token);', 'src/a.ts:5', taken).state).toBe('ok')
})

test.each([
  ['a trailing comment', 'return check(token)', 'return check(token) // for now'],
  ['a semicolon', 'return check(token)', 'return check(token);'],
  ['other indentation', '  return check(token)', '      return check(token)'],
  ['line breaks', 'return check(token)', 'return check(\n    token,\n  )'],
])('a line with %s still holds its quote', (_, from, to) => {
  const { edit, commit, check } = repository()
  edit('src/a.ts', from, to)
  commit()
  expect(check('return check(token)', 'src/a.ts:5').state).toBe('ok')
})

test('a deleted line is gone, even if copies of it exist elsewhere', () => {
  const { edit, commit, check } = repository()
  edit('src/a.ts', `  ${OLD}\n`, '')
  commit()
  expect(check(OLD, 'src/a.ts:4')).toEqual({ state: 'gone', path: 'src/a.ts' })
})

test('a quote of code that was committed later is followed from that commit', () => {
  const { write, edit, commit, check } = repository()
  write('README', 'later')
  commit()
  write('src/late.ts', CODE)
  commit()
  edit('src/late.ts', 'import', '// new\nimport')
  commit()
  expect(check(OLD, 'src/late.ts:4')).toMatchObject(movedTo('src/late.ts', 5))
})

test('a quote is followed in a project below the top of its repository', () => {
  const { edit, commit, check } = repository('packages/auth')
  edit('src/a.ts', 'import', '// new\nimport')
  commit()
  expect(check(OLD, 'src/a.ts:9')).toMatchObject(movedTo('src/a.ts', 10))
})

test('a reference holds while its lines are the same as on the day it was verified', () => {
  const { edit, commit, check } = repository()
  const reference = { isReference: true, quote: undefined }
  expect(check('', 'src/a.ts:8-11', reference).state).toBe('ok')
  edit('src/a.ts', 'import', '// new\nimport')
  commit()
  expect(check('', 'src/a.ts:8-11', reference)).toMatchObject({ state: 'moved', to: { lines: at(9, 12) } })
  edit('src/a.ts', 'refresh(token)', 'refresh(token, true)')
  expect(check('', 'src/a.ts:8-11', reference).state).toBe('changed')
})

test('a quote is checked in a shallow clone with the history that the clone has', () => {
  const { top, edit, commit } = repository()
  edit('src/a.ts', 'import', '// new\nimport')
  commit()
  const clone = folderWith()
  rmSync(clone, { recursive: true })
  execFileSync('git', ['clone', '-q', '--depth=1', `file://${top}`, clone], { stdio: 'pipe' })
  const claim = {
    quote: 'return check(token)',
    locator: parseLocator('src/a.ts:5'),
    at: parseTimestamp(TAKEN),
  }
  expect(checkClaim(claim, projectCode(clone))).toMatchObject({ state: 'moved', to: { lines: at(6) } })
})

test('git is not asked about a quote that is at its place and nowhere else in its file', () => {
  const { root } = repository()
  const code = projectCode(root)
  const history = () => {
    throw new Error('git was asked')
  }
  const claim = { quote: 'return check(token)', locator: parseLocator('${PROJECT_ROOT}/src/a.ts:5') }
  expect(checkClaim({ ...claim, at: parseTimestamp(TAKEN) }, { ...code, history }).state).toBe('ok')
})

test('the git configuration of a repository neither runs programs nor changes the state of a quote', () => {
  const { root, git, edit, write, check } = repository()
  const touched = join(folderWith(), 'touched')
  write('.gitattributes', '*.ts diff=x filter=f\n')
  for (const key of [
    'diff.external',
    'core.fsmonitor',
    'diff.x.textconv',
    'diff.x.command',
    'core.pager',
    'gpg.program',
  ])
    git('config', key, `touch ${touched}; cat`)
  for (const [key, value] of Object.entries({
    'diff.noprefix': 'true',
    'diff.relative': 'true',
    'diff.renames': 'false',
    'log.follow': 'true',
    'log.showSignature': 'true',
    'log.diffMerges': 'off',
    'color.ui': 'always',
  }))
    git('config', key, value)
  git('-c', 'core.fsmonitor=false', 'mv', 'src/a.ts', 'src/b.ts')
  git('-c', 'core.fsmonitor=false', 'commit', '-q', '-m', 'renamed')
  edit('src/b.ts', 'import', '// new\nimport')
  rmSync(touched, { force: true })
  git('config', 'filter.f.clean', `touch ${touched}; cat`)
  expect(check(OLD, 'src/a.ts:9')).toMatchObject(movedTo('src/b.ts', 10))
  expect([existsSync(touched), existsSync(join(root, 'src/b.ts'))]).toEqual([false, true])
})

test('a quote in a submodule is followed through the history of the submodule', () => {
  const library = repository()
  const { root, git, write, commit, check } = repository()
  git('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', library.root, 'vendor/lib')
  write('src/c.ts', 'export const own = 1\n')
  commit()
  library.git('mv', 'src/a.ts', 'src/b.ts')
  library.commit()
  library.edit('src/b.ts', 'import', '// one\n// two\n// three\n// four\n// five\nimport')
  library.commit()
  execFileSync('git', ['pull', '-q', '--ff-only'], { cwd: join(root, 'vendor/lib') })
  expect(check(OLD, 'vendor/lib/src/a.ts:9')).toMatchObject(movedTo('vendor/lib/src/b.ts', 14))
  const reference = {
    quote: '',
    locator: parseLocator('vendor/lib/src/a.ts:8-11'),
    at: parseTimestamp(TAKEN),
    isReference: true,
  }
  expect(checkClaim(reference, projectCode(root))).toMatchObject({
    state: 'moved',
    to: { path: 'vendor/lib/src/b.ts', lines: at(13, 16) },
  })
})

test('a quote is followed through the branch of a linked worktree', () => {
  const { root, git, edit, commit } = repository()
  edit('src/a.ts', 'import', '// one\nimport')
  commit()
  const linked = join(folderWith(), 'linked')
  git('worktree', 'add', '-q', linked, 'HEAD~1')
  const claim = { quote: OLD, locator: parseLocator('src/a.ts:9'), at: parseTimestamp(TAKEN) }
  expect(checkClaim(claim, projectCode(linked))).toMatchObject({ state: 'ok' })
  execFileSync('git', ['checkout', '-q', '--detach', git('rev-parse', 'HEAD').trim()], { cwd: linked })
  expect(checkClaim(claim, projectCode(linked))).toMatchObject(movedTo('src/a.ts', 10))
  expect(checkClaim(claim, projectCode(root))).toMatchObject(movedTo('src/a.ts', 10))
})

test('a quote that git had no time to follow to the end is unchecked', () => {
  const { root, edit, commit } = repository()
  edit('src/a.ts', 'import', '// one\n// two\n// three\n// four\n// five\nimport')
  commit()
  const code = projectCode(root)
  const known = code.history?.('src/a.ts')
  if (known === undefined) throw new Error('no history')
  const history = () => ({ ...known, isCut: true })
  const claim = { quote: OLD, locator: parseLocator('src/a.ts:9'), at: parseTimestamp(TAKEN) }
  expect(checkClaim(claim, { ...code, history })).toEqual({ state: 'unchecked', path: 'src/a.ts' })
  const hasNoTime = projectCode(root, undefined, () => 0)
  expect(checkClaim(claim, hasNoTime)).toEqual({ state: 'unchecked', path: 'src/a.ts' })
})

test('a quote is unchecked when git cannot read the history, as in a clone that lacks objects', () => {
  const { root, git, edit, commit, check } = repository()
  edit('src/a.ts', 'import', '// one\n// two\n// three\n// four\n// five\nimport')
  commit()
  const blob = git('rev-parse', 'HEAD:src/a.ts').trim()
  rmSync(join(root, '.git/objects', blob.slice(0, 2), blob.slice(2)), { force: true })
  expect(check(OLD, 'src/a.ts:9').state).toBe('unchecked')
})

test('quotes are compared by their words alone before the first commit', () => {
  const root = folderWith({ 'src/a.ts': CODE })
  execFileSync('git', ['init', '-q'], { cwd: root })
  const claim = { locator: parseLocator('src/a.ts:1'), at: parseTimestamp(TAKEN) }
  const state = (quote: string) => checkClaim({ ...claim, quote }, projectCode(root)).state
  expect([state('return refresh(token)'), state(OLD)]).toEqual(['moved', 'ambiguous'])
})
