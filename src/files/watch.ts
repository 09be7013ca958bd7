import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type FSWatcher, watch } from 'chokidar'
import { wait } from './lock/this-process.ts'
import { isFolder, isThere } from './read/look.ts'
import { isBelow, realPath } from './real-path.ts'

/** The paths to watch. None of them has to exist. */
export interface Wanted {
  readonly root: string
  /** Absolute file paths, and whether the run found them. */
  readonly paths: ReadonlyMap<string, boolean>
  /** Folders where new files may appear, and a filter for them; both use absolute paths. */
  readonly folders: readonly string[]
  readonly counts: (path: string, isFolder: boolean) => boolean
}

/**
 * Editors save in several steps, so events this close together count as one change. `MAX_WAIT` is for programs that
 * never stop writing.
 */
const QUIET = 100
const MAX_WAIT = 1_000

/**
 * Calls `run` once, and again whenever a file it depends on is written, replaced, removed or restored, until `stopped`.
 * Calls never overlap. Watches folders rather than files, since a save by rename makes a new file.
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
      // Check for changes made while there was no watcher.
      events.tell()
    }
    wanted = next
  }
  await watcher.close()
}

type Tell = (appeared?: string) => void

/** Collects events. `next` waits for an event, then for a quiet period; it returns false once `stopped`. */
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
    const end = Date.now() + MAX_WAIT
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

/**
 * Opens a watcher, and resolves when it is ready: from then on no change is missed. Chokidar never again reports a file
 * that is removed during its initial scan, so the scan is repeated if any file changed meanwhile.
 */
async function openWatcher(wanted: Wanted, tell: Tell, usePolling = false): Promise<FSWatcher> {
  const stamps = () => [...wanted.paths.keys()].map(stampOf).join()
  const before = stamps()
  const watcher = await takeStock(wanted, tell, usePolling)
  if (watcher !== undefined && stamps() === before) return watcher
  await watcher?.close()
  // No watcher means that the system ran out of watches, as it may with many open projects. Polling needs none.
  return openWatcher(wanted, tell, usePolling || watcher === undefined)
}

async function takeStock(wanted: Wanted, tell: Tell, usePolling: boolean): Promise<FSWatcher | undefined> {
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
  await watcher.close()
  return undefined
}

/** Returns a link and its target, since either can be replaced. */
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
 * The stamps of the files as the run that started at `start` saw them. A file first seen in that run has no earlier
 * stamp, and gets one if it has not changed since. A file without a stamp counts as changed.
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

/** Was the file written since `start`, so that the run may have read it too early? File times may lag by a few ms. */
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
