import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkClaim } from '../../src/evidence/check.ts'
import { codeReader } from '../../src/files/read/read-code.ts'
import { parseLocator } from '../../src/notes/text/locator.ts'
import { tempFolder } from './build-worker.ts'

const base = tempFolder()
const root = join(base, 'project')
mkdirSync(join(root, 'src/folder'), { recursive: true })
writeFileSync(join(base, 'secret'), 'secret')
symlinkSync('../secret', join(root, 'out'))
symlinkSync('src', join(root, 'in'))
symlinkSync('gone', join(root, 'dangling'))
symlinkSync('/dev/zero', join(root, 'device'))

function write(name: string, bytes: string | readonly number[]): string {
  writeFileSync(join(root, name), typeof bytes === 'string' ? bytes : Buffer.from(bytes))
  return name
}

describe('codeReader', () => {
  it.each<[what: string, bytes: string | readonly number[], text: string]>([
    ['an empty file', [], ''],
    ['UTF-8', 'a é 漢 😀\r\n', 'a é 漢 😀\r\n'],
    ['UTF-8 with a byte order mark', [0xef, 0xbb, 0xbf, 0x61], 'a'],
    ['UTF-16 LE', [0xff, 0xfe, 0x61, 0, 0x22, 0x6f], 'a漢'],
    ['UTF-16 BE', [0xfe, 0xff, 0, 0x61, 0x6f, 0x22], 'a漢'],
    ['UTF-16 with half a unit at its end', [0xfe, 0xff, 0, 0x61, 0x6f], 'a'],
    ['Latin-1', [0x61, 0xe9, 0x62], 'aéb'],
  ])('decodes %s', (_, bytes, text) => {
    expect(codeReader(root).read(write('src/encoded.ts', bytes))).toEqual({ text })
  })
})

describe('codeReader', () => {
  write('src/a.ts', 'a')
  write('src/nul', [0x61, 0, 0x62])
  write('src/utf-16-nul', [0xff, 0xfe, 0, 0, 0x61, 0])
  write('src/large', 'x'.repeat(11))
  it.each<[path: string, problem: string]>([
    ['src/gone.ts', 'missing'],
    ['src/a.ts/below', 'missing'],
    ['dangling', 'missing'],
    ['src/folder', 'directory'],
    ['.', 'directory'],
    ['in', 'directory'],
    ['src/nul', 'unreadable'],
    ['src/utf-16-nul', 'unreadable'],
    ['src/a\0.ts', 'unreadable'],
    [`src/${'x'.repeat(300)}`, 'unreadable'],
    ['src/large', 'too-large'],
    ['../secret', 'outside'],
    ['src/../../secret', 'outside'],
    ['out', 'outside'],
    ['device', 'outside'],
    [join(base, 'secret'), 'outside'],
    [join(root, 'src/a.ts'), 'outside'],
  ])('refuses %j with the problem "%s"', (path, problem) => {
    expect(codeReader(root, { maxBytes: 10 }).read(path)).toEqual({ problem })
  })

  it('reads a code file of exactly the size limit', () => {
    expect(codeReader(root, { maxBytes: 11 }).read('src/large')).toEqual({ text: 'x'.repeat(11) })
  })

  it('has a default size limit of 20 MiB', () => {
    truncateSync(join(root, write('src/huge', '')), 20 * 1024 * 1024 + 1)
    expect(codeReader(root).read('src/huge')).toEqual({ problem: 'too-large' })
  })

  it.skipIf(process.platform === 'win32')('refuses a FIFO and a device without opening them', () => {
    execFileSync('mkfifo', [join(root, 'src/fifo')])
    expect(codeReader(root).read('src/fifo')).toEqual({ problem: 'unreadable' })
    expect(codeReader('/dev').read('zero')).toEqual({ problem: 'unreadable' })
  })
})

describe('codeReader', () => {
  it('follows links that stay inside the project', () => {
    write('src/linked.ts', 'linked')
    expect(codeReader(root).read('in/linked.ts')).toEqual({ text: 'linked' })
  })

  it('reads a file once, so that all claims are compared with the same text', () => {
    const code = codeReader(root)
    const before = code.read(write('src/once.ts', 'before'))
    rmSync(join(root, 'src/once.ts'))
    code.read(write('src/another.ts', 'another'))
    expect(code.read('src/once.ts')).toBe(before)
    expect(codeReader(root).read('src/once.ts')).toEqual({ problem: 'missing' })
  })

  it('does not keep all of a large project in memory', () => {
    const code = codeReader(root)
    const names = Array.from({ length: 9 }, (_, at) => write(`src/part-${at}`, 'x'.repeat(8 * 1024 * 1024)))
    const [first, ...rest] = names.map(name => code.read(name))
    // Eight fit into the limit; the ninth takes the place of the first.
    expect(code.read('src/part-8')).toBe(rest.at(-1))
    expect(code.read('src/part-0')).not.toBe(first)
    for (const name of names) rmSync(join(root, name))
  })

  it.each<[path: string, inside: string | undefined]>([
    [join(root, 'src/a.ts'), 'src/a.ts'],
    [join(root, '..', 'secret'), undefined],
    [root, '.'],
    ['src/a.ts', undefined],
    ['~/elsewhere/a.ts', undefined],
    ['~someone/a.ts', undefined],
  ])('maps %s to the project path %s', (path, inside) => {
    expect(codeReader(root).toProject(path)).toBe(inside)
  })

  it('maps a path below the home folder to a project path', () => {
    expect(codeReader(homedir()).toProject('~/p/a.ts')).toBe('p/a.ts')
  })

  it('reads code for checkClaim in any encoding, but never outside the project', () => {
    write('src/checked.ts', [0x2f, 0x2f, 0xe9, 13, 10, ...Buffer.from('  const grace = 900000;\r\n')])
    const code = codeReader(root)
    for (const path of ['${PROJECT_ROOT}/src/checked.ts', join(root, 'src/checked.ts')])
      expect(checkClaim({ quote: 'const grace = 900000', locator: parseLocator(`${path}:2`) }, code)).toEqual(
        { state: 'ok', path: 'src/checked.ts', lines: { from: 2, to: 2 }, exact: true },
      )
    const secret = parseLocator(`\${PROJECT_ROOT}/${relative(root, join(base, 'secret'))}:1`)
    expect(checkClaim({ quote: 'secret', locator: secret }, code)).toMatchObject({ state: 'outside' })
  })
})
