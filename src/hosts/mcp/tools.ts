import { isToolSet, type ToolSet, toolSets } from '../../config/fields.ts'
import { nearestName } from '../../config/nearest-name.ts'
import { usage } from '../../error.ts'
import { sessionTools } from '../../pads/vocabulary/tools.ts'
import type { OpenProject } from '../../project/open.ts'
import { openOwnPad } from '../../project/session/project-session.ts'
import { shown, shownJson } from '../../safety/door.ts'
import { findSecrets } from '../../safety/secrets.ts'
import { readingTools } from './reading-tools.ts'
import { recordTools } from './record-tools.ts'
import { reading, type Tool } from './tool.ts'
import { writingTools } from './writing-tools.ts'

const projectTools = [...readingTools, ...writingTools, ...recordTools].map(reading)

/** The tools of the pad. The session is looked up at each call, because `/clear` changes it while the server runs. */
const padTools: readonly (Tool & { readonly vocabulary: string })[] = sessionTools.map(tool => ({
  ...tool,
  title: titleOf(tool.name),
  atHand: tool.name === 'session_scratchpad',
  async call(caller, input) {
    if (!tool.annotations.readOnlyHint) refuseSecrets(input)
    const session = await openOwnPad(caller)
    const { result, refused } = await tool.ask(session, input)
    if (typeof result === 'string') return { text: shown(result), data: { message: result }, refused }
    const { message, ...data } = Object(result) as { readonly message?: unknown }
    const text = typeof message === 'string' ? shown(message) : shownJson(data, { indent: 0 })
    return { text, data, refused }
  },
}))

/** A person can write a secret to a pad; a model would read it back masked. */
function refuseSecrets(input: unknown): void {
  const texts = Object.values(Object(input)).flat()
  const [first] = findSecrets(texts.filter(text => typeof text === 'string').join('\n'))
  if (first === undefined) return
  const { name, masked } = first
  throw usage(
    `This holds a secret (${name}, ${masked}); nothing changed`,
    'Say what the secret is for instead of its value',
  )
}

/** `session_scratchpad` -> `Session scratchpad`. */
function titleOf(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns the sets to offer: those asked for, or else those in the configuration, which can also turn off pads. */
export function setsOn({ config }: OpenProject, asked: readonly ToolSet[] | undefined): readonly ToolSet[] {
  const { mcp, session } = config.values
  const sets = asked ?? mcp.tools.filter(isToolSet)
  return session.enabled ? sets : sets.filter(set => set === 'project')
}

/** The tools of the given sets, in the order of `tools/list`: those that are always shown come first. */
export function toolsOf(sets: readonly ToolSet[]): readonly Tool[] {
  const project = sets.includes('project') ? projectTools : []
  const pads = padTools.filter(({ vocabulary }) => sets.some(set => set === vocabulary))
  return [...project, ...pads].toSorted((a, b) => Number(b.atHand ?? false) - Number(a.atHand ?? false))
}

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

/** The table of tools in `protocols/mcp.md`. */
export function toolTable(): string {
  const rows = toolSets.flatMap(set =>
    toolsOf([set]).map(({ name, inputSchema: { properties, required }, title, annotations }) => {
      const parameters = Object.keys(properties).map(key => (required.includes(key) ? `**${key}**` : key))
      const effect = annotations.readOnlyHint ? 'reads' : annotations.destructiveHint ? 'deletes' : 'writes'
      return `| ${set} | \`${name}\` | ${title} | ${parameters.join(', ')} | ${effect} |`
    }),
  )
  return ['| Set | Tool | | Parameters | |', '|-----|------|---|------------|---|', ...rows].join('\n')
}
