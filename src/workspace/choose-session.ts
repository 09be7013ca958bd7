import { isThere } from './look.ts'
import { rememberMade } from './made-here.ts'
import { makeFolder } from './session-files.ts'
import type { SessionId } from './session-id.ts'
import { currentPathOf, sessionPathOf } from './session-paths.ts'
import { writeAtomically } from './write.ts'

/** Makes this the session for commands that name none, and registers its log as created here. */
export async function chooseSession(root: string, id: SessionId, env: NodeJS.ProcessEnv): Promise<void> {
  makeFolder(root)
  await writeAtomically(currentPathOf(root), `${id}\n`, { mode: 0o600 })
  for (const path of [currentPathOf(root), sessionPathOf(root, id)])
    if (isThere(path)) rememberMade(path, env)
}
