import { findConfig } from '../config/find.ts'
import { promptBlock } from '../session/block.ts'
import { defaultLimits } from '../session/limits.ts'
import { createReplay } from '../session/replay.ts'
import { currentSession } from '../workspace/current-session.ts'
import { chosenRoot, gitRoot, rootWithoutGit } from '../workspace/project-root.ts'
import { readLog } from '../workspace/read-log.ts'
import { checkSessionId } from '../workspace/session-id.ts'
import { sessionPathOf } from '../workspace/session-paths.ts'
import type { Host } from './host.ts'

/**
 * `notes pad block`, asked before every message, without loading anything else. False, and nothing printed, when
 * there is more to it than reading one sound log: a configuration, another option, something to be reported.
 */
export function hotPadBlock(host: Host): boolean {
  const [, command, option, typed, ...more] = host.argv
  const isPlain = option === undefined || (option === '--session' && typed !== undefined)
  if (command !== 'block' || !isPlain || more.length > 0) return false
  try {
    const block = blockOf(host, typed)
    if (block === undefined) return false
    host.out(block)
    return true
  } catch {
    return false
  }
}

function blockOf({ cwd, env }: Host, typed: string | undefined): string | undefined {
  const clues = { cwd, env }
  const claude = chosenRoot(clues)
  if (findConfig(cwd) !== undefined || (claude !== undefined && findConfig(claude.root) !== undefined))
    return undefined
  const { root } = claude ?? gitRoot(cwd) ?? rootWithoutGit(clues)
  const id = typed === undefined ? currentSession(root, env).id : checkSessionId(typed)
  const log = readLog(sessionPathOf(root, id))
  if (log === undefined) return undefined
  const replay = createReplay()
  replay.add(log)
  // Refs beyond the limit are said to be there; that is for the ordinary way.
  if (replay.problems.length > 0 || replay.pad.refs.length > defaultLimits.refs) return undefined
  return promptBlock(replay.pad, defaultLimits.refs)
}
