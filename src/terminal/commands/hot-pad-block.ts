import { chosenRoot, gitRoot, isUnconfigured, rootWithoutGit } from '../../files/project-root.ts'
import { readPlainFile } from '../../files/read/read-for-hook.ts'
import { isForeign, madeHere } from '../../files/sessions/made-here.ts'
import { fileNameOf, isSessionId, type SessionId } from '../../files/sessions/session-id.ts'
import { blockOf, padOf } from '../../project/session/pad-now.ts'
import type { Shown } from '../../safety/door.ts'
import type { Host } from '../program/command.ts'

/**
 * Answers `notes pad block`, which runs before every message, without loading anything else. Returns false and prints
 * nothing when the answer needs more than reading one sound log: a configuration, another option, a problem to report.
 */
export function hotPadBlock(host: Host): boolean {
  const [, command, option, typed, ...more] = host.argv
  const isPlain = option === undefined || (option === '--session' && typed !== undefined)
  if (command !== 'block' || !isPlain || more.length > 0) return false
  try {
    const block = blockFor(host, typed)
    if (block === undefined) return false
    host.out(block)
    return true
  } catch {
    return false
  }
}

function blockFor({ cwd, env }: Host, typed: string | undefined): Shown | undefined {
  const clues = { cwd, env }
  const claude = chosenRoot(clues)
  if (!isUnconfigured(cwd) || (claude !== undefined && !isUnconfigured(claude.root))) return undefined
  const { root } = claude ?? gitRoot(cwd) ?? rootWithoutGit(clues)
  const id = typed ?? (env.NOTES_SESSION || env.CLAUDE_CODE_SESSION_ID || chosenIn(root, env))
  if (id === undefined || !isSessionId(id)) return undefined
  if (typed === undefined && isForeign(`${root}/.notes/sessions/${fileNameOf(id)}`)) return undefined
  const log = readPlainFile(root, ['.notes', 'sessions', fileNameOf(id)])
  return blockOf(typeof log === 'string' ? undefined : padOf(log.text))
}

/** The session chosen by `notes pad use`, else `default`. Undefined when it may have come with a clone. */
function chosenIn(root: string, env: Host['env']): string | undefined {
  const isOurs = (name: string): boolean => madeHere(`${root}/.notes/sessions/${name}`, env) === 'yes'
  const file = readPlainFile(root, ['.notes', 'sessions', 'current'])
  if (file === 'other' || (file !== 'missing' && !isOurs('current'))) return undefined
  const chosen = file === 'missing' ? '' : file.text.trim()
  if (chosen !== '') return chosen
  return isOurs(fileNameOf('default' as SessionId)) ? 'default' : undefined
}
