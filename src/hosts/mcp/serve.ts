import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import pkg from '../../../package.json' with { type: 'json' }
import type { ToolSet } from '../../config/fields.ts'
import { NotesError } from '../../error.ts'
import { queue } from '../../pads/writer.ts'
import { type OpenProject, openProject, type SetupOptions } from '../../project/open.ts'
import { leaveSlice } from '../../project/recover/recover-kept.ts'
import { environmentOf } from '../../project/session/project-session.ts'
import { shownLine } from '../../safety/door.ts'
import { lineTransport } from './lines.ts'
import { instructionsFor, promptNamed, prompts } from './prompts.ts'
import { readResource, resourcesOf, templates } from './resources.ts'
import { problem, runTool, toolToJson } from './tool.ts'
import { setsOn, toolNamed, toolsOf } from './tools.ts'

export interface Streams {
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
}

export interface McpOptions extends Streams, SetupOptions {
  readonly cwd: string
  readonly env?: OpenProject['env']
  readonly now?: () => Date
  /** The sets of tools; by default `mcp.tools` in the configuration. */
  readonly tools?: readonly ToolSet[] | undefined
  /** The process that started the server, whose hooks record its current session. */
  readonly client?: () => number | undefined
  /** Resolves if the server has to stop before its input ends. */
  readonly stopped?: Promise<unknown>
}

/**
 * Serves the notes and the pad of a session over the Model Context Protocol, until the input ends.
 * @example await serveMcp({ cwd: process.cwd(), env: process.env, input: process.stdin, output: process.stdout })
 */
export async function serveMcp(options: McpOptions): Promise<void> {
  const { cwd, env = {}, now, file, root, tools, client = () => undefined, stopped } = options
  // Open the project for each request: the configuration, notes file and session change while the server runs.
  const caller = (call?: unknown): OpenProject => {
    const named = { ...(file === undefined ? {} : { file }), ...(root === undefined ? {} : { root }) }
    const by = { client: client(), call: typeof call === 'string' ? call : undefined }
    return openProject({ cwd, env: environmentOf(env, by), ...(now === undefined ? {} : { now }) }, named)
  }
  const toolsNow = () => toolsOf(setsFor(caller(), tools))

  const server = new Server(
    { name: 'notes', title: 'Notes', version: pkg.version },
    {
      capabilities: { tools: {}, resources: {}, prompts: {} },
      instructions: instructionsNow(caller(), tools),
    },
  )
  const inTurn = queue()
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: toolsNow().map(toolToJson) }) as never)
  server.setRequestHandler(CallToolRequestSchema, ({ params }) =>
    // Changes sent at the same time are made in the order in which they were sent.
    inTurn(async () => {
      try {
        const own = caller(params._meta?.['claudecode/toolUseId'])
        const tool = toolNamed(toolsNow(), params.name)
        const answer = await runTool(tool, own, params.arguments)
        if (!tool.annotations.readOnlyHint && answer.isError !== true) leaveSlice({ cwd: own.cwd, env }, own)
        return answer
      } catch (error) {
        return problem(error)
      }
    }),
  )
  server.setRequestHandler(ListResourcesRequestSchema, () =>
    teaching(() => ({ resources: resourcesOf(caller()).map(({ text, ...resource }) => resource) })),
  )
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: templates }))
  server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) =>
    teaching(() => ({ contents: [{ uri, ...readResource(caller(), uri) }] })),
  )
  server.setRequestHandler(ListPromptsRequestSchema, () => ({
    prompts: prompts.map(({ text, ...prompt }) => ({ ...prompt, arguments: [...prompt.arguments] })),
  }))
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) =>
    teaching(() => {
      const prompt = promptNamed(params.name)
      const text = prompt.text(caller(), params.arguments ?? {})
      return {
        description: prompt.description,
        messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
      }
    }),
  )

  await new Promise<void>((resolve, reject) => {
    void stopped?.then(() => resolve())
    server.connect(lineTransport(options, resolve)).catch(reject)
  })
  // Send the answers to all requests before the connection closes.
  await inTurn(async () => undefined)
  await new Promise(resolve => setImmediate(resolve))
  await server.close()
}

/**
 * Returns the sets to offer, even with a broken configuration: clients need the list of tools to make a call, and each
 * call reports the problem.
 */
function setsFor(caller: OpenProject, asked: readonly ToolSet[] | undefined): readonly ToolSet[] {
  try {
    return setsOn(caller, asked)
  } catch (error) {
    if (error instanceof NotesError) return asked ?? ['project', 'scratchpad']
    throw error
  }
}

function instructionsNow(caller: OpenProject, asked: readonly ToolSet[] | undefined): string {
  try {
    return instructionsFor(caller, setsOn(caller, asked))
  } catch (error) {
    if (!(error instanceof NotesError)) throw error
    return shownLine(`notes cannot run: ${error.message}. ${error.hint}`)
  }
}

/** Rethrows a `NotesError` as a protocol error, for requests whose result cannot carry one. */
function teaching<Answer>(answer: () => Answer): Answer {
  try {
    return answer()
  } catch (error) {
    if (!(error instanceof NotesError)) throw error
    throw new McpError(ErrorCode.InvalidParams, shownLine(`${error.message}. ${error.hint}`))
  }
}
