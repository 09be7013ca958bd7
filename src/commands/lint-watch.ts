import { basename, relative, resolve, sep } from 'node:path'
import { isPattern } from '../project/lint/targets.ts'
import { painter, type Shown } from '../safety/door.ts'
import { globMatcher, isSkipped } from '../workspace/glob.ts'
import { isThere } from '../workspace/look.ts'
import { type Wanted, watchFiles } from '../workspace/watch.ts'
import type { Context } from './context.ts'
import type { Host } from './host.ts'
import { forReader } from './output.ts'
import { reportError } from './report-error.ts'

interface Watched {
  readonly files: readonly string[]
  /** Takes the line between two runs: not the stream that a machine reads. */
  readonly announce: Host['out']
  readonly run: () => Promise<{ code: 0 | 1 | 2; paths: () => ReadonlyMap<string, boolean> }>
}

/** Runs again whenever the notes, or the code that they cite, change, until the user interrupts it. */
export async function watchLint(context: Context, { files, announce, run }: Watched): Promise<0 | 1 | 2> {
  const { host } = context
  const asked = askedFor(context, files)
  let wanted = asked
  let code: 0 | 1 | 2 = 0
  await watchFiles(async changed => {
    announce(headline(context, changed))
    try {
      const done = await run()
      code = done.code
      wanted = { ...asked, paths: new Map([...asked.paths, ...done.paths()]) }
    } catch (error) {
      // A file that is gone for now; the next change may bring it back.
      code = reportError(error, host, false)
    }
    return wanted
  }, host.interrupted())
  return code
}

/** The files that were named, existing or not, and the folders in which files of a pattern may appear. */
function askedFor({ host, project }: Context, files: readonly string[]): Wanted {
  const patterns = files.filter(file => isPattern(host.cwd, file))
  const matchers = patterns.map(globMatcher)
  const named = files.filter(file => !patterns.includes(file)).map(file => resolve(host.cwd, file))
  return {
    root: project.root,
    paths: new Map((files.length === 0 ? [project.file] : named).map(path => [path, isThere(path)])),
    folders: patterns.length === 0 ? [] : [host.cwd],
    counts: (path, isFolder) => {
      const inside = relative(host.cwd, path).split(sep).join('/')
      return isFolder ? !isSkipped(basename(path)) : matchers.some(matches => matches(inside))
    },
  }
}

const MAX_NAMES = 3

/** A line between two runs: the time, and the files that changed. */
function headline(context: Context, changed: readonly string[]): Shown {
  const { host } = context
  const time = host.now().toTimeString().slice(0, 8)
  const names = changed.map(path => `${relative(host.cwd, path) || path}${isThere(path) ? '' : ' (gone)'}`)
  const more = names.length > MAX_NAMES ? [`${names.length - MAX_NAMES} more`] : []
  const what =
    names.length === 0 ? 'watching, Ctrl-C ends it' : [...names.slice(0, MAX_NAMES), ...more].join(', ')
  const said = `── ${time}  ${what} `
  return forReader(context, `${painter(host.color).faint(said.padEnd(Math.min(host.columns, 100), '─'))}\n`)
}
