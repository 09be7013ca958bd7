import { describe, expect, it, test } from 'vitest'
import { checkClaim } from '../../src/evidence/check.ts'
import { verifyNotes } from '../../src/evidence/verify.ts'
import { readNotes } from '../../src/notes/notes.ts'
import { type Locator, parseLocator } from '../../src/notes/text/locator.ts'
import { project } from './project.ts'

const code = {
  ...project({
    'src/a.ts': 'one\ntwo\nthree\n',
    src: { problem: 'directory' },
    'blob.bin': { problem: 'unreadable' },
    'large.ts': { problem: 'too-large' },
    'link.ts': { problem: 'outside' },
  }),
  toProject: (path: string) => (path.startsWith('/root/') ? path.slice(6) : undefined),
}

const checkPlace = (locator: Locator | undefined) =>
  checkClaim({ quote: undefined, locator, isReference: true }, code)

describe('a reference whose past is unknown', () => {
  it.each<[place: string, check: object]>([
    ['${PROJECT_ROOT}/src/a.ts', { state: 'ok', path: 'src/a.ts' }],
    ['src/a.ts:1-3', { state: 'unquoted', path: 'src/a.ts' }],
    ['/root/src/a.ts:3', { state: 'unquoted', path: 'src/a.ts' }],
    ['src/a.ts:4', { state: 'missing', what: 'line', path: 'src/a.ts', count: 3 }],
    ['src/a.ts:2-4', { state: 'missing', what: 'line', path: 'src/a.ts', count: 3 }],
    ['src/a.ts:0', { state: 'missing', what: 'line', path: 'src/a.ts', count: 3 }],
    ['src/a.ts:1,9', { state: 'missing', what: 'line', path: 'src/a.ts', count: 3 }],
    ['src/b.ts', { state: 'missing', what: 'file', path: 'src/b.ts', problem: 'missing' }],
    ['${PROJECT_ROOT}/src', { state: 'ok', path: 'src' }],
    ['src:1', { state: 'missing', what: 'file', path: 'src', problem: 'directory' }],
    ['blob.bin', { state: 'ok', path: 'blob.bin' }],
    ['blob.bin:1', { state: 'missing', what: 'file', path: 'blob.bin', problem: 'unreadable' }],
    ['large.ts', { state: 'ok', path: 'large.ts' }],
    ['large.ts:1', { state: 'unchecked', path: 'large.ts' }],
    ['link.ts:1', { state: 'outside', path: 'link.ts' }],
    ['/elsewhere/a.ts:1', { state: 'outside', path: '/elsewhere/a.ts' }],
    ['#42', { state: 'external', kind: 'issue' }],
  ])('checks the place %s without a quote', (place, check) => {
    expect(checkPlace(parseLocator(place))).toMatchObject(check)
  })

  it('reports a missing place', () => {
    expect(checkPlace(undefined)).toEqual({ state: 'missing', what: 'place' })
  })
})

test('verifyNotes lists evidence and references in file order', () => {
  const notes = readNotes(
    '## Decision Log\n### 2024-01-15 - A\n**Evidence**:\n- `two` [src/a.ts:2]\n- #42\n### Lightweight Identifiers\n- `src/a.ts:1` — A\n## Decision Log\n### 2024-01-16 - B\n**Evidence**:\n- `none such` [src/a.ts:9]\n',
  )
  const verified = verifyNotes(notes, code)
  expect(verified.map(({ kind, check }) => `${kind} ${check.state}`)).toEqual([
    ...['evidence ok', 'evidence external', 'reference unquoted', 'evidence missing'],
  ])
})
