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
  /** Rules that found something, by file. */
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

describe('a root below the top of git', () => {
  test.each(SELECTIONS.map(options => [options.join(' '), options] as const))(
    'is compared with its history by lint %s',
    (_, selection) => {
      const { found, git, write } = project({ 'notes.config.json': '{"root":"app"}', 'app/NOTES.md': LOG })
      expect(found(...selection)).toEqual({})
      write('app/NOTES.md', WITHOUT_SECOND)
      git('add', '-A')
      expect(found(...selection)['NOTES.md']).toContain('log-append-only')
    },
  )

  test('has its append-only rules checked by a plain lint', () => {
    const { found, write } = project({ 'notes.config.json': '{"root":"app"}', 'app/NOTES.md': LOG })
    write('app/NOTES.md', WITHOUT_SECOND)
    expect(found()['NOTES.md']).toContain('log-append-only')
  })
})

describe('before the first commit', () => {
  test.each([['--changed'], ['--staged']])('everything is new to lint %s', selection => {
    const { found, git } = project({ 'NOTES.md': LOG }, { commits: false })
    git('add', '-A')
    expect(Object.keys(found(selection))).toEqual(['NOTES.md'])
  })
})

describe('files that lint --changed leaves out', () => {
  test('outside of a sparse checkout', () => {
    const { cwd, found, git } = project({ 'NOTES.md': LOG, 'a.md': '' })
    git('update-index', '--skip-worktree', 'NOTES.md')
    rmSync(join(cwd, 'NOTES.md'))
    for (const selection of SELECTIONS) expect(found(...selection)).toEqual({})
  })

  test('ignored ones', () => {
    const { found, write } = project({ 'NOTES.md': LOG, '.gitignore': 'no.md\n' })
    write('no.md', LOG)
    expect(found('--changed', 'no.md', 'NOTES.md')).toEqual({})
  })

  test('those that only have other line ends, as `core.autocrlf` makes them', () => {
    const { found, write } = project({ 'NOTES.md': LOG })
    write('NOTES.md', LOG.replaceAll('\n', '\r\n'))
    expect(found('--changed')).toEqual({})
  })

  test('but new ones are looked at', () => {
    const { found, write } = project({ 'NOTES.md': LOG })
    write('new.md', LOG)
    expect(Object.keys(found('--changed', '*.md'))).toEqual(['new.md'])
  })
})

describe('lint --staged reads the index', () => {
  test('and finds a conflict that the work tree does not have any more', () => {
    const { found, git, write } = project({ 'NOTES.md': LOG })
    write('NOTES.md', CONFLICT)
    git('add', '-A')
    write('NOTES.md', LOG)
    expect(found('--staged')['NOTES.md']).toContain('conflict-marker')
    expect(found('--changed')).toEqual({})
  })

  test('not what is only in the work tree', () => {
    const { found, git, write } = project({ 'NOTES.md': LOG })
    write('NOTES.md', `${LOG}\n`)
    git('add', '-A')
    write('NOTES.md', CONFLICT)
    expect(found('--staged')).toEqual({ 'NOTES.md': [] })
  })

  test('of a `git commit -a` too, which has an index of its own', () => {
    const { cwd, git, write } = project({ 'NOTES.md': LOG })
    write('NOTES.md', CONFLICT)
    execFileSync('cp', ['.git/index', '.git/next-index'], { cwd })
    execFileSync('git', ['add', '-A'], { cwd, env: { ...process.env, GIT_INDEX_FILE: '.git/next-index' } })
    git('status')
    const { code } = notes(['lint', '--staged'], { cwd, env: { GIT_INDEX_FILE: '.git/next-index' } })
    expect(code).toBe(1)
  })

  test('and does not go together with --fix', () => {
    const { cwd, lint, git, write } = project({ 'NOTES.md': LOG })
    write('NOTES.md', CONFLICT)
    git('add', '-A')
    const { code, stderr } = lint('--staged', '--fix')
    expect(code).toBe(2)
    expect(stderr).toContain('--staged reads the index, and --fix writes files')
    expect(readFileSync(join(cwd, 'NOTES.md'), 'utf8')).toBe(CONFLICT)
  })
})

describe('what cannot be compared is refused', () => {
  test('a range', () => {
    const { code, stderr } = project({ 'NOTES.md': LOG }).lint('--since', 'main..')
    expect(code).toBe(2)
    expect(stderr).toContain('is a range')
    expect(stderr).toContain('--since main')
  })

  test('a file in a submodule', () => {
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
    'a repository of another user, whose history is no reason to fail either',
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

  test('files outside of any repository', () => {
    const { stderr } = notes(['lint', '--changed'], { cwd: folderWith({ 'NOTES.md': LOG }) })
    expect(stderr).toContain('Not in a git repository')
  })
})
