import { isAbsolute, resolve } from 'node:path'
import { sessionFiles } from '../../../files/sessions/session-files.ts'
import type { SessionId } from '../../../files/sessions/session-id.ts'
import {
  logEvent,
  readSessionLog,
  type SessionEvent,
  type SessionKey,
} from '../../../files/user/session-log.ts'
import type { SessionSettings } from '../../../pads/limits.ts'
import type { Session } from '../../../pads/session.ts'
import { startSession } from '../../../pads/start-session.ts'
import { type OpenProject, openProject } from '../../../project/open.ts'
import { sessionSettings } from '../../../project/session/project-session.ts'
import type { HookCall } from './payload.ts'
import { type SessionState, stateOf } from './session-state.ts'

export interface OpenCall extends HookCall {
  readonly open: OpenProject
  readonly key: SessionKey & { readonly session: SessionId }
  readonly settings: SessionSettings
  readonly state: SessionState
}

/** An absolute path does not depend on the working folder, which may no longer exist. */
export const folderOf = ({ cwd, host }: HookCall): string =>
  isAbsolute(cwd) ? resolve(cwd) : resolve(host.cwd, cwd)

export const openAround = (call: HookCall): OpenProject =>
  openProject({ cwd: folderOf(call), env: call.env, now: call.host.now })

/** Returns undefined for a call without a session. */
export function openCall(call: HookCall): OpenCall | undefined {
  const { session, env } = call
  if (session === undefined) return undefined
  const open = openAround(call)
  const key = { root: open.project.root, session }
  const settings = sessionSettings(open.config.values)
  return { ...call, open, key, settings, state: stateOf(readSessionLog(env, key)) }
}

export const log = ({ env, host, event, key }: OpenCall, more: Partial<SessionEvent>): void =>
  logEvent(env, key, { event, ...more }, host.now())

export const sessionNamed = (call: OpenCall, id: string): Promise<Session> =>
  startSession({ id, store: sessionFiles(call.key.root), settings: call.settings, now: call.host.now })
