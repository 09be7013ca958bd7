import { nodeVersion } from '../../files/lock/this-process.ts'
import { beadsFolder, findBeads, runBeads } from '../../files/programs/beads-tool.ts'
import { onPath, runProgram } from '../../files/programs/programs.ts'
import { isWritable } from '../../files/update-file.ts'
import { userFolder, userFolderPath } from '../../files/user/user-folder.ts'
import type { OpenProject } from '../../project/open.ts'
import { broken, type Check, type Diagnosis, ok, problemOf } from './check.ts'
import { checkInstallation } from './installed.ts'
import { checkLock, checkMerge, checkNotesFile, checkSessions } from './project.ts'

/** Checks everything that a session depends on, without disturbing real ones: replays have folders of their own. */
export function diagnose(open: OpenProject): Diagnosis {
  const machine = [checkNode(), ...checkUserFolders(open)]
  const config = configCheck(open)
  if (config.state === 'broken') return { checks: [...machine, config], replays: [] }
  const { checks, replays } = checkInstallation(open)
  const project = [
    config,
    checkNotesFile(open),
    checkLock(open),
    checkSessions(open),
    ...checkMerge(open),
    ...checkBeads(open),
    ...checkCk(open),
  ]
  return { checks: [...machine, ...project, ...checks], replays }
}

function configCheck(open: OpenProject): Check {
  try {
    const { project, config } = open
    return ok('project', config.path === undefined ? project.root : `${project.root}, ${config.path}`)
  } catch (error) {
    return problemOf('project', error)
  }
}

/** Runs the repairs that lose nothing. Returns the names of the checks it repaired. */
export async function repair({ checks }: Diagnosis): Promise<readonly string[]> {
  const done: string[] = []
  for (const { name, state, fix } of checks) {
    if (state !== 'broken' || fix?.run === undefined) continue
    await fix.run()
    done.push(name)
  }
  return done
}

/** The minimum version, as in `engines` of package.json. */
const MIN_NODE = [20, 19] as const

export function checkNode(version: string = nodeVersion): Check {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number)
  const isEnough = major > MIN_NODE[0] || (major === MIN_NODE[0] && minor >= MIN_NODE[1])
  if (isEnough) return ok('Node', version)
  return broken(
    'Node',
    `${version}, expected v${MIN_NODE.join('.')} or later`,
    'install a newer Node: https://nodejs.org',
  )
}

/**
 * Checks the folders for kept slices, for the hooks' memory and for their error log. Without these folders everything
 * works, but more slowly, and reminders repeat.
 */
function checkUserFolders({ env }: OpenProject): readonly Check[] {
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

// Other programs are asked only for their versions, which changes nothing.

function checkBeads({ project: { root }, env }: OpenProject): readonly Check[] {
  if (beadsFolder(root, env) === undefined) return []
  try {
    const tool = findBeads(root, env)
    const { status, stdout, stderr } = runBeads(tool, ['--version'], 5_000)
    const said = `${stdout}${stderr}`.trim().split('\n')[0] ?? ''
    if (status === 0) return [ok('beads', said)]
    return [broken('beads', `${tool.program} exits with ${status}: ${said}`, `${tool.name} doctor`)]
  } catch (error) {
    return [problemOf('beads', error)]
  }
}

function checkCk({ cwd, env }: OpenProject): readonly Check[] {
  const program = onPath('ck', env)
  if (program === undefined) return []
  const { status, stdout, stderr } = runProgram(program, ['--version'], { cwd, env, timeout: 5_000 })
  const said = `${stdout}${stderr}`.trim().split('\n')[0] ?? ''
  if (status === 0) return [ok('ck', said)]
  const what = `${program} exits with ${status ?? 'a signal'}: ${said}`
  return [broken('ck', what, `install ck again, or remove ${program}`)]
}
