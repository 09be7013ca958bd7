import { relative, sep } from 'node:path'
import { type CurrentSession, currentSession } from '../../files/sessions/current-session.ts'
import { isForeign, madeHere } from '../../files/sessions/made-here.ts'
import { listFiles } from '../../git/git.ts'
import type { Environment } from '../open.ts'

/** The session for commands that name none. Marks a pad that may have come with a clone as untrusted. */
export function ambientSession(root: string, env: Environment): CurrentSession {
  return currentSession(root, env, (path, isNamed) => {
    if (isNamed) return !isForeign(path)
    const made = madeHere(path, env)
    return made === 'unknown' ? !isInGit(root, path) : made === 'yes'
  })
}

/** Fallback without a register: a file that git tracks came with the repository. */
function isInGit(root: string, path: string): boolean {
  const name = relative(root, path).split(sep).join('/')
  return listFiles(root)?.includes(name) === true
}
