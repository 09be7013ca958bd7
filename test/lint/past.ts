import type { CodeHistory, FilePatch } from '../../src/evidence/past/history.ts'

type Files = Readonly<Record<string, string | null>>

/**
 * Returns a history of two commits, a year apart. A file renamed in between is recognized by its unchanged text.
 */
export function historyOf(past: Files, code: Files): CodeHistory {
  const files = Object.entries(past).map(([from, text]): FilePatch => {
    const [to] =
      code[from] === undefined ? (Object.entries(code).find(([, now]) => now === text) ?? []) : [from]
    return { from, ...(to === undefined ? {} : { to }), hunks: hunksOf(text, code[to ?? '']) }
  })
  return {
    commits: () => [
      { id: 'then', at: Date.parse('2023-01-01') },
      { id: 'now', at: Date.parse('2024-01-15') },
    ],
    textsAt: asked => asked.map(({ commit, path }) => (commit === 'then' ? past : code)[path] ?? undefined),
    patchesSince: () => [{ commit: 'now', files }],
    patchesOf: () => [{ commit: 'now', files }],
    renamesSince: () =>
      new Map(files.flatMap(({ from, to }) => (from && to && from !== to ? [[to, from]] : []))),
    isCut: false,
  }
}

/** Returns the lines between the common beginning and the common end of both texts as one hunk, or no hunk if equal. */
function hunksOf(before: string | null | undefined, after: string | null | undefined): FilePatch['hunks'] {
  const [old, now] = [before ?? '', after ?? ''].map(text => text.split('\n')) as [string[], string[]]
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) start++
  let end = 0
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++
  const [gone, come] = [old.slice(start, old.length - end), now.slice(start, now.length - end)]
  return gone.length + come.length === 0 ? [] : [{ from: start + 1, old: gone, to: start + 1, new: come }]
}
