import { execFileSync } from 'node:child_process'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listFiles } from '../../src/git/git.ts'
import { folderWith } from '../config/folder.ts'
import { notes } from '../notes-cli.ts'

/** Notes that quote a renamed file, so that `verify` and `recover` ask git for all files. */
const NOTES = `# Agent Working Memory (NOTES.md)

## Blockers
- [ ] The cache is slow

## Decision Log
### 2024-01-15T10:00:00Z - A limit
**Decision**: Keep the limit
**Rationale**: Memory
**Evidence**:
- \`export const limitOfTheCache = 9_000\` [\${PROJECT_ROOT}/src/cache.ts:1]
`

/** A repository from a stranger, with a commit, a staged change and a change in the work tree. */
function repository() {
  const folder = folderWith({
    'NOTES.md': NOTES,
    'lib/cache.ts': 'export const limitOfTheCache = 9_000\n',
    '.gitattributes': '* filter=evil diff=evil merge=evil\n',
  })
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
      cwd: folder,
      encoding: 'utf8',
      stdio: 'pipe',
    })
  git('init', '-q')
  git('add', '-A')
  git('commit', '-qm', 'first')
  writeFileSync(join(folder, 'NOTES.md'), NOTES.replace('slow', 'very slow'))
  git('add', '-A')
  writeFileSync(join(folder, 'NOTES.md'), NOTES.replace('slow', 'very, very slow'))
  return { folder, git }
}

const ran = (folder: string) => readdirSync(folder).filter(name => name.startsWith('PWNED'))

const commands: readonly (readonly string[])[] = [
  ['lint'],
  ['lint', '--changed'],
  ['lint', '--since', 'HEAD'],
  ['lint', '--staged'],
  ['lint', '--fix'],
  ['verify'],
  ['recover'],
  ['status'],
  ['history'],
  ['blame'],
  ['diff', 'HEAD'],
  ['at', 'HEAD'],
  ['hook', 'SessionStart'],
]

/** With each of these settings, some git commands run another program. */
const settings: Readonly<Record<string, string>> = {
  'core.fsmonitor': 'touch PWNED-fsmonitor; false',
  'core.hooksPath': 'hooks',
  'core.pager': 'touch PWNED-pager; cat',
  'core.sshCommand': 'touch PWNED-ssh; false',
  'core.editor': 'touch PWNED-editor; false',
  'core.askPass': 'touch PWNED-askpass; false',
  'core.alternateRefsCommand': 'touch PWNED-alternates; false',
  'filter.evil.clean': 'touch PWNED-clean; cat',
  'filter.evil.smudge': 'touch PWNED-smudge; cat',
  'filter.evil.process': 'touch PWNED-process; false',
  'diff.external': 'touch PWNED-external; false',
  'diff.evil.command': 'touch PWNED-command; false',
  'diff.evil.textconv': 'touch PWNED-textconv; cat',
  'merge.evil.driver': 'touch PWNED-merge; false',
  'gpg.program': 'touch PWNED-gpg; false',
  'credential.helper': '!touch PWNED-credential; false',
  'alias.ls-files': '!touch PWNED-alias',
  'alias.diff': '!touch PWNED-alias',
}

describe.skipIf(process.platform === 'win32')('git started by notes', () => {
  test.each(commands.map(args => [args.join(' '), args] as const))(
    'runs no command from the repository configuration in notes %s',
    (_, args) => {
      const { folder, git } = repository()
      for (const [name, value] of Object.entries(settings)) git('config', name, value)
      const { code, stderr } = notes(args, { cwd: folder })
      expect(ran(folder)).toEqual([])
      expect(stderr).toBe('')
      expect(code).toBeLessThan(2)
    },
  )

  test('is never a program named git in the project', () => {
    const { folder } = repository()
    writeFileSync(join(folder, 'git'), '#!/bin/sh\ntouch PWNED-git\n', { mode: 0o755 })
    for (const args of commands) notes(args, { cwd: folder, env: { PATH: `.:${process.env.PATH}` } })
    expect(ran(folder)).toEqual([])
  })

  test('runs no command from a configuration that the repository includes', () => {
    const { folder, git } = repository()
    writeFileSync(join(folder, 'more'), '[core]\n\tfsmonitor = "touch PWNED-include; false"\n')
    git('config', 'include.path', '../more')
    for (const args of commands) notes(args, { cwd: folder })
    expect(ran(folder)).toEqual([])
  })

  test('does not fetch an object that a partial clone lacks', () => {
    const { folder, git } = repository()
    const blob = git('rev-parse', 'HEAD:NOTES.md').trim()
    for (const [name, value] of [
      ['core.repositoryFormatVersion', '1'],
      ['extensions.partialClone', 'evil'],
      ['remote.evil.promisor', 'true'],
      ['remote.evil.url', 'ext::sh -c touch% PWNED-transport'],
      ['protocol.allow', 'always'],
      ['protocol.ext.allow', 'always'],
    ] as const)
      git('config', name, value)
    rmSync(join(folder, '.git/objects', blob.slice(0, 2), blob.slice(2)))
    for (const args of commands) notes(args, { cwd: folder })
    expect(ran(folder)).toEqual([])
  })

  test('ignores a `core.worktree` that points elsewhere', () => {
    const { folder, git } = repository()
    const elsewhere = folderWith({ 'private/cache.ts': 'export const limitOfTheCache = 9_000\n' })
    git('config', 'core.worktree', elsewhere)
    expect(listFiles(folder)).toEqual(['.gitattributes', 'NOTES.md', 'lib/cache.ts'])
  })
})

test('plain git does run commands with the settings of these tests, so that the tests can fail', () => {
  const { folder, git } = repository()
  for (const [name, value] of Object.entries(settings)) git('config', name, value)
  for (const command of [['status'], ['add', '--renormalize', '.']]) {
    try {
      git(...command)
    } catch {
      // The filter fails, as intended.
    }
  }
  expect(ran(folder)).toContain('PWNED-fsmonitor')
  expect(ran(folder)).toContain('PWNED-process')
})
