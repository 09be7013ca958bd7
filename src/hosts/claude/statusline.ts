import { type Fields, parseFields } from '../../files/read/json.ts'
import { isSessionId, type SessionId } from '../../files/sessions/session-id.ts'
import { keptLine, type StartingPoint } from '../../files/user/kept-slice.ts'
import { ours, shownLine } from '../../safety/door.ts'
import { fieldsIn, type HookHost, isPath, textIn } from './hooks/payload.ts'
import { makeStatusLine } from './status-text.ts'

/** Set by the build. */
declare const NOTES_BUILD: string

export interface StatusCall {
  readonly start: StartingPoint
  readonly session: SessionId | undefined
  readonly key: string
}

/**
 * `notes statusline`: makes one line from the client's JSON. Unless something has changed, it takes no longer than
 * starting bare node. Never throws; if it cannot make the line, the line is empty.
 */
export function statusLineFor(host: HookHost): string {
  try {
    const call = readStatusCall(host)
    return keptLine(call.start, call.key) ?? makeStatusLine(call, host.now)
  } catch {
    return ''
  }
}

export function printStatusLine(host: HookHost): void {
  const line = statusLineFor(host)
  if (line !== '') host.out(ours(`${shownLine(line)}\n`))
}

function readStatusCall(host: HookHost): StatusCall {
  const input = inputOf(host)
  const workspace = fieldsIn(input, 'workspace')
  const [folder, project] = [textIn(workspace, 'current_dir') || input.cwd, textIn(workspace, 'project_dir')]
  const cwd = isPath(folder) ? folder : host.cwd
  const env = isPath(project) ? { ...host.env, CLAUDE_PROJECT_DIR: project } : host.env
  const id = textIn(input, 'session_id') || env.CLAUDE_CODE_SESSION_ID || ''
  const session = isSessionId(id) ? id : undefined
  // The build is part of the key, as another build may word the line differently.
  const key = [NOTES_BUILD, cwd, env.CLAUDE_PROJECT_DIR ?? '', env.NOTES_FILE ?? '', session ?? ''].join('\n')
  return { start: { cwd, env }, session, key }
}

function inputOf({ readInput }: HookHost): Fields {
  try {
    return parseFields(readInput()) ?? {}
  } catch {
    return {}
  }
}
