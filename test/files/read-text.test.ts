import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { NotesError } from '../../src/error.ts'
import { decode, encode } from '../../src/files/read/encoding.ts'
import { readText } from '../../src/files/read/read-text.ts'
import { sameStamp } from '../../src/files/swap/keepsake.ts'
import { tempFolder } from './build-worker.ts'

const folder = tempFolder()

function errorOf(act: () => unknown): NotesError {
  try {
    act()
  } catch (error) {
    if (error instanceof NotesError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

describe('decode and encode', () => {
  it.each([
    ['an empty file', []],
    ['a lone byte order mark', [0xef, 0xbb, 0xbf]],
    ['a byte order mark and CRLF', [0xef, 0xbb, 0xbf, 0x61, 13, 10]],
    ['mixed line endings without a final one', [0x61, 13, 0x62, 10, 0x63, 13, 10, 0x64]],
    ['a genuine U+FFFD', [0xef, 0xbf, 0xbd, 0x61]],
    ['an emoji', [0xf0, 0x9f, 0x98, 0x80]],
    ['a byte order mark in the middle', [0x61, 0xef, 0xbb, 0xbf, 0x62]],
  ])('keep the bytes of %s', (_, bytes) => {
    const text = decode(Buffer.from(bytes), 'x')
    expect([...Buffer.from(text, 'utf8')]).toEqual(bytes)
    expect([...encode(text, 'x')]).toEqual(bytes)
  })

  it('refuse to write half a surrogate pair', () => {
    expect(errorOf(() => encode('a \ud83d b', 'x')).code).toBe('not-written')
  })
})

describe('text that is not UTF-8', () => {
  it.each([
    [
      'UTF-16 LE',
      [0xff, 0xfe, 0x61, 0],
      /is UTF-16, expected UTF-8/,
      "iconv -f UTF-16 -t UTF-8 'my notes.md' >",
    ],
    ['UTF-16 BE', [0xfe, 0xff, 0, 0x61], /is UTF-16/, 'iconv -f UTF-16 -t UTF-8'],
    ['UTF-32 LE', [0xff, 0xfe, 0, 0, 0x61, 0, 0, 0], /is UTF-32/, 'iconv -f UTF-32 -t UTF-8'],
    ['UTF-32 BE', [0, 0, 0xfe, 0xff, 0, 0, 0, 0x61], /is UTF-32/, 'iconv -f UTF-32 -t UTF-8'],
    ['a NUL byte', [0x61, 10, 0x62, 0], /NUL byte at offset 3 \(line 2\)/, 'NUL'],
    [
      'Latin-1',
      [0x61, 13, 10, 0x62, 0xe9, 0x63],
      /byte 0xe9 at offset 4 \(line 2\)/,
      'iconv -f WINDOWS-1252',
    ],
    ['an invalid byte after a U+FFFD', [0xef, 0xbf, 0xbd, 0xc3], /byte 0xc3 at offset 3 \(line 1\)/, 'iconv'],
    ['a surrogate', [0x61, 0xed, 0xa0, 0x80], /byte 0xed at offset 1/, 'iconv'],
    ['an overlong form', [0xc0, 0x80], /byte 0xc0 at offset 0/, 'iconv'],
    ['a character cut off', [0x61, 0xf0, 0x9f, 0x98], /byte 0xf0 at offset 1/, 'iconv'],
  ])('is refused with a command that repairs it: %s', (_, bytes, message, hint) => {
    const error = errorOf(() => decode(Buffer.from(bytes), 'my notes.md'))
    expect(error).toMatchObject({ code: 'not-text', path: 'my notes.md' })
    expect(error.message).toMatch(message)
    expect(error.hint).toContain(hint)
  })

  it('is repaired by the suggested command', () => {
    const path = join(folder, "it's.md")
    writeFileSync(path, Buffer.from('\uFEFFüber', 'utf16le'))
    const { hint } = errorOf(() => readText(path))
    execFileSync('sh', ['-c', hint.replace(/^[^:]*: /, '')])
    expect(readText(path).text).toBe('über')
  })
})

describe('readText', () => {
  it('returns the real path, and a stamp that changes with each write', () => {
    const path = join(folder, 'a.md')
    writeFileSync(path, 'one')
    symlinkSync(path, join(folder, 'link.md'))
    const read = readText(join(folder, 'link.md'))
    expect(read).toMatchObject({ path, text: 'one' })
    expect(sameStamp(read.stamp, readText(path).stamp)).toBe(true)
    writeFileSync(path, 'three')
    expect(sameStamp(read.stamp, readText(path).stamp)).toBe(false)
  })

  it.each([
    ['missing.md', 'not-found', /missing.md does not exist/],
    ['a.md/below', 'not-found', /does not exist/],
    ['sub', 'unreadable', /is a folder/],
    ['loop', 'unreadable', /leads back to itself/],
    ['huge', 'unreadable', /513 MiB/],
  ])('refuses %s as %s', (name, code, message) => {
    if (name === 'sub') mkdirSync(join(folder, name))
    if (name === 'loop') symlinkSync('loop', join(folder, name))
    if (name === 'huge') {
      writeFileSync(join(folder, name), '')
      truncateSync(join(folder, name), 513 * 1024 * 1024)
    }
    expectRefusal(name, code, message)
  })

  it.skipIf(process.platform === 'win32')('refuses a pipe as unreadable', () => {
    execFileSync('mkfifo', [join(folder, 'pipe')])
    expectRefusal('pipe', 'unreadable', /not a regular file/)
  })

  function expectRefusal(name: string, code: string, message: RegExp): void {
    const error = errorOf(() => readText(join(folder, name)))
    expect(error).toMatchObject({ code, path: join(folder, name) })
    expect(error.message).toMatch(message)
    expect(error.hint).not.toBe('')
  }
})
