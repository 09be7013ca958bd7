import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openRepository } from '../../src/git/repository.ts'
import { folderWith } from '../config/folder.ts'

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
  return { folder, git, write, repo: openRepository(folder) }
}

test('changed files are those that differ, and new ones; names of any kind', async () => {
  const { repo, write } = repository({ 'a.md': '1', 'b.md': '1', '.gitignore': 'no/\n' })
  write('a.md', '2')
  write('sub dir/ü "x".md', 'new')
  write('no/c.md', 'ignored')
  expect((await repo.changedFiles('HEAD')).toSorted()).toEqual(['a.md', 'sub dir/ü "x".md'])
})

test('staged files are those in the index', async () => {
  const { repo, git, write } = repository({ 'a.md': '1', 'b.md': '1' })
  write('a.md', '2')
  write('b.md', '2')
  git('add', 'b.md')
  expect(await repo.stagedFiles()).toEqual(['b.md'])
})

test('a text as it was in a revision, byte for byte', async () => {
  const text = '\uFEFF# a\r\nü😀\n\nno end'
  const { repo, git, write } = repository({ 'sub/a.md': text })
  write('sub/a.md', 'other')
  git('commit', '-qam', 'second')
  expect(await repo.textAt('HEAD~1', 'sub/a.md')).toBe(text)
  expect(await repo.textAt('HEAD', 'sub/a.md')).toBe('other')
  expect(await repo.textAt('HEAD', 'none.md')).toBeUndefined()
})

describe('what git cannot answer is said in words', () => {
  test.each(['--output=x', '-h', 'no such', '', 'nothing-of-that-name'])('revision %j', async revision => {
    const { repo } = repository({ 'a.md': '1' })
    await expect(repo.textAt(revision, 'a.md')).rejects.toThrow(/revision/)
  })

  test('no repository', async () => {
    await expect(openRepository(folderWith()).stagedFiles()).rejects.toThrow(/git could not answer/)
  })
})
