import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { ErrorCode, type JSONRPCMessage, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js'
import type { Streams } from './serve.ts'

/** A longer line is not kept in memory, because no tool accepts that much. */
const MAX_BYTES = 8 * 1024 * 1024

/**
 * Reads and writes one JSON-RPC message per line. The SDK's transport closes when a line is too long, and leaves the
 * client waiting for an answer when a line is broken. `ended` is called when the input ends, or when nothing reads the
 * output anymore.
 */
export function lineTransport({ input, output }: Streams, ended: () => void): Transport {
  let parts: Buffer[] = []
  let size = 0

  const transport: Transport = {
    async start() {
      input.on('data', read)
      input.on('end', ended)
      input.on('close', ended)
      input.on('error', ended)
      // The client is gone, so nothing reads the output anymore.
      output.on('error', ended)
    },
    send: message =>
      new Promise(resolve => {
        output.write(`${JSON.stringify(message)}\n`, () => resolve())
      }),
    async close() {
      input.removeListener('data', read)
      input.pause()
      transport.onclose?.()
    },
  }

  const read = (chunk: Buffer | string): void => {
    let rest = Buffer.from(chunk)
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      take(rest.subarray(0, end))
      if (size > MAX_BYTES) refuse(ErrorCode.InvalidRequest, `A message of ${size} bytes is too long`)
      else receive(Buffer.concat(parts).toString().trim())
      parts = []
      size = 0
      rest = rest.subarray(end + 1)
    }
    take(rest)
  }

  const take = (part: Buffer): void => {
    size += part.length
    if (size > MAX_BYTES) parts = []
    else if (part.length > 0) parts.push(part)
  }

  const receive = (line: string): void => {
    if (line === '') return
    let value: unknown
    try {
      value = JSON.parse(line)
    } catch {
      refuse(ErrorCode.ParseError, 'This line is not JSON; write one JSON-RPC message per line')
      return
    }
    const message = JSONRPCMessageSchema.safeParse(value)
    if (message.success) transport.onmessage?.(message.data)
    else refuse(ErrorCode.InvalidRequest, 'This is not a JSON-RPC 2.0 message', idOf(value))
  }

  const refuse = (code: number, message: string, id?: string | number): void => {
    const refusal: JSONRPCMessage = {
      jsonrpc: '2.0',
      ...(id === undefined ? {} : { id }),
      error: { code, message },
    }
    void transport.send(refusal)
  }

  return transport
}

function idOf(value: unknown): string | number | undefined {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as string | number) : undefined
}
