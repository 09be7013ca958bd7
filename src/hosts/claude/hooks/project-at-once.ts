import { chosenRoot, gitRoot, isUnconfigured } from '../../../files/project-root.ts'
import { recoverKept } from '../../../project/recover/recover-kept.ts'
import type { HookCall } from './payload.ts'

/** The project of a hook, if its sessions and hooks follow the default settings. */
export interface ProjectAtOnce {
  readonly root: string
  /** The notes file, if it is known. */
  readonly file?: string
}

/** Undefined when it takes a configuration to tell. */
export function projectAtOnce({ cwd, env }: HookCall): ProjectAtOnce | undefined {
  const claude = chosenRoot({ cwd, env })
  if (isUnconfigured(cwd) && (claude === undefined || isUnconfigured(claude.root)))
    return claude ?? gitRoot(cwd)
  const kept = recoverKept({ cwd, env }, { level: 1 })
  return kept?.usual === true ? kept : undefined
}
