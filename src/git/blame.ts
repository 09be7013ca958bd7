import { dirname, relative, sep } from 'node:path'
import { walkUp } from '../files/read/look.ts'
import { runGit } from './git.ts'

export interface BlamedLine {
  readonly text: string
  readonly commit: string
  /** When the commit that last wrote the line was made. Milliseconds since 1970. */
  readonly at: number
}

/**
 * The lines of a file as they are in HEAD. Of the work tree git would tell more, but it would run the filters that the
 * repository configures. Undefined without git, for a file that is not committed, and when the time is over.
 */
export function blame(file: string, limitMs = 60_000): readonly BlamedLine[] | undefined {
  const top = walkUp(dirname(file), '.git')
  if (top === undefined) return undefined
  const name = relative(top, file).split(sep).join('/')
  if (limitMs <= 0) return undefined
  const command = ['blame', '--porcelain', '--no-textconv', 'HEAD', '--', name] as const
  const { stdout, problem } = runGit(top, command, '', limitMs)
  return problem === undefined ? readBlame(stdout.toString()) : undefined
}

/** A commit is described only before the first of its lines. */
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
