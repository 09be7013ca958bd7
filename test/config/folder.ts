import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'

type Files = Readonly<Record<string, string | Uint8Array>>

/** A folder with these files, removed after the test. A name that ends in `/` is a folder. */
export const folderWith = (files: Files = {}): string => make(files, onTestFinished)

/** Like `folderWith`, but the folder is removed after all tests of a file. */
export const sharedFolder = (files: Files = {}): string => make(files, afterAll)

function make(files: Files, finished: (clean: () => void) => void): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'notes-')))
  finished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name)
    mkdirSync(name.endsWith('/') ? path : dirname(path), { recursive: true })
    if (!name.endsWith('/')) writeFileSync(path, text)
  }
  return folder
}
