import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openRepository, type Repository } from '../../src/git/repository.ts'
import { folderWith } from '../config/folder.ts'

const open = (folder: string): Repository => {
  const repo = openRepository(folder)
  if (repo === undefined) throw new Error('No repository')
  return repo
}

function repository(files: Record<string, string>) {
  const folder = folderWith(files)
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
      cwd: folder,
      encoding: 'utf8',
    })
  git('init', '-q')
  git('add', '-A')
  git('commit', '-qm', 'first')
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return { folder, git, write, repo: open(folder) }
}

const textAt = async (repo: Repository, revision: string, name: string) =>
  repo.filesAt(await repo.commit(revision), [name]).get(name)?.text

describe('files of a git revision', () => {
  test('are read byte for byte', async () => {
    const text = '\uFEFF# a\r\nü😀\n\nno end'
    const { repo, git, write } = repository({ 'sub/a.md': text })
    write('sub/a.md', 'other')
    git('commit', '-qam', 'second')
    expect(await textAt(repo, 'HEAD~1', 'sub/a.md')).toBe(text)
    expect(await textAt(repo, 'HEAD', 'sub/a.md')).toBe('other')
    expect(await textAt(repo, 'HEAD', 'none.md')).toBeUndefined()
  })

  test('have names relative to the opened folder, with any characters', () => {
    const { folder } = repository({ 'app/ü "x".md': '1', 'app/[id]*.md': '2', 'top.md': '3' })
    const repo = open(join(folder, 'app'))
    const files = repo.filesAt('HEAD', ['ü "x".md', '[id]*.md', '../top.md', '../../outside.md', 'no.md'])
    expect([...files.keys()].toSorted()).toEqual(['../top.md', '[id]*.md', 'ü "x".md'])
  })

  test('are found even when there are too many names for one command line', async () => {
    const names = Array.from({ length: 300 }, (_, i) => `n/${i}.md`)
    const { repo } = repository(Object.fromEntries(names.map(name => [name, name])))
    expect(repo.filesAt('HEAD', names).size).toBe(300)
    expect((await repo.indexed(names)).size).toBe(300)
  })

  test('do not exist before the first commit', async () => {
    const folder = folderWith({ 'a.md': '' })
    execFileSync('git', ['init', '-q'], { cwd: folder })
    expect(open(folder).filesAt('HEAD', ['a.md'])).toEqual(new Map())
    await expect(open(folder).commit('main')).rejects.toThrow('Unknown revision: main')
  })

  test('are not confused with folders, missing files or lines of their own content', () => {
    const { repo } = repository({
      'a.md': 'x missing\n0123abcd blob 3\n',
      'dir/b.md': '',
      'c missing': '1\n',
    })
    const names = ['none.md', 'a.md', 'dir', 'dir/b.md', 'line\nbreak', 'c missing']
    const files = [...repo.filesAt('HEAD', names)].map(([name, { text }]) => [name, text])
    expect(files).toEqual([
      ['a.md', 'x missing\n0123abcd blob 3\n'],
      ['dir/b.md', ''],
      ['c missing', '1\n'],
    ])
  })
})

describe('the git index', () => {
  test('has the staged version of a file', async () => {
    const { repo, git, write } = repository({ 'a.md': '1' })
    write('a.md', '2')
    git('add', '-A')
    write('a.md', '3')
    const entry = (await repo.indexed(['a.md'])).get('a.md')
    expect(await repo.textOf(entry?.blob ?? '')).toBe('2')
    expect(entry).toMatchObject({ isUnmerged: false })
  })
})

test('untracked files are new files that git does not ignore', async () => {
  const { repo, write } = repository({ 'a.md': '1', '.gitignore': 'no/\n' })
  write('sub dir/ü "x".md', 'new')
  write('no/c.md', 'ignored')
  expect([...(await repo.untracked(['a.md', 'sub dir/ü "x".md', 'no/c.md']))]).toEqual(['sub dir/ü "x".md'])
})

test('a file with a merge conflict is unmerged in the git index', async () => {
  const { repo, git, write } = repository({ 'a.md': '1\n' })
  git('checkout', '-qb', 'other')
  write('a.md', '2\n')
  git('commit', '-qam', 'theirs')
  git('checkout', '-q', '-')
  write('a.md', '3\n')
  git('commit', '-qam', 'ours')
  expect(() => git('merge', '-q', 'other')).toThrow()
  expect((await repo.indexed(['a.md'])).get('a.md')?.isUnmerged).toBe(true)
})

describe('opening a git repository', () => {
  test.each(['--output=x', '-h', '^HEAD', 'no such', '', 'nothing-of-that-name'])(
    'refuses the revision %j',
    async revision => {
      const { repo } = repository({ 'a.md': '1' })
      await expect(repo.commit(revision)).rejects.toThrow(/revision/)
    },
  )

  test('refuses a range as a revision, with a hint', async () => {
    const { repo } = repository({ 'a.md': '1' })
    await expect(repo.commit('main..')).rejects.toThrow(
      expect.objectContaining({
        code: 'usage',
        message: '"main.." is a range, expected a single revision',
        hint: 'Use one end of it: main',
      }),
    )
  })

  test('returns undefined in a folder without a repository', () => {
    expect(openRepository(folderWith())).toBeUndefined()
  })

  test('reports that git failed when the repository is only an empty .git/HEAD', () => {
    const repo = open(folderWith({ '.git/HEAD': '' }))
    expect(() => repo.filesAt('HEAD', ['a.md'])).toThrow(/git failed/)
  })
})
