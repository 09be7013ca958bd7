import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type FSWatcher, watch } from 'chokidar'
import { isFolder, isThere } from './look.ts'
import { isBelow, realPath } from './real-path.ts'
import { wait } from './wait.ts'

/** What to keep an eye on. Nothing of it has to be there. */
export interface Wanted {
  readonly root: string
  /** Absolute paths of files, and whether the run found them. */
  readonly paths: ReadonlyMap<string, boolean>
  /** Folders in which files may appear, and which of them count; both are asked for with absolute paths. */
  readonly folders: readonly string[]
  readonly counts: (path: string, isFolder: boolean) => boolean
}

/** Editors save in several steps, and what comes within this time is one change; but some programs never rest. */
const QUIET = 100
const LONGEST_WAIT = 1_000

/**
 * Calls `run`, and calls it again whenever a file that it wants is written, replaced, removed or put back, one call at
 * a time, until `stopped`. Folders are watched rather than files: a file that is saved by renaming is another one.
 */
export async function watchFiles(
  run: (changed: readonly string[]) => Promise<Wanted>,
  stopped: Promise<void>,
): Promise<void> {
  const events = eventsUntil(stopped)
  let start = Date.now()
  let wanted = await run([])
  let seen = stampsBefore(new Map(), wanted, start)
  let watcher = await openWatcher(wanted, events.tell)
  events.tell()
  while (await events.next()) {
    start = Date.now()
    const now = new Map([...wanted.paths.keys()].map(path => [path, stampOf(path)]))
    const changed = [...events.take(), ...now.keys()].filter(
      path => now.get(path) !== seen.get(path) || !now.has(path),
    )
    if (changed.length === 0) continue
    const next = await run([...new Set(changed)])
    seen = stampsBefore(now, next, start)
    if (!isSame(wanted, next)) {
      await watcher.close()
      watcher = await openWatcher(next, events.tell)
      // What changed while nobody looked.
      events.tell()
    }
    wanted = next
  }
  await watcher.close()
}

type Tell = (appeared?: string) => void

/** Waits until something has happened and has been quiet for a while; false once it is over. */
function eventsUntil(stopped: Promise<void>) {
  let appeared = new Set<string>()
  let wake = () => {}
  let happened = false
  let over = false
  stopped.then(() => {
    over = true
    wake()
  })
  const tell: Tell = path => {
    if (path !== undefined) appeared.add(path)
    happened = true
    wake()
  }
  const next = async () => {
    if (!happened && !over)
      await new Promise<void>(resolve => {
        wake = resolve
      })
    const end = Date.now() + LONGEST_WAIT
    while (happened && !over && Date.now() < end) {
      happened = false
      await Promise.race([wait(QUIET), stopped])
    }
    happened = false
    return !over
  }
  const take = () => {
    const all = appeared
    appeared = new Set()
    return all
  }
  return { tell, next, take }
}

/** Resolves when it is ready: from then on no change is missed. */
async function openWatcher(wanted: Wanted, tell: Tell, usePolling = false): Promise<FSWatcher> {
  const paths = new Set([...wanted.paths.keys()].flatMap(withTarget))
  const above = new Set([...paths].flatMap(ancestors))
  const roots = [...paths].map(path => (isBelow(wanted.root, path) ? wanted.root : nearestFolder(path)))
  const watcher = watch([...new Set([...roots, ...wanted.folders])], {
    ignored: (path, stats) => {
      const absolute = resolve(path)
      if (paths.has(absolute) || above.has(absolute)) return false
      const inside = wanted.folders.some(folder => isBelow(folder, absolute))
      return !inside || (stats !== undefined && !wanted.counts(absolute, stats.isDirectory()))
    },
    ignoreInitial: true,
    ignorePermissionErrors: true,
    usePolling,
  })
  watcher.on('all', (event, path) => {
    const absolute = resolve(path)
    tell(event === 'add' && !paths.has(absolute) ? absolute : undefined)
  })
  const isReady = await new Promise<boolean>(resolve => {
    watcher.once('ready', () => resolve(true))
    watcher.on('error', () => resolve(false))
  })
  if (isReady || usePolling) return watcher
  // No watches are left, as on a machine with many projects open: looking now and then needs none.
  await watcher.close()
  return openWatcher(wanted, tell, true)
}

/** A link, and what it leads to: either can be replaced. */
function withTarget(path: string): string[] {
  try {
    return [path, realPath(path)]
  } catch {
    return [path]
  }
}

function ancestors(path: string): string[] {
  const parent = dirname(path)
  return parent === path ? [] : [parent, ...ancestors(parent)]
}

function nearestFolder(path: string): string {
  const parent = dirname(path)
  return isFolder(parent) || parent === path ? parent : nearestFolder(parent)
}

/**
 * The files as the run that began at `start` saw them: those that it found out about only then have no stamp of before,
 * and get one if they have not changed since. Without a stamp they count as changed.
 */
function stampsBefore(
  before: ReadonlyMap<string, string>,
  { paths }: Wanted,
  start: number,
): ReadonlyMap<string, string> {
  const stamps = new Map(before)
  for (const [path, wasThere] of paths)
    if (!stamps.has(path) && isThere(path) === wasThere && !isFresh(path, start))
      stamps.set(path, stampOf(path))
  return stamps
}

function stampOf(path: string): string {
  try {
    const { ino, size, mtimeNs } = statSync(path, { bigint: true })
    return `${ino} ${size} ${mtimeNs}`
  } catch {
    return ''
  }
}

/** Written while it was read, perhaps: the clock of files may be a few milliseconds behind. */
function isFresh(path: string, start: number): boolean {
  try {
    return statSync(path).mtimeMs > start - 20
  } catch {
    return false
  }
}

function isSame(one: Wanted, other: Wanted): boolean {
  return one.paths.size === other.paths.size && [...other.paths.keys()].every(path => one.paths.has(path))
}
