import { chosenRoot, gitRoot, isUnconfigured } from '../../../files/project-root.ts'
import { recoverKept } from '../../../project/recover/recover-kept.ts'
import type { HookCall } from './payload.ts'

/** The project of a hook call that can be answered with the default settings. */
export interface ProjectAtOnce {
  readonly root: string
  readonly file?: string
}

/** Settings that do not affect an answer. If any other is set, the full code path reads the configuration. */
const NO_MATTER = {
  start: /^hooks\.|^session\.(?:order|inject|subagents|onClear|compaction\.\w+|scratchpad\.nudge\w+)$/,
  prompt: /^hooks\.|^session\.(?:order|subagents|onClear|compaction\.hold)$/,
  turn: /^hooks\.|^session\.(?:order|subagents|onClear|compaction\.hold|inject|(?:notes|notepad|plan|refs|cards|scratchpad)\.\w+)$/,
}

export const followsDefaults = (settings: readonly string[], answer: keyof typeof NO_MATTER): boolean =>
  settings.every(setting => NO_MATTER[answer].test(setting))

/** Returns undefined when the answer depends on a configuration. */
export function projectAtOnce(
  { cwd, env }: HookCall,
  answer: keyof typeof NO_MATTER,
): ProjectAtOnce | undefined {
  const claude = chosenRoot({ cwd, env })
  if (isUnconfigured(cwd) && (claude === undefined || isUnconfigured(claude.root)))
    return claude ?? gitRoot(cwd)
  const kept = recoverKept({ cwd, env }, { level: 1 })
  return kept !== undefined && followsDefaults(kept.settings, answer) ? kept : undefined
}
