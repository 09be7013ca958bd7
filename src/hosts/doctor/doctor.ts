import type { OpenProject } from '../../project/open.ts'
import { type Check, type Diagnosis, ok, problemOf } from './check.ts'
import { checkInstallation } from './installed.ts'
import { checkNode, checkPrograms, checkUserFolders } from './machine.ts'
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
    ...checkPrograms(open),
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
