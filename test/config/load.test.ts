import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadConfig } from '../../src/config/load.ts'
import { configPage, configSchema, everyField, valueAt } from '../../src/config/table.ts'
import { NotesError } from '../../src/error.ts'
import { folderWith } from './folder.ts'

const json = (value: unknown) => JSON.stringify(value)

function failure(cwd: string): NotesError {
  try {
    loadConfig(cwd)
  } catch (error) {
    if (error instanceof NotesError) return error
    throw error
  }
  throw new Error('No error')
}

describe('loadConfig', () => {
  test('gives every value its default without a configuration', () => {
    const { path, values, origins } = loadConfig(folderWith({ '.git/': '' }))
    expect(path).toBeUndefined()
    expect(values).toMatchObject({
      profile: 'auto',
      recovery: { level1: 100, level2: 500 },
      decisions: { keep: 20 },
    })
    expect(values).toMatchObject({
      beads: { prefixes: ['bd', 'br', 'beads'] },
      debt: { idTemplates: ['TD-###'] },
    })
    expect(new Set(origins.values())).toEqual(new Set(['default']))
  })

  test('takes the configuration of the nearest folder above', () => {
    const top = folderWith({
      'notes.config.json': json({ profile: 'mount', decisions: { keep: 5 } }),
      'a/notes.config.json': json({ profile: 'sam' }),
      'a/b/c/': '',
    })
    const { path, values, origins } = loadConfig(join(top, 'a/b/c'))
    expect(path).toBe(join(top, 'a/notes.config.json'))
    expect(values.profile).toBe('sam')
    expect(values.decisions.keep).toBe(20)
    expect(origins.get('profile')).toEqual({ path: join(top, 'a/notes.config.json'), via: [] })
    expect(origins.get('decisions.keep')).toBe('default')
  })

  test('prefers a notes key in package.json to a file further up', () => {
    const top = folderWith({
      'notes.config.json': json({ profile: 'mount' }),
      'a/package.json': json({ name: 'a', notes: { profile: 'dated' } }),
    })
    expect(loadConfig(join(top, 'a')).values.profile).toBe('dated')
  })

  test('ignores a package.json without a notes key', () => {
    const top = folderWith({
      'notes.config.json': json({ profile: 'mount' }),
      'a/package.json': json({ scripts: { notes: 'x' }, keywords: ['notes'] }),
    })
    expect(loadConfig(join(top, 'a')).values.profile).toBe('mount')
  })

  test('prefers notes.config.json to package.json in the same folder', () => {
    const top = folderWith({
      'notes.config.json': json({ profile: 'mount' }),
      'package.json': json({ notes: { profile: 'dated' } }),
    })
    expect(loadConfig(top).values.profile).toBe('mount')
  })

  test('stops searching at the git top level', () => {
    const top = folderWith({
      'notes.config.json': json({ profile: 'mount' }),
      'repo/.git/': '',
      'repo/src/': '',
    })
    expect(loadConfig(join(top, 'repo/src')).path).toBeUndefined()
  })
})

