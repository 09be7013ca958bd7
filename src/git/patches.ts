import type { CommitPatch, FilePatch, Hunk } from '../evidence/past/history.ts'

/**
 * Reads patches without context (`-U0`), each commit announced by a NUL and its id. `toRoot` turns a path relative
 * to the top of the repository into one relative to the project root; undefined for files outside that root.
 */
export function readPatches(
  output: string,
  toRoot: (path: string) => string | undefined,
): readonly CommitPatch[] {
  const commits: { commit: string; files: FilePatch[] }[] = []
  let file: { from?: string; to?: string; hunks: Hunk[] } | undefined
  const lines = lineReader(output)
  for (let line = lines.next(); line !== undefined; line = lines.next()) {
    if (line.startsWith('\0')) {
      commits.push({ commit: line.slice(1), files: [] })
      file = undefined
    } else if (line.startsWith('diff --git ')) {
      file = { ...sameName(line, toRoot), hunks: [] }
      commits.at(-1)?.files.push(file)
    } else if (file === undefined) continue
    else if (line.startsWith('@@ ')) readHunk(line, lines, file.hunks)
    else if (line.startsWith('new file mode')) delete file.from
    else if (line.startsWith('deleted file mode')) delete file.to
    else setName(file, line, toRoot)
  }
  return commits
}

const NAMED = /^(rename from |rename to |--- |\+\+\+ )(.*)$/

function setName(
  file: { from?: string; to?: string },
  line: string,
  toRoot: (path: string) => string | undefined,
): void {
  const [, mark, rest = ''] = NAMED.exec(line) ?? []
  if (mark === undefined) return
  const side = mark === 'rename from ' || mark === '--- ' ? 'from' : 'to'
  const name = unquoted(rest.replace(/\t$/, ''))
  const path = mark.startsWith('rename') ? name : name === '/dev/null' ? undefined : name.slice(2)
  const inRoot = path === undefined ? undefined : toRoot(path)
  if (inRoot === undefined) delete file[side]
  else file[side] = inRoot
}

/** Reads `diff --git a/x b/x`, the only line that names an empty or binary file that kept its name. */
function sameName(
  line: string,
  toRoot: (path: string) => string | undefined,
): { from?: string; to?: string } {
  const names = line.slice('diff --git '.length)
  const half = names.slice(0, (names.length - 1) / 2)
  const name = unquoted(half).slice(2)
  const path = names === `a/${name} b/${name}` || half.startsWith('"') ? toRoot(name) : undefined
  return path === undefined ? {} : { from: path, to: path }
}

const HEADER = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/

function readHunk(line: string, lines: LineReader, hunks: Hunk[]): void {
  const [, from, oldCount = '1', to, newCount = '1'] = HEADER.exec(line) ?? []
  if (from === undefined || to === undefined) return
  const [old, added] = [lines.take(Number(oldCount), '-'), lines.take(Number(newCount), '+')]
  // For an empty side, the header has the number of the line before it.
  hunks.push({
    from: Number(from) + (old.length === 0 ? 1 : 0),
    old,
    to: Number(to) + (added.length === 0 ? 1 : 0),
    new: added,
  })
}

interface LineReader {
  next(): string | undefined
  /** The next `count` lines that start with `mark`, without it. */
  take(count: number, mark: '-' | '+'): string[]
}

function lineReader(text: string): LineReader {
  let at = 0
  // Not `split`: a patch may be 200 MB long, most of it in lines that are skipped.
  const next = (): string | undefined => {
    if (at > text.length) return undefined
    const end = text.indexOf('\n', at)
    const line = text.slice(at, end < 0 ? text.length : end)
    at = end < 0 ? text.length + 1 : end + 1
    return line
  }
  return {
    next,
    take(count, mark) {
      const taken: string[] = []
      for (let line = ''; taken.length < count; ) {
        line = next() ?? ''
        if (line.startsWith(mark)) taken.push(line.slice(1))
        // `\ No newline at end of file`
        else if (!line.startsWith('\\')) break
      }
      return taken
    },
  }
}

/** Reads `--diff-filter=R --name-status -z`: for each renamed file a score, the old name and the new one. */
export function readRenames(output: string): readonly (readonly [from: string, to: string])[] {
  const fields = output.split('\0')
  const renames: [from: string, to: string][] = []
  for (let at = 0; at + 2 < fields.length; at += 3) renames.push([fields[at + 1] ?? '', fields[at + 2] ?? ''])
  return renames
}

/** Undoes git's quoting: it writes names with control characters, quotes or backslashes as C strings. */
function unquoted(name: string): string {
  if (!name.startsWith('"') || !name.endsWith('"')) return name
  const bytes: number[] = []
  for (const [token, octal, escaped] of name.slice(1, -1).matchAll(/\\([0-7]{3})|\\(.)|[^\\]+/g)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8))
    else bytes.push(...Buffer.from(escaped === undefined ? token : (ESCAPES[escaped] ?? escaped)))
  }
  return Buffer.from(bytes).toString()
}

const ESCAPES: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}
