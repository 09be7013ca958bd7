import { isThere } from '../../../files/read/look.ts'
import { readSmall } from '../../../files/read/read-for-hook.ts'
import { keptProject, sliceKey } from '../../../files/user/kept-slice.ts'
import { readSessionLog } from '../../../files/user/session-log.ts'
import { nameFor } from '../../../files/user/user-folder.ts'
import { mentionsOf, quotesIn } from '../../../notes/text/mentions.ts'
import { goneFiles } from '../../../project/evidence/gone.ts'
import { fieldsIn, type HookCall, textIn } from './payload.ts'

/** Is this a tool call that involves neither the notes nor the code they cite? */
export function isUnrelated(call: HookCall): boolean {
  const { event, payload, cwd, env } = call
  // When a subagent calls one of our tools, the full code path records which pad is the subagent's.
  if (textIn(payload, 'tool_name').startsWith('mcp__'))
    return event !== 'PreToolUse' || payload.agent_id === undefined
  const path = changedPath(payload)
  if (path === '') return true
  if (event === 'PostToolUse') return !isMarkdown(path)
  const kept = keptProject({ cwd, env }, sliceKey())
  return kept !== undefined && !isMarkdown(path) && !mayConcern(call, kept, path)
}

/** The file that a tool reads or writes. */
export function changedPath(payload: HookCall['payload']): string {
  const input = fieldsIn(payload, 'tool_input')
  return textIn(input, 'file_path') || textIn(input, 'notebook_path')
}

/**
 * Could records rest on this file? They do if they name it, quote words that it now contains, or cite a file that was
 * renamed to it. Returns true when that is unknown.
 */
function mayConcern(
  { env, session }: HookCall,
  { root, file }: { readonly root: string; readonly file: string },
  path: string,
): boolean {
  const notes = readSmall(file)
  if (notes === undefined || mentionsOf(notes, [slashed(path)]).length > 0) return true
  const gone = goneFiles(notes, root)
  if (gone.length > 0) {
    const events = session === undefined ? [] : readSessionLog(env, { root, session })
    const known = events.findLast(event => event.gone === hashOf(gone))?.renamed
    if (known === undefined || !known.every(one => isThere(`${root}/${one}`))) return true
    if (known.some(one => nameOf(one) === nameOf(slashed(path)))) return true
  }
  return quotesIn(notes, readSmall(path) ?? '').length > 0
}

/**
 * Identifies the set of cited files that are gone. While the set stays the same, they are not followed through git
 * again.
 */
export const hashOf = (gone: readonly string[]): string => nameFor(gone.join('\n'))

const slashed = (path: string): string => path.replaceAll('\\', '/')

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** Could this be the path of a notes file? Whatever it is called, a notes file is Markdown or text. */
const isMarkdown = (path: string): boolean => /\.(?:md|mdx|mdown|mkdn?|markdown|txt)$/i.test(path)
