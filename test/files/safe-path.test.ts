import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fromProjectRoot, resolveInside, toProjectRoot } from '../../src/files/safe-path.ts'
import { tempFolder } from './build-worker.ts'

const base = tempFolder()
const root = join(base, 'project')
mkdirSync(join(root, 'src/deep'), { recursive: true })
mkdirSync(join(base, 'project-twin'))
mkdirSync(join(base, 'elsewhere'))
writeFileSync(join(root, 'src/a.ts'), '')
writeFileSync(join(base, 'elsewhere/secret'), '')
symlinkSync(join(root, 'src'), join(root, 'inside'))
symlinkSync(join(base, 'elsewhere'), join(root, 'out'))
symlinkSync('../elsewhere/secret', join(root, 'secret'))
symlinkSync(join(base, 'elsewhere/not-yet'), join(root, 'dangling'))
symlinkSync('src/not-yet.ts', join(root, 'dangling-inside'))
symlinkSync('dangling', join(root, 'chain'))
symlinkSync('circle', join(root, 'circle'))
symlinkSync(root, join(base, 'alias'))

describe('resolveInside', () => {
  it.each([
    ['src/a.ts', 'src/a.ts'],
    ['./src/../src/a.ts', 'src/a.ts'],
    ['.', ''],
    ['..hidden', '..hidden'],
    ['not/yet/there.md', 'not/yet/there.md'],
    ['src/a.ts/below-a-file', 'src/a.ts/below-a-file'],
    ['app/[id]/(main)/a b.ts', 'app/[id]/(main)/a b.ts'],
    ['inside/a.ts', 'src/a.ts'],
    ['inside/new.ts', 'src/new.ts'],
    ['dangling-inside', 'src/not-yet.ts'],
  ])('accepts %s, which stays in the project', (path, real) => {
    expect(resolveInside(root, path)).toEqual({ ok: true, path: join(root, path), real: join(root, real) })
  })

  it('accepts a path below a root that is itself a symbolic link', () => {
    expect(resolveInside(join(base, 'alias'), 'src/a.ts')).toMatchObject({
      ok: true,
      real: join(root, 'src/a.ts'),
    })
  })
})

describe('resolveInside', () => {
  it.each([
    ['../elsewhere/secret', 'outside'],
    ['src/../../project-twin/x', 'outside'],
    ['..', 'outside'],
    ['..\\..\\x', 'outside'],
    ['src\\..\\..\\x', 'outside'],
    ['../project/src/a.ts', 'outside'],
    ['/etc/passwd', 'absolute'],
    ['//server/share', 'absolute'],
    ['\\\\server\\share', 'absolute'],
    ['\\x', 'absolute'],
    ['C:\\x', 'absolute'],
    ['C:x', 'absolute'],
    ['c:/x', 'absolute'],
    ['', 'invalid'],
    ['a\0b', 'invalid'],
    ['out/secret', 'symlink'],
    ['out/new/file', 'symlink'],
    ['out', 'symlink'],
    ['secret', 'symlink'],
    ['dangling', 'symlink'],
    ['dangling/child', 'symlink'],
    ['chain', 'symlink'],
    ['circle', 'symlink'],
    ['circle/x', 'symlink'],
  ])('refuses %j as %s', (path, reason) => {
    expect(resolveInside(root, path)).toEqual({ ok: false, reason })
  })

  it.runIf(sep === '\\').each(['con', 'src/NUL.txt', 'com1', 'a.ts:stream', 'a.ts.', 'a.ts '])(
    'refuses the Windows name %j',
    path => {
      expect(resolveInside(root, path)).toEqual({ ok: false, reason: 'invalid' })
    },
  )
})

describe('the ${PROJECT_ROOT} prefix', () => {
  it.each([
    ['${PROJECT_ROOT}/src/a.ts', 'src/a.ts'],
    ['${PROJECT_ROOT}\\src\\a.ts', 'src\\a.ts'],
    ['${PROJECT_ROOT}', '.'],
    ['${PROJECT_ROOT}/', '.'],
    ['${PROJECT_ROOTS}/a', undefined],
    ['src/a.ts', undefined],
  ])('is read by fromProjectRoot: %s is %s', (path, relative) => {
    expect(fromProjectRoot(path)).toBe(relative)
  })

  it('does not smuggle in an absolute path', () => {
    expect(resolveInside(root, fromProjectRoot('${PROJECT_ROOT}//etc/passwd') ?? '')).toMatchObject({
      ok: false,
    })
  })

  it.each([
    [join(root, 'src/a.ts'), base, '${PROJECT_ROOT}/src/a.ts'],
    ['a.ts', join(root, 'src'), '${PROJECT_ROOT}/src/a.ts'],
    ['../b.ts', join(root, 'src'), '${PROJECT_ROOT}/b.ts'],
    [root, base, '${PROJECT_ROOT}'],
    [join(base, 'alias/src/a.ts'), base, '${PROJECT_ROOT}/src/a.ts'],
    [join(base, 'elsewhere/secret'), base, undefined],
    [join(base, 'project-twin/x'), base, undefined],
  ])('is written by toProjectRoot: %s, seen from %s, is %s', (path, cwd, written) => {
    expect(toProjectRoot(root, path, cwd)).toBe(written)
  })
})
