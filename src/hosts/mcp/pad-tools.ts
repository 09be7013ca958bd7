import { sessionTools } from '../../pads/vocabulary/tools.ts'
import { openOwnPad } from '../../project/session/client-pad.ts'
import { shown, shownJson } from '../../safety/door.ts'
import type { Tool } from './tool.ts'

/** The tools of the pad. The session is looked up at each call, because `/clear` changes it while the server runs. */
export const padTools: readonly (Tool & { readonly vocabulary: string })[] = sessionTools.map(tool => ({
  ...tool,
  title: titleOf(tool.name),
  atHand: tool.name === 'session_scratchpad',
  async call(caller, input) {
    const session = await openOwnPad(caller)
    const { result, refused } = await tool.ask(session, input)
    if (typeof result === 'string') return { text: shown(result), data: { message: result }, refused }
    const { message, ...data } = Object(result) as { readonly message?: unknown }
    const text = typeof message === 'string' ? shown(message) : shownJson(data, { indent: 0 })
    return { text, data, refused }
  },
}))

/** `session_scratchpad` -> `Session scratchpad`. */
function titleOf(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
