import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderWith } from '../config/folder.ts'
import { notes } from '../notes-cli.ts'

const LOG = `# Agent Working Memory (NOTES.md)

## Session Continuity Log
| Timestamp | Agent | Summary |
|-----------|-------|---------|
| 2024-01-15T10:00:00Z | claude | First |
| 2024-01-16T10:00:00Z | claude | Second |
`
const WITHOUT_SECOND = LOG.replace(/^.*Second.*\n/m, '')
const CONFLICT = `${LOG}<<<<<<< HEAD\n=======\n>>>>>>> other\n`

function project(files: Record<string, string>, { commits = true } = {}) {
  const cwd = folderWith(files)
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
      cwd,
      encoding: 'utf8',
    })
  git('init', '-q')
  if (commits) {
    git('add', '-A')
    git('commit', '-qm', 'first')
  }
  const lint = (...args: string[]) => notes(['lint', '--json', ...args], { cwd })
  /** The rules that reported findings, by file. */
  const found = (...args: string[]): Record<string, string[]> => {
    const { stdout, stderr } = lint(...args)
    expect(stderr).toBe('')
    const { files } = JSON.parse(stdout) as { files: { path: string; findings: { rule: string }[] }[] }
    return Object.fromEntries(files.map(({ path, findings }) => [path, findings.map(({ rule }) => rule)]))
  }
  const write = (name: string, text: string) => writeFileSync(join(cwd, name), text)
  return { cwd, git, lint, found, write }
}

const SELECTIONS = [['--changed'], ['--since', 'HEAD'], ['--staged']]

describe('lint in a root below the git top level', () => {
  test.each(SELECTIONS.map(options => [options.join(' '), options] as const))(
    'compares the notes file with its history for %s',
    (_, selection) => {
      const { found, git, write } = project({ 'notes.config.json': '{"root":"app"}', 'app/NOTES.md': LOG })
      expect(found(...selection)).toEqual({})
      write('app/NOTES.md', WITHOUT_SECOND)
      git('add', '-A')
      expect(found(...selection)['NOTES.md']).toContain('log-append-only')
    },
  )

  test('checks the append-only rules without --changed', () => {
    const { found, write } = project({ 'notes.config.json': '{"root":"app"}', 'app/NOTES.md': LOG })
    write('app/NOTES.md', WITHOUT_SECOND)
    expect(found()['NOTES.md']).toContain('log-append-only')
  })
})

describe('before the first commit', () => {
  test.each([['--changed'], ['--staged']])('lint %s treats every file as new', selection => {
    const { found, git } = project({ 'NOTES.md': LOG }, { commits: false })
    git('add', '-A')
    expect(Object.keys(found(selection))).toEqual(['NOTES.md'])
  })
})

describe('lint --changed', () => {
  test('skips files outside a sparse checkout, as --since and --staged do', () => {
    const { cwd, found, git } = project({ 'NOTES.md': LOG, 'a.md': '' })
    git('update-index', '--skip-worktree', 'NOTES.md')
    rmSync(join(cwd, 'NOTES.md'))
    for (const selection of SELECTIONS) expect(found(...selection)).toEqual({})
  })

  test('skips files that git ignores', () => {
    const { found, write } = project({ 'NOTES.md': LOG, '.gitignore': 'no.md\n' })
    write('no.md', LOG)
    expect(found('--changed', 'no.md', 'NOTES.md')).toEqual({})
  })

  test('skips files that differ only in line endings, as core.autocrlf leaves them', () => {
    const { found, write } = project({ 'NOTES.md': LOG })
    write('NOTES.md', LOG.replaceAll('\n', '\r\n'))
    expect(found('--changed')).toEqual({})
  })

  test('lints untracked files', () => {
    const { found, write } = project({ 'NOTES.md': LOG })
    write('new.md', LOG)
    expect(Object.keys(found('--changed', '*.md'))).toEqual(['new.md'])
  })
})

describe('lint --staged', () => {
  test('finds a conflict in the index that the work tree no longer has', () => {
    const { found, git, write } = project({ 'NOTES.md': LOG })
    write('NOTES.md', CONFLICT)
    git('add', '-A')
    write('NOTES.md', LOG)
    expect(found('--staged')['NOTES.md']).toContain('conflict-marker')
    expect(found('--changed')).toEqual({})
  })

  test('ignores changes that are only in the work tree', () => {
    const { found, git, write } = project({ 'NOTES.md': LOG })
    write('NOTES.md', `${LOG}\n`)
    git('add', '-A')
    write('NOTES.md', CONFLICT)
    expect(found('--staged')).toEqual({ 'NOTES.md': [] })
  })

  test('reads the separate index of git commit -a', () => {
    const { cwd, git, write } = project({ 'NOTES.md': LOG })
    write('NOTES.md', CONFLICT)
    execFileSync('cp', ['.git/index', '.git/next-index'], { cwd })
    execFileSync('git', ['add', '-A'], { cwd, env: { ...process.env, GIT_INDEX_FILE: '.git/next-index' } })
    git('status')
    const { code } = notes(['lint', '--staged'], { cwd, env: { GIT_INDEX_FILE: '.git/next-index' } })
    expect(code).toBe(1)
  })

  test('refuses --fix', () => {
    const { cwd, lint, git, write } = project({ 'NOTES.md': LOG })
    write('NOTES.md', CONFLICT)
    git('add', '-A')
    const { code, stderr } = lint('--staged', '--fix')
    expect(code).toBe(2)
    expect(stderr).toContain('--staged cannot be combined with --fix')
    expect(readFileSync(join(cwd, 'NOTES.md'), 'utf8')).toBe(CONFLICT)
  })
})

describe('lint compared with git', () => {
  test('refuses a range for --since and suggests its start', () => {
    const { code, stderr } = project({ 'NOTES.md': LOG }).lint('--since', 'main..')
    expect(code).toBe(2)
    expect(stderr).toContain('is a range')
    expect(stderr).toContain('Use one end of it: main')
  })

  test('refuses a file in a submodule for --changed and suggests --root', () => {
    const { cwd, lint } = project({ 'NOTES.md': LOG })
    const sub = join(cwd, 'sub')
    execFileSync('git', ['init', '-q', sub])
    writeFileSync(join(sub, 'NOTES.md'), LOG)
    const { code, stderr } = lint('--changed', 'sub/NOTES.md')
    expect(code).toBe(2)
    expect(stderr).toContain('sub/NOTES.md is in another repository: sub')
    expect(stderr).toContain('notes --root sub lint')
    const { code: hint } = notes(['--root', 'sub', 'lint', '--changed'], { cwd })
    expect(hint).toBeLessThan(2)
  })

  test.skipIf(process.getuid?.() !== 0)(
    'refuses the repository of another user for --changed, but not without it',
    () => {
      const { cwd, lint, found, write } = project({ 'NOTES.md': LOG })
      write('NOTES.md', WITHOUT_SECOND)
      execFileSync('chown', ['-R', '12345', cwd])
      const { code, stderr } = lint('--changed')
      expect(code).toBe(2)
      expect(stderr).toContain('it belongs to another user')
      expect(stderr).toContain('safe.directory')
      expect(found()['NOTES.md']).not.toContain('log-append-only')
    },
  )

  test('reports for --changed that there is no git repository', () => {
    const { stderr } = notes(['lint', '--changed'], { cwd: folderWith({ 'NOTES.md': LOG }) })
    expect(stderr).toContain('Not in a git repository')
  })
})
