import { makeFolder } from './session-files.ts'
import type { SessionId } from './session-id.ts'
import { currentPathOf } from './session-paths.ts'
import { writeAtomically } from './write.ts'

/** From now on this is the session of whoever names none. */
export async function chooseSession(root: string, id: SessionId): Promise<void> {
  makeFolder(root)
  await writeAtomically(currentPathOf(root), `${id}\n`, { mode: 0o600 })
}
