import { groupBy } from '../../markdown/group-by.ts'
import { compareLines } from '../../markdown/line-diff.ts'
import { type CodeReader, withLf } from '../code.ts'
import { extensionOf } from '../search.ts'
import type { CodeHistory, Commit, CommitPatch, FilePatch, Hunk } from './history.ts'
import { follow, isTouched, type Stretch } from './hunks.ts'
import { type Around, moveIn, neighbors } from './moved-lines.ts'

/** Lines of a commit to be followed to the work tree. */
export interface Start extends Stretch {
  readonly path: string
  /** The index of the commit in the list. */
  readonly commit: number
  /** The whole file in that commit. */
  readonly file: string
}

/** The lines in the work tree, or `lost` if no commit shows where they went. */
export type Followed =
  | (Stretch & { readonly path: string; readonly lost?: undefined })
  /** `path` is the last file that had the lines. */
  | { readonly path: string; readonly lost: 'deleted' }

/** Lines that are followed from commit to commit. */
interface Trail {
  path: string
  at: Stretch
  /** The commit whose version of the file holds `at`. */
  commit: number
  /** The commit that removed the lines, and their neighbors that it removed too. */
  lost: { commit: number; around: Around } | undefined
}

/** Limits the moves of lines that go back and forth between files. */
const MAX_MOVES = 8

/** Follows lines through all later commits and the changes of the work tree, including renames and moves. */
export function followAll(
  starts: readonly Start[],
  commits: readonly Commit[],
  history: CodeHistory,
  code: CodeReader,
): readonly Followed[] {
  const near = starts.map(atOnce(code))
  const order = new Map(commits.map(({ id }, index) => [id, index]))
  const all = starts.map(
    ({ path, lines, text, commit }): Trail => ({ path, at: { lines, text }, commit, lost: undefined }),
  )
  const trails = all.filter((_, index) => near[index] === undefined)
  for (let open = trails, move = 0; open.length > 0 && move < MAX_MOVES; move++) {
    const from = commits[Math.min(...open.map(({ commit }) => commit))]
    if (from === undefined) break
    const paths = [...new Set(open.map(({ path }) => path))]
    throughCommits(open, history.patchesSince(from.id, paths), order)
    const lost = open.filter(trail => trail.lost !== undefined)
    open = refind(lost, commits, history)
  }
  throughWorkTree(trails, commits, history, code)
  return all.map(
    ({ path, at, lost }, index) =>
      near[index] ?? (lost === undefined ? { path, ...at } : { path, lost: 'deleted' }),
  )
}

/** Follows lines that are untouched and have no copies by comparing the file then and now. Reads no commit. */
function atOnce(code: CodeReader): (start: Start) => Followed | undefined {
  const known = new Map<string, readonly Hunk[]>()
  return ({ path, file, commit, lines, text }) => {
    const read = code.read(path)
    if ('problem' in read) return undefined
    const now = withLf(read.text)
    const words = text.join('\n')
    if (!standsOnce(words, file) || !standsOnce(words, now)) return undefined
    const key = `${commit}:${path}`
    const hunks = known.get(key) ?? hunksBetween(file, now)
    known.set(key, hunks)
    const next = isTouched(lines, hunks) ? undefined : follow({ lines, text }, hunks)
    return next && { path, ...next }
  }
}

const standsOnce = (words: string, text: string): boolean => {
  const first = text.indexOf(words)
  return first >= 0 && text.indexOf(words, first + 1) < 0
}

function throughCommits(
  trails: readonly Trail[],
  patches: readonly CommitPatch[],
  order: ReadonlyMap<string, number>,
): void {
  const byPath = new Map<string, Set<Trail>>()
  const enter = (trail: Trail): void => {
    byPath.set(trail.path, (byPath.get(trail.path) ?? new Set()).add(trail))
  }
  for (const trail of trails) enter(trail)
  for (const { commit, files } of patches) {
    const number = order.get(commit)
    if (number === undefined) continue
    const moved: Trail[] = []
    for (const file of files) {
      const there = file.from === undefined ? undefined : byPath.get(file.from)
      for (const trail of there ?? []) {
        if (trail.commit >= number || trail.lost !== undefined) continue
        pass(trail, file, number)
        if (trail.path !== file.from) {
          there?.delete(trail)
          moved.push(trail)
        }
      }
    }
    for (const trail of moved) enter(trail)
  }
}

/** Follows a trail through one commit's change to its file. */
function pass(trail: Trail, { to, hunks }: FilePatch, commit: number): void {
  const next = to === undefined ? undefined : follow(trail.at, hunks)
  if (next === undefined || to === undefined) {
    trail.lost = { commit, around: aroundIn(trail.at, hunks) }
    return
  }
  trail.path = to
  trail.at = next
  trail.commit = commit
}

/** Returns the lines next to a stretch that were removed with it. */
function aroundIn({ lines }: Stretch, hunks: readonly Hunk[]): Around {
  const hunk = hunks.find(({ from, old }) => from <= lines.from && from + old.length > lines.from)
  if (hunk === undefined) return { above: [], below: [] }
  const index = lines.from - hunk.from
  return {
    above: neighbors(hunk.old.slice(0, index).toReversed()),
    below: neighbors(hunk.old.slice(index + lines.to - lines.from + 1)),
  }
}

