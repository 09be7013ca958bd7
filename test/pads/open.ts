import { sessionFiles } from '../../src/files/sessions/session-files.ts'
import type { SessionStore } from '../../src/pads/store.ts'
import { memoryStore } from '../../src/pads/store.ts'
import { sessionTools } from '../../src/pads/vocabulary/tools.ts'
import { openSession } from '../../src/project/session/open-session.ts'
import { folderWith } from '../config/folder.ts'

type Options = Parameters<typeof openSession>[0]

/** A session in memory, with the settings that a test is about. */
export const inMemory = (
  session: NonNullable<Options['config']>['session'] = {},
  more: Partial<Options> = {},
) => openSession({ id: 's1', store: memoryStore(), config: { session }, ...more })

/** The stores of a pad: every behavior must hold in both. */
export const stores: readonly (readonly [name: string, make: () => SessionStore])[] = [
  ['memory', () => memoryStore()],
  ['files', () => sessionFiles(folderWith())],
]

/** Calls a tool by its name, as a harness does. */
export async function callTool(
  session: Awaited<ReturnType<typeof openSession>>,
  name: string,
  input: unknown = {},
): Promise<unknown> {
  const tool = sessionTools.find(known => known.name === name || known.aliases.includes(name))
  if (tool === undefined) throw new Error(`no tool ${name}`)
  return tool.handler(session, input)
}

/** A clock that stands still, or advances by `step` each time it is read. */
export function clock(start = Date.UTC(2026, 0, 31, 12), step = 0): () => Date {
  let now = start - step
  return () => {
    now += step
    return new Date(now)
  }
}
