import { isToolSet, type ToolSet } from '../../config/fields.ts'
import { nearestName } from '../../config/nearest-name.ts'
import type { OpenProject } from '../../project/open.ts'
import { usage } from './input.ts'
import { padTools } from './pad-tools.ts'
import { readingTools } from './reading-tools.ts'
import { recordTools } from './record-tools.ts'
import type { Tool } from './tool.ts'
import { writingTools } from './writing-tools.ts'

/** Returns the sets to offer: those asked for, else those of the configuration, which can also turn off pads. */
export function setsOn({ config }: OpenProject, asked: readonly ToolSet[] | undefined): readonly ToolSet[] {
  const { mcp, session } = config.values
  const sets = asked ?? mcp.tools.filter(isToolSet)
  return session.enabled ? sets : sets.filter(set => set === 'project')
}

/** The tools of some sets, in the order of `tools/list`: those that are always shown come first. */
export function toolsOf(sets: readonly ToolSet[]): readonly Tool[] {
  const project = sets.includes('project') ? [...readingTools, ...writingTools, ...recordTools] : []
  const pads = padTools.filter(({ vocabulary }) => sets.some(set => set === vocabulary))
  return [...project, ...pads].toSorted((a, b) => Number(b.atHand ?? false) - Number(a.atHand ?? false))
}

/** Finds a tool by its name or alias. */
export function toolNamed(tools: readonly Tool[], name: string): Tool {
  const found = tools.find(tool => tool.name === name || tool.aliases?.includes(name))
  if (found !== undefined) return found
  const names = tools.map(tool => tool.name)
  const near = nearestName(name, names)
  throw usage(
    `There is no tool "${name.slice(0, 80)}"`,
    near === undefined ? `Use one of ${names.join(', ')}` : `Did you mean ${near}?`,
  )
}
