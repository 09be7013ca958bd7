import { groupBy } from '../markdown/group-by.ts'
import { compareLines } from '../markdown/line-diff.ts'
import type { CodeReader } from './code.ts'
import type { CodeHistory, Commit, CommitPatch, FilePatch, Hunk } from './history.ts'
import { follow, isTouched, MIN_TELLING, type Stretch, squeezedText } from './hunks.ts'
import { withLf } from './lines.ts'

/** Lines of a commit to be followed to the work tree. */
export interface Start extends Stretch {
  readonly path: string
  /** The index of the commit in the list. */
  readonly commit: number
  /** The whole file in that commit. */
  readonly file: string
}

/** Where followed lines are in the work tree; `lost` when no commit says where they went. */
export type Followed =
  | (Stretch & { readonly path: string; readonly lost?: undefined })
  /** The last file that had them. */
  | { readonly path: string; readonly lost: 'deleted' }

/** Lines on their way from commit to commit. */
interface Trail {
  path: string
  at: Stretch
  /** The commit whose version of the file `at` is a part of. */
  commit: number
  /** The commit that removed them, and all lines that it took with them. */
  lost: { commit: number; around: Around } | undefined
}

/** What stood around some lines, squeezed, nearest first. */
interface Around {
  readonly above: readonly string[]
  readonly below: readonly string[]
}

/** How often lines may go from file to file. */
const MAX_MOVES = 8

/** Follows lines through all commits since, and the changes of the work tree, through renames and moves. */
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

/**
 * Follows lines that have no copies, and were not touched, by one comparison of their file then and now: no commit
 * has to be asked.
 */
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
    const there = byPath.get(trail.path)
    if (there === undefined) byPath.set(trail.path, new Set([trail]))
    else there.add(trail)
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

/** Takes a trail through the change of its file in one commit. */
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

/** The removed lines next to some lines. */
function aroundIn({ lines }: Stretch, hunks: readonly Hunk[]): Around {
  const hunk = hunks.find(({ from, old }) => from <= lines.from && from + old.length > lines.from)
  if (hunk === undefined) return { above: [], below: [] }
  const index = lines.from - hunk.from
  return {
    above: neighbors(hunk.old.slice(0, index).toReversed()),
    below: neighbors(hunk.old.slice(index + lines.to - lines.from + 1)),
  }
}

const NEIGHBORS = 3

/** The nearest lines that are not blank, squeezed. */
export function neighbors(lines: readonly string[]): readonly string[] {
  const found: string[] = []
  for (const line of lines) {
    if (found.length === NEIGHBORS) break
    const words = squeezedText([line])
    if (words !== '') found.push(words)
  }
  return found
}

/** Looks for lost lines in the rest of the commits that removed them. Returns the trails that were found. */
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
    const lines = changedLines(files)
    for (const trail of trails) if (isFound(trail, files, lines, number)) found.push(trail)
  }
  return found
}

function isFound(trail: Trail, files: readonly FilePatch[], lines: ChangedLines, commit: number): boolean {
  const own = files.find(({ from, to }) => from === trail.path && to !== undefined)
  const renamed = own !== undefined && own.to !== trail.path ? follow(trail.at, own.hunks) : undefined
  const next =
    own?.to !== undefined && renamed !== undefined
      ? { path: own.to, at: renamed }
      : moveIn(trail, own?.to ?? trail.path, lines)
  if (next === undefined) return false
  Object.assign(trail, { ...next, commit, lost: undefined })
  return true
}

/** A line that a commit added, in its hunk. */
interface AddedLine {
  readonly path: string
  readonly hunk: Hunk
  readonly index: number
}

/** The lines of a commit by their words. */
interface ChangedLines {
  added(words: string): readonly AddedLine[]
  /** How many lines with these words it removed. */
  removed(words: string): number
}

/** Made when the first line is looked for. */
function changedLines(files: readonly FilePatch[]): ChangedLines {
  let known:
    | { added: ReadonlyMap<string, readonly AddedLine[]>; removed: ReadonlyMap<string, readonly string[]> }
    | undefined
  const read = () => {
    const added = files.flatMap(({ to: path, hunks }) =>
      path === undefined
        ? []
        : hunks.flatMap(hunk => hunk.new.map((text, index) => ({ path, hunk, index, words: text.trim() }))),
    )
    const removed = files.flatMap(({ hunks }) => hunks.flatMap(({ old }) => old.map(text => text.trim())))
    known ??= { added: groupBy(added, ({ words }) => words), removed: groupBy(removed, words => words) }
    return known
  }
  return {
    added: words => (known ?? read()).added.get(words) ?? [],
    removed: words => (known ?? read()).removed.get(words)?.length ?? 0,
  }
}

/** The place to which a commit moved some lines: the one with their words and, of several, with their neighbors. */
function moveIn(
  { at, lost }: Trail,
  path: string,
  lines: ChangedLines,
): { path: string; at: Stretch } | undefined {
  const filled = at.text.findIndex(line => line.trim() !== '')
  const words = at.text.map(line => line.trim())
  const places = lines.added(words[filled] ?? '').flatMap(({ path, hunk, index }) => {
    const first = index - filled
    const text = hunk.new.slice(first, first + words.length)
    const isWhole = first >= 0 && text.length === words.length && squeezedText(text) === squeezedText(at.text)
    if (!isWhole) return []
    const from = hunk.to + first
    const around = {
      above: neighbors(hunk.new.slice(0, first).toReversed()),
      below: neighbors(hunk.new.slice(first + text.length)),
    }
    return [
      {
        path,
        at: { lines: { from, to: from + text.length - 1 }, text },
        score: likeness(lost?.around, around),
      },
    ]
  })
  const best = clearBest(places, place => place.score + (place.path === path ? 0.5 : 0))
  if (best === undefined) return undefined
  // When copies of the line were removed too, its words do not tell which of them went there.
  const isTelling = squeezedText(at.text).length >= MIN_TELLING && lines.removed(words[filled] ?? '') === 1
  return isTelling || best.score > 1 ? best : undefined
}

/** How many neighbors are the same, of up to three on each side. */
export function likeness(one: Around | undefined, other: Around): number {
  if (one === undefined) return 0
  const shared = (a: readonly string[], b: readonly string[]): number =>
    a.filter((line, index) => line === b[index]).length
  return shared(one.above, other.above) + shared(one.below, other.below)
}

/** The one with the highest score; undefined when several share it. */
export function clearBest<One>(all: readonly One[], score: (one: One) => number): One | undefined {
  const scores = all.map(score)
  const best = Math.max(...scores)
  const [first, second] = all.filter((_, index) => scores[index] === best)
  return second === undefined ? first : undefined
}

/** Takes the trails from HEAD to the files as they are in the work tree. */
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
  for (const [index, path] of paths.entries()) {
    const [committed, file] = [texts[index], code.read(path)]
    const now = 'text' in file ? withLf(file.text) : undefined
    const hunks = now === undefined || committed === undefined ? [] : hunksBetween(withLf(committed), now)
    for (const trail of byPath.get(path) ?? [])
      pass(trail, { from: path, ...(now === undefined ? {} : { to: path }), hunks }, commits.length)
  }
}

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