describe('the values of a configuration', () => {
  test('can be any example or default in the field table', () => {
    for (const { key, field } of everyField()) {
      for (const value of [field.example, field.default]) {
        if (value === undefined) continue
        const nested = key.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value)
        const cwd = folderWith({ '.git/': '', 'notes.config.json': json(nested) })
        expect(valueAt(loadConfig(cwd).values, key), key).toEqual(value)
      }
    }
  })

  test.each([
    ['{\n  "rot": ".."\n}', 'Unexpected key `rot`', 'Write `root`.', '"rot"'],
    ['{"recovery": {"levl1": 5}}', 'Unexpected key `recovery.levl1`', 'Write `level1`.', '"levl1"'],
    ['{"level1": 5}', 'Unexpected key `level1`', 'Write `"recovery": { "level1": … }`.', '"level1"'],
    [
      '{"decisions.keep": 5}',
      'Unexpected key `decisions.keep`',
      'Write `"decisions": { "keep": … }`.',
      '"decisions.keep"',
    ],
    ['{"colour": 5}', 'Unexpected key `colour`', 'Valid keys: root, file, profile', '"colour"'],
    ['{"constructor": 5}', 'Unexpected key `constructor`', 'Valid keys:', '"constructor"'],
    [
      '{"root": 5}',
      'Unexpected 5 for `root`, expected a string',
      'For example, write `"root": "packages/app"`.',
      '"root"',
    ],
    ['{"file": " "}', 'Unexpected " " for `file`, expected a non-blank string', 'docs/NOTES.md', '"file"'],
    [
      '{"profile": "seed"}',
      'Unexpected "seed" for `profile`, expected one of auto, sam, mount',
      '"sam"',
      '"profile"',
    ],
    ['{"beads": []}', 'Unexpected [] for `beads`, expected an object', 'Write `"beads": { … }`.', '[]'],
    [
      '{"beads": {"prefixes": "bd"}}',
      'expected a list with at least one string',
      '["bd","api"]',
      '"prefixes"',
    ],
    [
      '{"beads": {"prefixes": ["b d"]}}',
      'Unexpected "b d" for `beads.prefixes`',
      '["bd","api"]',
      '"prefixes"',
    ],
    ['{"debt": {"idTemplates": ["TD-"]}}', 'Unexpected "TD-" for `debt.idTemplates`', 'SEC', '"idTemplates"'],
    [
      '{"tokens": {"factor": 0}}',
      'Unexpected 0 for `tokens.factor`, expected a number from 0.1 to 10',
      '1.2',
      '"factor"',
    ],
    ['{"recovery": {"level2": 99.5}}', 'expected a whole number', '800', '"level2"'],
    ['{"recovery": {"level2": null}}', 'Unexpected null for `recovery.level2`', '800', '"level2"'],
    ['{"root": ".", "root": ".."}', 'Unexpected duplicate `root`', 'Remove one', '"root": ".."'],
    ['{"extends": 7}', 'Unexpected 7 for `extends`, expected a path', 'double quotes', '7'],
    ['[]', 'Unexpected [] for the configuration, expected an object', 'between { and }', '[]'],
    ['{"root": // up\n ".."}', 'Unexpected comment', 'JSON has no comments', '//'],
  ])('are refused with a message, a hint and their place: %s', (source, message, hint, place) => {
    const cwd = folderWith({ '.git/': '', 'notes.config.json': source })
    const error = failure(cwd)
    expect(error).toMatchObject({ code: 'config', path: join(cwd, 'notes.config.json') })
    expect(error.message).toContain(message)
    expect(error.hint).toContain(hint)
    expect(source.slice(error.span?.start)).toSatisfy(rest => rest.startsWith(place))
  })

  test('are refused with their place in package.json when they are wrong there', () => {
    const source = '{\n  "name": "x",\n  "notes": { "profle": "sam" }\n}\n'
    const error = failure(folderWith({ 'package.json': source }))
    expect(error.path).toMatch(/package\.json$/)
    expect(error.span?.start).toBe(source.indexOf('"profle"'))
  })
})

