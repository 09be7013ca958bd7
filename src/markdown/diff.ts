import { type Comparison, compareLines, type LineChange } from './line-diff.ts'

/** The number of context lines around each change. */
const CONTEXT = 3

/**
 * Prints a unified diff for `git apply` and patch(1), or '' when the texts are equal. `before` is undefined for a new
 * file. `path` is the path to print in the header, with `/` as the separator.
 *
 * @example unifiedDiff('a\n', 'b\n', { path: 'x' }) // '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n'
 */
export function unifiedDiff(
  before: string | undefined,
  after: string,
  { path }: { readonly path: string },
): string {
  const old = before ?? ''
  if (old === after) return ''
  // A change next to the common start or end needs its context lines, so compare those too.
  const compared = compareLines(old, after, { lines: 'git', margin: CONTEXT })
  const skipped = countLines(old, compared.start)
  const hunks = grouped(compared).map(hunk => printHunk(compared, hunk, skipped))
  const from = before === undefined ? '/dev/null' : fileName(`a/${path}`)
  return `--- ${from}\n+++ ${fileName(`b/${path}`)}\n${hunks.join('')}`
}

/** Changes close enough to share context lines, and the range of lines to print from each text. */
interface Hunk extends LineChange {
  readonly changes: readonly LineChange[]
}

function grouped({ before, changes }: Comparison): Hunk[] {
  const groups: LineChange[][] = []
  for (const change of changes) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    if (last === undefined || change.before.from - last.before.to > 2 * CONTEXT) groups.push([change])
    else group?.push(change)
  }
  return groups.flatMap(group => {
    const [first, last] = [group[0], group.at(-1)]
    if (first === undefined || last === undefined) return []
    const lead = Math.min(CONTEXT, first.before.from)
    const trail = Math.min(CONTEXT, before.length - last.before.to)
    return {
      changes: group,
      before: { from: first.before.from - lead, to: last.before.to + trail },
      after: { from: first.after.from - lead, to: last.after.to + trail },
    }
  })
}

function printHunk({ before, after }: Comparison, hunk: Hunk, skipped: number): string {
  const lines: string[] = [`@@ -${range(hunk.before, skipped)} +${range(hunk.after, skipped)} @@\n`]
  const print = (prefix: string, all: readonly string[], from: number, to: number): void => {
    for (const line of all.slice(from, to))
      lines.push(`${prefix}${line}${line.endsWith('\n') ? '' : NO_NEWLINE}`)
  }
  let at = hunk.before.from
  for (const change of hunk.changes) {
    print(' ', before, at, change.before.from)
    print('-', before, change.before.from, change.before.to)
    print('+', after, change.after.from, change.after.to)
    at = change.before.to
  }
  print(' ', before, at, hunk.before.to)
  return lines.join('')
}

const NO_NEWLINE = '\n\\ No newline at end of file\n'

/** POSIX diff: an empty range names the line before it; a count of 1 is omitted. */
function range({ from, to }: { readonly from: number; readonly to: number }, skipped: number): string {
  const count = to - from
  const start = skipped + from + (count === 0 ? 0 : 1)
  return count === 1 ? `${start}` : `${start},${count}`
}

function countLines(text: string, end: number): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) count++
  return count
}

const QUOTED: Readonly<Record<string, string>> = {
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '"': '\\"',
  '\\': '\\\\',
}

/**
 * Formats a name as git does: C-quoted when it has control characters; a tab follows a name with spaces, which
 * patch(1) would otherwise truncate.
 */
function fileName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to quote
  const quoted = name.replaceAll(/[\u0000-\u001f"\\\u007f]/g, character => {
    return QUOTED[character] ?? `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`
  })
  if (quoted !== name) return `"${quoted}"`
  return name.includes(' ') ? `${name}\t` : name
}
