import { realpathSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { isFields, parseFields } from '../read/json.ts'
import { walkUp } from '../read/look.ts'
import type { Environment } from '../user/user-folder.ts'
import { onPath, runProgram } from './programs.ts'

export interface CkQuestion {
  readonly file: string
  readonly root: string
  readonly query: string
  readonly env: Environment
}

export interface CkHit {
  readonly from: number
  readonly to: number
}

/** The timeout of both calls together. */
const PATIENCE_MS = 3_000

/**
 * Asks `ck`, a semantic search tool, for places in the notes file. Returns undefined when ck is not installed, has
 * no index or fails. Never builds an index or downloads a model: that takes minutes and a network.
 */
export function askCk({ file, root, query, env }: CkQuestion): readonly CkHit[] | undefined {
  const program = onPath('ck', env)
  const folder = dirname(file)
  // Check for the index before starting anything: a process costs more than everything else here.
  if (program === undefined || (env.CK_INDEX_DIR === undefined && walkUp(folder, '.ck') === undefined))
    return undefined
  const words = query
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, ' ')
    .replaceAll(/(^|\s)-+/g, '$1')
    .trim()
  if (words === '') return undefined
  const deadline = Date.now() + PATIENCE_MS
  const run = (args: readonly string[]): string | undefined => {
    const timeout = deadline - Date.now()
    if (timeout <= 0) return undefined
    const { status, stdout } = runProgram(program, args, { cwd: root, env, timeout, isQuiet: true })
    return status === 0 ? stdout : undefined
  }
  const status = parseFields(run(['--status-json', folder]) ?? '')
  if (!(Number(status?.embedded_chunks) > 0)) return undefined
  // No --threshold: ck compares it with scores that never exceed 0.033, so the usual 0.5 drops everything.
  const answer = run([
    '--hybrid',
    words.slice(0, 500),
    '--jsonl',
    '--no-snippet',
    '--topk',
    '20',
    '-q',
    folder,
  ])
  return answer === undefined ? undefined : hitsIn(answer, file, root)
}

/** Reads one object per line; undefined when a line is not a hit, or no hit is in the notes file. */
function hitsIn(answer: string, file: string, root: string): readonly CkHit[] | undefined {
  const hits: CkHit[] = []
  for (const line of answer.split('\n').filter(part => part.trim() !== '')) {
    const hit = readHit(line)
    if (hit === undefined) return undefined
    if (isSame(hit.path, file, root)) hits.push({ from: hit.from, to: hit.to })
  }
  return hits.length === 0 ? undefined : hits
}

function readHit(line: string): (CkHit & { path: string }) | undefined {
  const { path, span } = parseFields(line) ?? {}
  if (typeof path !== 'string' || !isFields(span)) return undefined
  const { line_start: from, line_end: to } = span
  return Number.isInteger(from) && Number.isInteger(to)
    ? { path, from: Number(from), to: Number(to) }
    : undefined
}

function isSame(path: string, file: string, root: string): boolean {
  try {
    return realpathSync.native(resolve(root, path)) === realpathSync.native(file)
  } catch {
    return false
  }
}
