import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderWith, sharedFolder } from '../config/folder.ts'
import { notes } from '../notes-cli.ts'

/** Runs Python code, which can read and write extended attributes without an extra package. */
const python = (code: string, ...args: string[]): string =>
  execFileSync('python3', ['-c', `import os, sys, struct\n${code}`, ...args], { encoding: 'utf8' }).trim()

const attributesOf = (path: string): string =>
  python('print(sorted((x, os.getxattr(sys.argv[1], x)) for x in os.listxattr(sys.argv[1])))', path)

const ACL = `
entries = [(1, 6, 0xffffffff), (2, 4, 12345), (4, 4, 0xffffffff), (16, 4, 0xffffffff), (32, 4, 0xffffffff)]
acl = struct.pack('<I', 2) + b''.join(struct.pack('<HHI', *entry) for entry in entries)
os.setxattr(sys.argv[1], 'system.posix_acl_access', acl)`
const TAG = "os.setxattr(sys.argv[1], 'user.tag', b'blue')"

function canSet(code: string): boolean {
  if (process.platform !== 'linux') return false
  const file = join(sharedFolder({ x: '' }), 'x')
  return spawnSync('python3', ['-c', `import os, sys, struct\n${code}`, file]).status === 0
}

const add = (cwd: string, text: string): void =>
  expect(notes(['question', 'add', text], { cwd }).code).toBe(0)

const isSettable = { tag: canSet(TAG), acl: canSet(ACL) }

test.skipIf(!isSettable.tag)('writing the notes file keeps extended attributes', () => expectKept(TAG))
test.skipIf(!isSettable.acl)('writing the notes file keeps an ACL', () => expectKept(ACL))
test.skipIf(!isSettable.tag || !isSettable.acl)(
  'writing the notes file keeps extended attributes and an ACL',
  () => expectKept(`${TAG}\n${ACL}`),
)

function expectKept(code: string): void {
  const cwd = folderWith({ '.git/HEAD': '' })
  notes(['init'], { cwd })
  const file = join(cwd, 'grimoires/loa/NOTES.md')
  add(cwd, 'one')
  python(code, file)
  const before = attributesOf(file)
  expect(before).not.toBe('[]')
  for (const word of ['two', 'three', 'four']) add(cwd, word)
  expect(attributesOf(file)).toBe(before)
  // An editor saves in place and keeps the attributes; the next command keeps them too.
  writeFileSync(file, readFileSync(file, 'utf8').replace('two', 'changed'))
  add(cwd, 'five')
  expect(attributesOf(file)).toBe(before)
}

test.runIf(process.platform === 'linux')(
  'copying attributes starts ls and cp only once for a file that has no attributes',
  () => {
    const cwd = folderWith({ '.git/HEAD': '', 'bin/.x': '' })
    notes(['init'], { cwd })
    for (const name of ['ls', 'cp'])
      writeFileSync(join(cwd, 'bin', name), `#!/bin/sh\necho ${name} >> ${join(cwd, 'asked')}\n`, {
        mode: 0o755,
      })
    const env = { PATH: `${join(cwd, 'bin')}:${process.env.PATH}` }
    for (const word of ['one', 'two', 'three']) notes(['question', 'add', word], { cwd, env })
    // `ls` and `cp` run side by side, in either order.
    expect(readFileSync(join(cwd, 'asked'), 'utf8').trim().split('\n').sort()).toEqual(['cp', 'ls'])
  },
)
