import { basename, relative, resolve, sep } from 'node:path'
import { painter } from '../safety/door.ts'
import { globMatcher, isSkipped } from '../workspace/glob.ts'
import { isThere } from '../workspace/look.ts'
import { type Wanted, watchFiles } from '../workspace/watch.ts'
import type { Context } from './context.ts'
import { usage } from './entries.ts'
import { runLint } from './lint-plainly.ts'
import { formatOf, type LintRequest } from './lint-request.ts'
import { isPattern } from './lint-targets.ts'
import { forReader } from './output.ts'
import { reportError } from './report-error.ts'

/** Lints again whenever the notes, or the code that they cite, change, until somebody interrupts it. */
export async function watchLint(context: Context, request: LintRequest): Promise<0 | 1 | 2> {
  const { host } = context
  if (request.files.includes('-') || request.writeBaseline)
    throw usage(
      `--watch does not go together with ${request.writeBaseline ? '--write-baseline' : '-'}`,
      'Name files, or leave --watch away',
    )
  const asked = askedFor(context, request)
  let wanted = asked
  let code: 0 | 1 | 2 = 0
  await watchFiles(async changed => {
    announce(context, request, changed)
    try {
      const run = await runLint(context, request)
      code = run.code
      wanted = { ...asked, paths: new Map([...asked.paths, ...run.paths()]) }
    } catch (error) {
      // A file that is gone for now; the next change may bring it back.
      code = reportError(error, host, false)
    }
    return wanted
  }, host.interrupted())
  return code
}

/** What was named, there or not, and where files of a pattern may appear. */
function askedFor({ host, project }: Context, { files }: LintRequest): Wanted {
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

const MOST_NAMES = 3

/** A line between runs, with the time and what changed; out of the way of what a machine reads. */
function announce(context: Context, request: LintRequest, changed: readonly string[]): void {
  const { host } = context
  const time = host.now().toTimeString().slice(0, 8)
  const names = changed.map(path => `${relative(host.cwd, path) || path}${isThere(path) ? '' : ' (gone)'}`)
  const more = names.length > MOST_NAMES ? [`${names.length - MOST_NAMES} more`] : []
  const what =
    names.length === 0 ? 'watching, Ctrl-C ends it' : [...names.slice(0, MOST_NAMES), ...more].join(', ')
  const said = `── ${time}  ${what} `
  const line = forReader(
    context,
    `${painter(host.color).faint(said.padEnd(Math.min(host.columns, 100), '─'))}\n`,
  )
  if (formatOf(context, request) === 'stylish') host.out(line)
  else host.err(line)
}
