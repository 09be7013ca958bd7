import { expect, test } from 'vitest'
import type { CodeReader } from '../../src/evidence/code.ts'
import { citedFile, isAbsent, repairPath } from '../../src/lint/facts/cited-file.ts'
import { citedPlaces } from '../../src/lint/facts/cited-places.ts'
import { readNotes } from '../../src/notes/notes.ts'

const code: CodeReader = {
  read: path =>
    path === 'src/a.ts'
      ? { text: 'a' }
      : {
          problem:
            path === 'src'
              ? 'directory'
              : path === 'link.ts'
                ? 'outside'
                : path === 'x.bin'
                  ? 'unreadable'
                  : 'missing',
        },
  files: () => ['src/a.ts', 'src/link.ts', 'lib/b|c.ts', 'lib/one.ts', 'src/one.ts'],
  toProject: path => (path.startsWith('/work/') ? path.slice('/work/'.length) : undefined),
}
const placeOf = (written: string) => {
  const [place] = citedPlaces(
    readNotes(`## Lightweight Identifiers\n- \`${written}\` — A\n`, { profile: 'sam' }),
  )
  if (place === undefined) throw new Error(`${written} is no place`)
  return place
}

test.each<[written: string, path: string | undefined, fixKind: string | undefined]>([
  ['src/a.ts:1', 'src/a.ts', 'safe'],
  ['/work/src/a.ts:1', 'src/a.ts', 'safe'],
  ['/work/a.ts:1', undefined, undefined],
  ['/opt/a.ts:1', undefined, undefined],
  ['a.ts:1', 'src/a.ts', 'unsafe'],
  ['one.ts:1', undefined, undefined],
  ['gone.ts:1', undefined, undefined],
  ['link.ts:1', 'src/link.ts', 'unsafe'],
  ['x.bin:1', 'x.bin', 'safe'],
  ['b|c.ts:1', 'lib/b|c.ts', undefined],
  ['../src/a.ts:1', 'src/a.ts', 'unsafe'],
])('repairPath changes %s to %s', (written, path, fixKind) => {
  const repaired = repairPath(placeOf(written), code)
  expect([repaired.path, repaired.fixKind]).toEqual([path, fixKind])
  expect(repaired.fix?.map(({ text }) => text)).toEqual(fixKind && [`\${PROJECT_ROOT}/${path}`])
})

test('repairPath and citedFile do nothing without code', () => {
  expect(repairPath(placeOf('src/a.ts:1'), undefined)).toEqual({})
  expect(citedFile(placeOf('src/a.ts:1').locator, undefined)).toBeUndefined()
})

test.each<[written: string, absent: boolean | undefined]>([
  ['src/a.ts:1', false],
  ['gone.ts:1', true],
  ['/work/src:1', true],
  ['/work/src', false],
  ['link.ts:1', false],
  ['x.bin:1', false],
  ['../a.ts:1', undefined],
  ['/opt/a.ts:1', undefined],
])('isAbsent for the cited place %s is %s', (written, absent) => {
  const { locator } = placeOf(written)
  const cited = citedFile(locator, code)
  expect(cited && isAbsent(cited, locator)).toBe(absent)
})
