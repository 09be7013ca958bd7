import { isFields } from '../../../files/read/json.ts'
import type { LargeResult } from '../how-to-record.ts'

/** One tool call of a batch, as the client reports it. */
export interface ToolCall {
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
  readonly response: unknown
}

export const callsIn = (batch: unknown): readonly ToolCall[] =>
  (Array.isArray(batch) ? batch : []).filter(isFields).map(call => ({
    name: typeof call.tool_name === 'string' ? call.tool_name : '',
    input: isFields(call.tool_input) ? call.tool_input : {},
    response: call.tool_response,
  }))

/** Does the call run a subagent? If so, what it wrote is reported afterwards. */
export const isSubagent = ({ name }: ToolCall): boolean => name === 'Agent' || name === 'Task'

/** Describes a large result and the part worth keeping (`protocols/tool-result-clearing.md`). Undefined for a small one. */
export function largeResult({ name, input, response }: ToolCall): LargeResult | undefined {
  if (!TOOLS.has(name) && (!name.startsWith('mcp__') || OURS.test(name))) return undefined
  const text = textOf(response)
  const lines = countLines(text)
  const command = name === 'Bash' && typeof input.command === 'string' ? input.command : ''
  if ((name === 'Grep' || name === 'Glob' || SEARCH.test(command)) && lines > 20)
    return { what: `a search with ${lines} lines`, keep: 'the key places' }
  if (name === 'Read' && lines > 100)
    return { what: `a file of ${lines} lines`, keep: 'the parts that matter, with their lines' }
  if (LISTING.test(command) && lines > 20)
    return { what: `a listing of ${lines} lines`, keep: 'the structure in a sentence or two' }
  if (TESTS.test(command) && lines > 20)
    return { what: 'a test run', keep: 'how many passed and the names of those that failed' }
  if (text.length > MAX_JSON && /^\s*[[{]/.test(text))
    return { what: 'a large JSON', keep: 'the fields in question' }
  if (text.length > MAX_TEXT)
    return {
      what: `a result of ${Math.round(text.length / 1000)},000 characters`,
      keep: 'what matters in it',
    }
  return undefined
}

const TOOLS = new Set(['Read', 'Grep', 'Glob', 'Bash', 'WebFetch'])
/** Our own server, perhaps from the plugin: what it returns is already noted. */
const OURS = /^mcp__(?:plugin_\w+_)?notes__/
const MAX_JSON = 4_000
const MAX_TEXT = 20_000

const SEARCH = /(?:^|[|;&(\s])(?:rg|grep|ag|ack|find|fd|git\s+grep)\s/
const LISTING = /(?:^|[;&(\s])(?:tree\b|ls\s+(?:-\w*R|.*--recursive)|git\s+ls-files)/
const TESTS =
  /(?:^|[;&(\s])(?:(?:npm|pnpm|yarn|bun)\s+(?:run\s+)?test|(?:npx\s+)?(?:vitest|jest|mocha)|pytest|go\s+test|cargo\s+(?:test|nextest)|mvn\s+.*test|gradle\w*\s+.*test|make\s+\w*test)\b/

/** The client reports the text that the model sees, or the tool's own object. */
function textOf(response: unknown): string {
  if (typeof response === 'string') return response
  if (Array.isArray(response)) return response.map(textOf).join('\n')
  if (!isFields(response)) return ''
  for (const name of ['stdout', 'content', 'text', 'file', 'result', 'filenames']) {
    const value = response[name]
    const text = Array.isArray(value) ? value.map(textOf).join('\n') : textOf(value)
    if (text !== '') return text
  }
  return ''
}

const countLines = (text: string): number => text.split('\n').filter(line => line !== '').length
