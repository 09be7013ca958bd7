import { dirname, join } from 'node:path'
import { NotesError } from '../../error.ts'
import { isWindows } from '../../files/lock/this-process.ts'
import { isFile, isFolder, isThere } from '../../files/look.ts'
import { ownPath } from '../../files/own-names.ts'
import { readText } from '../../files/read-text.ts'
import { createFile } from '../../files/swap/write.ts'
import { updateFile } from '../../files/update-file.ts'
import { type HookCommand, withHook } from './settings.ts'

export interface Installed {
  readonly path: string
  readonly before: string | undefined
  readonly after: string
}

/** Seconds; a start takes a fiftieth of one. */
const TIMEOUT = 10

/** Adds our hook to the project's settings; with `dryRun`, only returns what would change. */
export async function installHooks(
  root: string,
  env: Readonly<Record<string, string | undefined>>,
  dryRun: boolean,
): Promise<Installed> {
  const path = ownPath(root, SETTINGS)
  const hook = fastestHook(root, env)
  const plan = (text: string): string => withHook(text, 'SessionStart', hook, path)
  try {
    if (!isThere(path)) {
      const after = plan('')
      if (dryRun || createFile(path, after)) return { path, before: undefined, after }
    }
    if (dryRun) {
      const { text } = readText(path)
      return { path, before: text, after: plan(text) }
    }
    const { before, after } = await updateFile(path, plan, { root })
    return { path, before, after }
  } catch (error) {
    throw unusable(error, path)
  }
}

const SETTINGS = '.claude/settings.json'

/**
 * Replaces the hint of errors about the settings file, which was written for a notes file and suggests naming
 * another one.
 */
function unusable(error: unknown, path: string): unknown {
  if (!(error instanceof NotesError)) return error
  const again = 'then run `notes init --claude` again'
  if (error.code === 'not-found') {
    const hint = `Remove the link, or create what it points to, ${again}`
    return new NotesError('unreadable', `${SETTINGS} is a link that leads nowhere`, hint, { path })
  }
  const isNoFolder = error.code === 'not-written' && isThere(dirname(path)) && !isFolder(dirname(path))
  if (isNoFolder)
    return new NotesError('not-written', '.claude is a file, expected a folder', `Move it away, ${again}`, {
      path: dirname(path),
    })
  const isNoFile = error.code === 'unreadable' && isThere(path) && !isFile(path)
  return isNoFile ? new NotesError('unreadable', error.message, `Move it away, ${again}`, { path }) : error
}

/**
 * The command that starts fastest: node itself on the file in the project, without a shell (1 ms) and without `npx`
 * (200 ms). If a proxy's certificates are configured, Node 20 reads them at each start (28 ms, nodejs/node#40524),
 * so a shell unsets the variable. When installed elsewhere, `notes` must be on the PATH.
 */
function fastestHook(root: string, env: Readonly<Record<string, string | undefined>>): HookCommand {
  const script = 'node_modules/notesmd/dist/notes.cjs'
  const event = ['hook', 'SessionStart']
  const own = isThere(join(root, script))
  const common = { type: 'command', timeout: TIMEOUT } as const
  if (env.NODE_EXTRA_CA_CERTS && !isWindows) {
    const program = own ? `node "$CLAUDE_PROJECT_DIR"/${script}` : 'notes'
    return { ...common, command: `NODE_EXTRA_CA_CERTS= ${program} ${event.join(' ')}` }
  }
  if (!own) return { ...common, command: `notes ${event.join(' ')}` }
  return { ...common, command: 'node', args: [`\${CLAUDE_PROJECT_DIR}/${script}`, ...event] }
}
