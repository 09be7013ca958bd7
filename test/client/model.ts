import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One answer from the model: text or tool calls. */
export interface Answer {
  readonly text?: string
  readonly calls?: readonly { readonly name: string; readonly input: object }[]
  /** The context size that the model reports, in tokens. The client uses it to decide when to compact. */
  readonly tokens?: number | undefined
}

export const say = (text: string, tokens?: number): Answer => ({ text, tokens })
export const call = (name: string, input: object, tokens?: number): Answer => ({
  calls: [{ name, input }],
  tokens,
})

interface Block {
  readonly type: string
  readonly text?: string
  readonly content?: string | readonly Block[]
}
interface Message {
  readonly role: 'user' | 'assistant' | 'system'
  readonly content: string | readonly Block[]
}
interface Body {
  readonly model: string
  readonly stream?: boolean
  readonly messages: readonly Message[]
  readonly tools?: readonly { readonly name: string }[]
}

/** A request to the model, as the client sent it. */
export interface Request {
  readonly from: 'session' | 'subagent' | 'summary'
  /** What the model was told since its conversation began: everything but its own words. */
  readonly told: string
  readonly tools: readonly string[]
}

/** A fake Messages API on loopback, which gives the answers that a test queued and keeps every request. */
export interface Model {
  readonly url: string
  readonly requests: Request[]
  /** The queued answers; the model says "OK" when the queue is empty. */
  readonly session: Answer[]
  readonly subagent: Answer[]
  readonly close: () => void
}

const SUMMARY_REQUEST = 'Your task is to create a detailed summary of'

/** The summary that this model writes: it says nothing about the notes or the pad. */
const summary: Answer = { text: '<summary>\nThe user and the agent talked.\n</summary>' }

export async function startModel(): Promise<Model> {
  const requests: Request[] = []
  const session: Answer[] = []
  const subagent: Answer[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      if (request.method !== 'POST' || !request.url?.startsWith('/v1/messages')) {
        response.writeHead(404).end()
        return
      }
      const body: Body = JSON.parse(text)
      const estimate = Math.ceil(text.length / 4)
      if (request.url.includes('count_tokens')) {
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ input_tokens: estimate }))
        return
      }
      const from = senderOf(body, request.headers)
      requests.push({
        from,
        told: body.messages
          .filter(({ role }) => role !== 'assistant')
          .map(({ content }) => textOf(content))
          .join('\n'),
        tools: body.tools?.map(({ name }) => name) ?? [],
      })
      const answer = { session, subagent, summary: [summary] }[from].shift() ?? say('OK')
      reply(response, body, answer, { id: requests.length, tokens: answer.tokens ?? estimate })
    })
  })
  await new Promise<void>(ready => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}`, requests, session, subagent, close }
}

function senderOf({ messages }: Body, headers: IncomingHttpHeaders): Request['from'] {
  const asked = messages.findLast(({ role }) => role === 'user')
  if (asked !== undefined && textOf(asked.content).includes(SUMMARY_REQUEST)) return 'summary'
  return headers['x-claude-code-agent-id'] === undefined ? 'session' : 'subagent'
}

const textOf = (content: string | readonly Block[]): string =>
  typeof content === 'string'
    ? content
    : content.map(({ text, content: inner }) => text ?? (inner === undefined ? '' : textOf(inner))).join('\n')

function reply(
  response: ServerResponse,
  { model, stream }: Body,
  { text, calls = [] }: Answer,
  { id, tokens }: { readonly id: number; readonly tokens: number },
): void {
  const content = [
    ...(text === undefined ? [] : [{ type: 'text' as const, text }]),
    ...calls.map((use, at) => ({ type: 'tool_use' as const, id: `toolu_${id}_${at}`, ...use })),
  ]
  const usage = {
    input_tokens: tokens,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: 5,
  }
  const stop = { stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn', stop_sequence: null }
  const message = { id: `msg_${id}`, type: 'message', role: 'assistant', model, usage }
  if (stream !== true) {
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ ...message, content, ...stop }))
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (type: string, event: object) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...event })}\n\n`)
  send('message_start', { message: { ...message, content: [], stop_reason: null, stop_sequence: null } })
  content.forEach((block, index) => {
    const [empty, delta] =
      block.type === 'text'
        ? [
            { ...block, text: '' },
            { type: 'text_delta', text: block.text },
          ]
        : [
            { ...block, input: {} },
            { type: 'input_json_delta', partial_json: JSON.stringify(block.input) },
          ]
    send('content_block_start', { index, content_block: empty })
    send('content_block_delta', { index, delta })
    send('content_block_stop', { index })
  })
  send('message_delta', { delta: stop, usage })
  send('message_stop', {})
  response.end()
}
