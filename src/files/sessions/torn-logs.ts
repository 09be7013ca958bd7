import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { namesIn } from '../read/look.ts'
import { updateFile } from '../update-file.ts'
import { readLog } from './read-log.ts'
import { sessionOfFile } from './session-id.ts'
import { folderIn } from './session-paths.ts'

export interface TornLog {
  readonly path: string
  readonly lines: readonly number[]
}

export function tornLogs(root: string): { readonly logs: number; readonly torn: readonly TornLog[] } {
  const folder = folderIn(root)
  const paths = namesIn(folder)
    .filter(name => sessionOfFile(name) !== undefined)
    .map(name => join(folder, name))
  const torn = paths
    .map(path => ({ path, lines: (readLog(path)?.problems ?? []).map(({ line }) => line) }))
    .filter(({ lines }) => lines.length > 0)
  return { logs: paths.length, torn }
}

/** Moves lines out of a log to a file beside it. The other lines do not change. */
export async function removeTornLines(path: string, lines: readonly number[]): Promise<void> {
  let moved = ''
  await updateFile(path, text => {
    const all = text.split(/(?<=\n)/)
    moved = all.filter((_, index) => lines.includes(index + 1)).join('')
    return all.filter((_, index) => !lines.includes(index + 1)).join('')
  })
  appendFileSync(`${path}.torn`, moved.endsWith('\n') ? moved : `${moved}\n`, { mode: 0o600 })
}
