import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { assertInside, findProject } from '../../src/files/project.ts'
import type { ProjectClues } from '../../src/files/project-root.ts'
import { tempFolder } from './build-worker.ts'

const base = tempFolder()
const at = (path: string) => join(base, path)
const usual = 'grimoires/loa/NOTES.md'

/** Creates files; a name that ends in `/` becomes a folder. */
function lay(...paths: readonly string[]): void {
  for (const path of paths) {
    mkdirSync(path.endsWith('/') ? at(path) : dirname(at(path)), { recursive: true })
    if (!path.endsWith('/')) writeFileSync(at(path), '')
  }
}

beforeEach(() => {
  rmSync(base, { recursive: true })
  lay('p/src/deep/', 'other/')
})

type Clues = Partial<ProjectClues>
const find = (clues: Clues) => findProject({ cwd: at('p'), env: {}, ...clues })

describe('findProject', () => {
  const config = { path: at('p/conf/notes.config.json'), root: '..' }
  it.each<[string, string[], Clues, object]>([
    ['the --root flag', ['p/.git/'], { root: '../other', config }, { root: at('other'), rootFrom: 'flag' }],
    [
      'the config, relative to itself',
      ['p/.git/'],
      { cwd: at('other'), config, env: { CLAUDE_PROJECT_DIR: at('other') } },
      { root: at('p'), rootFrom: 'config' },
    ],
    [
      'CLAUDE_PROJECT_DIR',
      ['p/.git/'],
      { env: { CLAUDE_PROJECT_DIR: at('other') } },
      { root: at('other'), rootFrom: 'CLAUDE_PROJECT_DIR' },
    ],
    [
      'git when CLAUDE_PROJECT_DIR does not exist',
      ['p/.git/'],
      { env: { CLAUDE_PROJECT_DIR: at('gone') } },
      { root: at('p'), rootFrom: 'git' },
    ],
    ['git in a folder above', ['p/.git/'], { cwd: at('p/src/deep') }, { root: at('p'), rootFrom: 'git' }],
    ['a git file of a worktree', ['p/.git'], { cwd: at('p/src') }, { root: at('p'), rootFrom: 'git' }],
    [
      'the nearest git',
      ['.git/', 'p/src/.git'],
      { cwd: at('p/src/deep') },
      { root: at('p/src'), rootFrom: 'git' },
    ],
    [
      'the notes file in its usual place above',
      [`p/${usual}`],
      { cwd: at('p/src/deep') },
      { root: at('p'), file: at(`p/${usual}`), rootFrom: 'notes file', fileFrom: 'found' },
    ],
    [
      'the notes file in the working directory',
      ['p/NOTES.md'],
      {},
      { root: at('p'), file: at('p/NOTES.md'), rootFrom: 'notes file' },
    ],
    [
      'the working directory, not a plain NOTES.md above',
      ['NOTES.md'],
      {},
      { root: at('p'), rootFrom: 'cwd', exists: false },
    ],
    ['the working directory', [], {}, { root: at('p'), rootFrom: 'cwd', exists: false }],
  ])('takes the project root from %s', (_, files, clues, project) => {
    lay(...files)
    expect(find(clues)).toMatchObject(project)
  })

  it('refuses a root that is not a folder, with the error code of its source', () => {
    expect(() => find({ root: 'gone' })).toThrow(expect.objectContaining({ code: 'usage' }))
    expect(() => find({ config: { ...config, root: 'gone' } })).toThrow(
      expect.objectContaining({ code: 'config' }),
    )
  })
})

describe('findProject', () => {
  const config = { path: at('p/notes.config.json'), file: 'docs/NOTES.md' }
  const env = { NOTES_FILE: 'env/NOTES.md' }
  it.each<[string, string[], Clues, object]>([
    [
      'the --file flag, relative to cwd',
      [],
      { cwd: at('p/src'), file: 'N.md', env },
      { file: at('p/src/N.md'), fileFrom: 'flag' },
    ],
    [
      'NOTES_FILE, relative to the root',
      [],
      { cwd: at('p/src'), env, config },
      { file: at('p/env/NOTES.md'), fileFrom: 'NOTES_FILE' },
    ],
    [
      'NOTES_FILE with ${PROJECT_ROOT} in it',
      ['p/a.md'],
      { env: { NOTES_FILE: '${PROJECT_ROOT}/a.md' } },
      { file: at('p/a.md'), exists: true },
    ],
    [
      'NOTES.md when NOTES_FILE is empty',
      ['p/NOTES.md'],
      { env: { NOTES_FILE: '' } },
      { file: at('p/NOTES.md') },
    ],
    ['the config, relative to the root', [], { config }, { file: at('p/docs/NOTES.md'), fileFrom: 'config' }],
    [
      'the usual place before NOTES.md',
      [`p/${usual}`, 'p/NOTES.md'],
      {},
      { file: at(`p/${usual}`), fileFrom: 'found' },
    ],
    [
      'NOTES.md when the usual place has none',
      ['p/NOTES.md'],
      {},
      { file: at('p/NOTES.md'), fileFrom: 'found', exists: true },
    ],
    [
      'the usual place when there is none',
      [],
      {},
      { file: at(`p/${usual}`), fileFrom: 'default', exists: false },
    ],
  ])('takes the notes file from %s', (_, files, clues, project) => {
    lay('p/.git/', ...files)
    expect(find(clues)).toMatchObject(project)
  })

  it('takes the folder of the config as the root when its `file` is a relative path and there is no git', () => {
    expect(find({ config, cwd: at('p/src') })).toMatchObject({ root: at('p'), file: at('p/docs/NOTES.md') })
  })
})

describe('a notes file outside the root', () => {
  it('has its own root when only --file names it', () => {
    lay('p/.git/', `other/${usual}`)
    const project = find({ file: `../other/${usual}` })
    expect(project).toMatchObject({ root: at('other'), rootFrom: 'notes file', fileFrom: 'flag' })
    expect(() => assertInside(project)).not.toThrow()
  })

  it('has the git top level above it as its root', () => {
    lay('p/.git/', 'other/.git/', 'other/docs/N.md')
    expect(find({ file: '../other/docs/N.md' })).toMatchObject({ root: at('other'), rootFrom: 'git' })
  })

  it.each<[string, Clues]>([
    ['with --root', { root: '.', file: '../other/N.md' }],
    ['from NOTES_FILE', { env: { NOTES_FILE: '../other/N.md' } }],
    ['from the config', { config: { path: at('p/notes.config.json'), file: '../other/N.md' } }],
  ])('is refused %s', (_, clues) => {
    lay('p/.git/', 'other/N.md')
    expect(() => assertInside(find(clues))).toThrow(expect.objectContaining({ code: 'outside' }))
  })

  it('is refused when NOTES.md is a symbolic link to it', () => {
    lay('p/.git/', 'other/N.md')
    symlinkSync(at('other/N.md'), at('p/NOTES.md'))
    expect(() => assertInside(find({}))).toThrow(expect.objectContaining({ code: 'outside' }))
  })

  it('is not suspected when NOTES.md is a link that stays inside the root', () => {
    lay('p/.git/', 'p/docs/N.md')
    symlinkSync('docs/N.md', at('p/NOTES.md'))
    expect(() => assertInside(find({}))).not.toThrow()
  })
})
