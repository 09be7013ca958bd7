import { basename } from 'node:path'
import type { CodeReader } from '../evidence/code.ts'
import { codeReader, walkFiles } from '../files/read-code.ts'
import { listFiles } from '../git/git.ts'
import { archivePathOf } from './archive-file.ts'

/** The code of a project, and its files for when something is not where it should be: asked of git, or looked up. */
export function projectCode(root: string): CodeReader {
  const code = codeReader(root)
  let files: readonly string[] | undefined
  return {
    ...code,
    files: () => {
      files ??= listed(root)
      return files
    },
  }
}

/** Notes quote the code, and are not the code that they quote. */
export function withoutNotes(code: CodeReader, file: string): CodeReader {
  const notes = new Set([basename(file), basename(archivePathOf(file))])
  let files: readonly string[] | undefined
  return {
    ...code,
    files: () => {
      files ??= (code.files?.() ?? []).filter(path => !notes.has(path.slice(path.lastIndexOf('/') + 1)))
      return files
    },
  }
}

function listed(root: string): readonly string[] {
  const known = listFiles(root) ?? []
  // A folder that its repository ignores has files all the same.
  return known.length > 0 ? known : walkFiles(root)
}
