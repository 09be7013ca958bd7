import { toolSets } from '../../config/fields.ts'
import { toolsOf } from './tools.ts'

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