describe('extends in a configuration', () => {
  test('lets later files win over earlier ones, and the extending file over all of them', () => {
    const cwd = folderWith({
      '.git/': '',
      'notes.config.json': json({ extends: ['./a.json', 'b/b.json'], decisions: { keep: 3 } }),
      'a.json': json({ profile: 'mount', decisions: { keep: 1 }, beads: { prefixes: ['x', 'y'] } }),
      'b/b.json': json({ extends: './c.json', decisions: { keep: 2 }, beads: { prefixes: ['z'] } }),
      'b/c.json': json({ tokens: { factor: 2 }, recovery: { level1: 50 } }),
    })
    const { values, origins } = loadConfig(cwd)
    expect(values).toMatchObject({
      profile: 'mount',
      decisions: { keep: 3 },
      beads: { prefixes: ['z'] },
      tokens: { factor: 2 },
      recovery: { level1: 50, level2: 500 },
    })
    const main = join(cwd, 'notes.config.json')
    expect(origins.get('decisions.keep')).toEqual({ path: main, via: [] })
    expect(origins.get('profile')).toEqual({ path: join(cwd, 'a.json'), via: [main] })
    expect(origins.get('tokens.factor')).toEqual({
      path: join(cwd, 'b/c.json'),
      via: [join(cwd, 'b/b.json'), main],
    })
  })

  test('lets two files extend the same third one', () => {
    const cwd = folderWith({
      '.git/': '',
      'notes.config.json': json({ extends: ['a.json', 'b.json'] }),
      'a.json': json({ extends: 'c.json' }),
      'b.json': json({ extends: 'c.json' }),
      'c.json': json({ profile: 'sam' }),
    })
    expect(loadConfig(cwd).values.profile).toBe('sam')
  })

  test('may name a file further up in the repository', () => {
    const top = folderWith({
      '.git/': '',
      'team.json': json({ profile: 'sam' }),
      'a/notes.config.json': '{"extends": "../team.json"}',
    })
    expect(loadConfig(join(top, 'a')).values.profile).toBe('sam')
  })

  test('reports a wrong key in the extended file itself', () => {
    const cwd = folderWith({
      '.git/': '',
      'notes.config.json': '{"extends": "a.json"}',
      'a.json': '{"rot": "."}',
    })
    expect(failure(cwd).path).toBe(join(cwd, 'a.json'))
  })

  test.each([
    [
      'a cycle of files',
      { 'a.json': '{"extends": "./b.json"}', 'b.json': '{"extends": "./a.json"}' },
      'config',
      'is circular',
    ],
    ['itself', { 'a.json': '{"extends": "a.json"}' }, 'config', 'is circular'],
    ['a missing file', { 'a.json': '{"extends": "nope.json"}' }, 'config', 'does not exist: nope.json'],
    [
      'a file outside the repository',
      { 'a.json': '{"extends": "../../x.json"}' },
      'outside',
      'leaves the project',
    ],
    ['an absolute path', { 'a.json': '{"extends": "/etc/hosts"}' }, 'outside', 'leaves the project'],
  ])('refuses to extend %s', (_, files, code, message) => {
    const cwd = folderWith({ '.git/': '', 'notes.config.json': '{"extends": "a.json"}', ...files })
    const error = failure(cwd)
    expect(error.code).toBe(code)
    expect(error.message).toContain(message)
    expect(error.span).toBeDefined()
  })

  test.skipIf(process.platform === 'win32')('refuses to extend a link that leads out of the project', () => {
    const outside = folderWith({ 'secret.json': '{}' })
    const cwd = folderWith({ '.git/': '', 'notes.config.json': '{"extends": "a.json"}' })
    symlinkSync(join(outside, 'secret.json'), join(cwd, 'a.json'))
    expect(failure(cwd).code).toBe('outside')
  })
})

test('the JSON schema of the configuration has every key with its type and default and allows no other', () => {
  type Schema = {
    properties: Record<string, Schema>
    additionalProperties: boolean
    default?: unknown
    type: string
  }
  const schema = configSchema() as Schema
  expect(schema.additionalProperties).toBe(false)
  for (const { key, field } of everyField()) {
    const at = key.split('.').reduce<Schema | undefined>((inner, name) => inner?.properties[name], schema)
    expect(at?.type, key).toBe(field.type === 'string[]' ? 'array' : field.type)
    expect(at?.default, key).toEqual(field.default)
  }
})

test('the configuration page describes every key, and its example is valid', () => {
  const page = configPage()
  for (const { key, field } of everyField())
    expect(page).toMatch(new RegExp(`^\\| \`${key}\` \\| .*${field.description.slice(-12)}`, 'm'))
  const [, example = ''] = /```json\n([\s\S]*?)```/.exec(page) ?? []
  const cwd = folderWith({ '.git/': '', 'notes.config.json': example, 'team.notes.json': '{}' })
  expect(loadConfig(cwd).values.decisions.keep).toBe(40)
})
