import { NotesError } from '../../error.ts'
import { nodeVersion } from '../../files/lock/this-process.ts'
import { beadsFolder, findBeads, runBeads } from '../../files/programs/beads-tool.ts'
import { onPath } from '../../files/programs/programs.ts'
import { tryCommand } from '../../files/programs/try-command.ts'
import { isWritable } from '../../files/update-file.ts'
import { userFolder, userFolderPath } from '../../files/user/user-folder.ts'
import type { OpenProject } from '../../project/open.ts'
import { broken, type Check, ok } from './check.ts'

/** The minimum version, as in `engines` of package.json. */
const LEAST_NODE = [20, 19]

export function checkNode(version: string = nodeVersion): Check {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number)
  const [leastMajor = 0, leastMinor = 0] = LEAST_NODE
  const isEnough = major > leastMajor || (major === leastMajor && minor >= leastMinor)
  if (isEnough) return ok('Node', version)
  return broken(
    'Node',
    `${version}, expected v${LEAST_NODE.join('.')} or later`,
    'install a newer Node: https://nodejs.org',
  )
}

/**
 * Checks the folders of kept slices, of the hooks' memory and of their error log. Everything works without these
 * folders, but slower, and reminders repeat.
 */
export function checkUserFolders({ env }: OpenProject): readonly Check[] {
  return (['cache', 'state'] as const).map(kind => {
    const name = `${kind} folder`
    const path = userFolderPath(kind, env)
    if (path === undefined)
      return broken(name, 'no home folder', 'set HOME, or XDG_CACHE_HOME and XDG_STATE_HOME')
    const folder = userFolder(kind, env, true)
    if (folder !== undefined && isWritable(folder)) return ok(name, folder)
    const what = `${path} cannot be used: it must be a writable folder that you own and that no other user can access`
    return broken(name, what, `mkdir -p ${path} && chmod 700 ${path}`)
  })
}

/** Asks other programs only for their versions, which changes nothing of theirs. */
export function checkPrograms({ env, project, cwd }: OpenProject): readonly Check[] {
  return [...checkBeads(project.root, env), ...checkCk(cwd, env)]
}

function checkBeads(root: string, env: OpenProject['env']): readonly Check[] {
  const folder = beadsFolder(root, env)
  if (folder === undefined) return []
  try {
    const tool = findBeads(root, env)
    const { status, stdout, stderr } = runBeads(tool, ['--version'], 5_000)
    const said = `${stdout}${stderr}`.trim().split('\n')[0] ?? ''
    if (status === 0) return [ok('beads', said)]
    return [broken('beads', `${tool.program} exits with ${status}: ${said}`, `${tool.name} doctor`)]
  } catch (error) {
    if (!(error instanceof NotesError)) throw error
    return [broken('beads', error.message, error.hint)]
  }
}

function checkCk(cwd: string, env: OpenProject['env']): readonly Check[] {
  const program = onPath('ck', env)
  if (program === undefined) return []
  const command = { command: program, args: ['--version'], cwd, env, input: '', timeoutMs: 5_000 }
  const { status, stdout, stderr } = tryCommand(command)
  const said = `${stdout}${stderr}`.trim().split('\n')[0] ?? ''
  return status === 0
    ? [ok('ck', said)]
    : [
        broken(
          'ck',
          `${program} exits with ${status ?? 'a signal'}: ${said}`,
          `install ck again, or remove ${program}`,
        ),
      ]
}
