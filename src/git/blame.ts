import { inWorkTree, tryGit } from './git.ts'

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
export function blame(path: string, limitMs: number): readonly BlamedLine[] | undefined {
  const file = limitMs > 0 ? inWorkTree(path) : undefined
  if (file === undefined) return undefined
  const command = ['blame', '--porcelain', '--no-textconv', 'HEAD', '--', file.name] as const
  const output = tryGit(file.top, command, limitMs)
  return output === undefined ? undefined : readBlame(output)
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
