import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NotesError } from '../../error.ts'
import { isWindows } from '../lock/this-process.ts'
import type { Environment } from '../user/user-folder.ts'
import { shellWord } from './programs.ts'

export interface Editing {
  readonly text: string
  /** Keeps the file and returns its path, for when the text could not be written. */
  keep(): string
}

/** Opens text in the user's editor, as git does, and hands the saved text to `use`. */
export async function inEditor<T>(
  text: string,
  env: Environment,
  use: (edited: Editing) => Promise<T>,
): Promise<T> {
  const editor = env.VISUAL || env.EDITOR
  if (editor === undefined || editor === '')
    throw new NotesError('usage', 'There is no editor to open', 'Set VISUAL or EDITOR, or pass the fields')
  const folder = mkdtempSync(join(tmpdir(), 'notes-edit-'))
  const path = join(folder, 'record.md')
  let kept = false
  try {
    writeFileSync(path, `${text}\n`, { mode: 0o600 })
    // Runs a shell, since the variable may hold arguments: `code --wait`.
    const { status, error } = spawnSync(`${editor} ${isWindows ? `"${path}"` : shellWord(path)}`, {
      shell: true,
      stdio: 'inherit',
      env: { ...env },
    })
    if (error !== undefined || status !== 0)
      throw new NotesError('not-written', `The editor failed: ${editor}`, 'Nothing was changed', {
        cause: error,
      })
    const keep = (): string => {
      kept = true
      return path
    }
    return await use({ text: readFileSync(path, 'utf8').replace(/(?:\r?\n)+$/, ''), keep })
  } finally {
    if (!kept) rmSync(folder, { recursive: true, force: true })
  }
}
