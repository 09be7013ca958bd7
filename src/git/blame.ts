import { dirname } from 'node:path'
import { walkUp } from '../files/read/look.ts'
import { pathBelow } from '../files/real-path.ts'
import { runGit } from './git.ts'

export interface BlamedLine {
  readonly text: string
  readonly commit: string
  /** Time of the commit that last wrote the line, in milliseconds since 1970. */
  readonly at: number
}

/**
 * Blames the lines of a file in HEAD, not in the work tree, where git would run filters that the repository configures.
 * Undefined without git, for an uncommitted file, and after the time limit.
 */
export function blame(file: string, limitMs = 60_000): readonly BlamedLine[] | undefined {
  const top = walkUp(dirname(file), '.git')
  if (top === undefined) return undefined
  const name = pathBelow(top, file)
  if (limitMs <= 0) return undefined
  const command = ['blame', '--porcelain', '--no-textconv', 'HEAD', '--', name] as const
  const { stdout, problem } = runGit(top, command, '', limitMs)
  return problem === undefined ? readBlame(stdout.toString()) : undefined
}

/** Reads the output of `blame --porcelain`, which describes a commit only before the first of its lines. */
function readBlame(output: string): readonly BlamedLine[] {
  const times = new Map<string, number>()
  const lines: BlamedLine[] = []
  let commit = ''
  for (const line of output.split('\n')) {
    if (line.startsWith('\t')) {
      lines.push({ text: line.slice(1), commit, at: times.get(commit) ?? 0 })
      continue
    }
    const [word = '', value = ''] = line.split(' ', 2)
    if (word === 'committer-time') times.set(commit, Number(value) * 1000)
    else if (/^[0-9a-f]{40,64}$/.test(word)) commit = word
  }
  return lines
}