/** Looks for lost lines in the other changes of the commits that removed them. Returns the trails that were found. */
function refind(lost: readonly Trail[], commits: readonly Commit[], history: CodeHistory): Trail[] {
  const byCommit = groupBy(lost, ({ lost }) => lost?.commit ?? 0)
  const patches = new Map(
    history
      .patchesOf([...byCommit.keys()].flatMap(number => commits[number]?.id ?? []))
      .map(({ commit, files }) => [commit, files]),
  )
  const found: Trail[] = []
  for (const [number, trails] of byCommit) {
    const files = patches.get(commits[number]?.id ?? '') ?? []
    found.push(...trails.filter(trail => isFound(trail, files, number)))
  }
  return found
}

function isFound(trail: Trail, files: readonly FilePatch[], commit: number): boolean {
  const own = files.find(({ from, to }) => from === trail.path && to !== undefined)
  const renamed = own !== undefined && own.to !== trail.path ? follow(trail.at, own.hunks) : undefined
  const next =
    own?.to !== undefined && renamed !== undefined
      ? { path: own.to, at: renamed }
      : moveIn(trail.at, { around: trail.lost?.around, path: own?.to ?? trail.path }, files)
  if (next === undefined) return false
  Object.assign(trail, { ...next, commit, lost: undefined })
  return true
}

/** Follows the trails from HEAD to the files as they are in the work tree. */
function throughWorkTree(
  trails: readonly Trail[],
  commits: readonly Commit[],
  history: CodeHistory,
  code: CodeReader,
): void {
  const head = commits.at(-1)
  const byPath = groupBy(
    trails.filter(({ lost }) => lost === undefined),
    ({ path }) => path,
  )
  const paths = [...byPath.keys()]
  const texts = history.textsAt(head === undefined ? [] : paths.map(path => ({ commit: head.id, path })))
  const gone = new Map<string, string>()
  for (const [index, path] of paths.entries()) {
    const [committed, file] = [texts[index], code.read(path)]
    const now = 'text' in file ? withLf(file.text) : undefined
    if (now === undefined && committed !== undefined) gone.set(path, committed)
    const hunks = now === undefined || committed === undefined ? [] : hunksBetween(withLf(committed), now)
    if (now !== undefined)
      for (const trail of byPath.get(path) ?? []) pass(trail, { from: path, to: path, hunks }, commits.length)
  }
  const renamed = head === undefined ? undefined : renamedSince(head.id, gone, history, code)
  for (const path of paths) {
    if ('text' in code.read(path)) continue
    const to = renamed?.get(path)
    for (const trail of byPath.get(path) ?? [])
      pass(trail, { from: path, ...(to === undefined ? {} : { to }), hunks: [] }, commits.length)
  }
}

/** Limits the files read to find renames. In a larger project, quotes of renamed files are found by their words. */
const MAX_READ = 20_000

/** Maps each file renamed but not changed in the work tree to the only new file with the same text. */
function renamedSince(
  commit: string,
  gone: ReadonlyMap<string, string>,
  history: CodeHistory,
  code: CodeReader,
): ReadonlyMap<string, string> {
  const byText = singles(groupBy([...gone], ([, text]) => text))
  const kinds = new Set([...gone.keys()].map(extensionOf))
  const alike: { readonly from: string; readonly path: string }[] = []
  for (const [index, path] of (gone.size === 0 ? [] : (code.files?.() ?? [])).entries()) {
    if (index > MAX_READ || code.isOver?.() === true) return new Map()
    const file = kinds.has(extensionOf(path)) ? (code.peek ?? code.read)(path) : undefined
    const from = file !== undefined && 'text' in file ? byText.get(file.text)?.[0] : undefined
    if (from !== undefined) alike.push({ from, path })
  }
  const before = history.textsAt(alike.map(({ path }) => ({ commit, path })))
  const fresh = groupBy(
    alike.filter((_, index) => before[index] === undefined),
    ({ from }) => from,
  )
  return new Map([...singles(fresh)].map(([from, { path }]) => [from, path]))
}

/** Keeps only the groups with one item, and maps each key to that item. */
const singles = <Key, One>(groups: ReadonlyMap<Key, readonly One[]>): ReadonlyMap<Key, One> =>
  new Map([...groups].flatMap(([key, [one, ...more]]) => (one && more.length === 0 ? [[key, one]] : [])))

function hunksBetween(before: string, after: string): readonly Hunk[] {
  if (before === after) return []
  const compared = compareLines(before, after, { lines: 'git', margin: 0 })
  const skipped = before.slice(0, compared.start).split('\n').length
  const bare = (line: string): string => line.replace(/\n$/, '')
  return compared.changes.map(change => ({
    from: skipped + change.before.from,
    old: compared.before.slice(change.before.from, change.before.to).map(bare),
    to: skipped + change.after.from,
    new: compared.after.slice(change.after.from, change.after.to).map(bare),
  }))
}
