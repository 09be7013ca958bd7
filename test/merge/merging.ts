import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type MergedNotes, mergeNotes, type ToMerge } from '../../src/merge/merge-notes.ts'

export type Texts = Pick<ToMerge, 'base' | 'ours' | 'theirs'>

/** git's own merge of three texts. */
export function gitMerge({ base, ours, theirs }: Texts): { text: string; conflicts: number } {
  const folder = mkdtempSync(join(tmpdir(), 'notes-merge-'))
  try {
    const paths = [ours, base, theirs].map((text, index) => {
      const path = join(folder, String(index))
      writeFileSync(path, text)
      return path
    })
    const { status } = spawnSync('git', ['merge-file', '-L', 'ours', '-L', 'base', '-L', 'theirs', ...paths])
    return { text: readFileSync(paths[0] ?? '', 'utf8'), conflicts: status ?? 1 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const merge = (texts: Texts, more: Partial<ToMerge> = {}): MergedNotes =>
  mergeNotes({ ...texts, textMerge: () => gitMerge(texts), ...more })
