// Measures `@modelcontextprotocol/server-memory` on the same work as 20 x 20 `notes` commands. Each writer has its own
// server, because every MCP client starts one, and all servers write to one memory file.
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SERVER = fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-memory/dist/index.js'))
const SHARED = 'project'

/** A minimal MCP client: one JSON-RPC message per line. */
async function connect(memory) {
  const child = spawn(process.execPath, [SERVER], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...process.env, MEMORY_FILE_PATH: memory },
  })
  const ended = new Promise(resolve => child.once('close', resolve))
  const waiting = new Map()
  let pending = ''
  child.stdout.setEncoding('utf8').on('data', piece => {
    const lines = `${pending}${piece}`.split('\n')
    pending = lines.pop()
    for (const line of lines) {
      const message = JSON.parse(line)
      waiting.get(message.id)?.(message)
    }
  })
  ended.then(code => {
    for (const answer of waiting.values()) answer({ error: { message: `The server ended with ${code}` } })
  })
  const tell = message => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  let id = 0
  const ask = (method, params) =>
    new Promise(resolve => {
      id += 1
      waiting.set(id, resolve)
      tell({ id, method, params })
    })
  const clientInfo = { name: 'bench', version: '1' }
  const { error } = await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
  if (error !== undefined) throw new Error(error.message)
  tell({ method: 'notifications/initialized' })
  return {
    call: (name, args) => ask('tools/call', { name, arguments: args }),
    close: () => {
      child.stdin.end()
      child.kill()
      return ended
    },
  }
}

const entityOf = name => ({ name, entityType: 'decision', observations: [`${name} was decided`] })

/** Every other call adds a new entity; the rest add an observation to the entity that all writers share. */
async function write(server, writer, writes) {
  let refused = 0
  for (let n = 0; n < writes; n += 1) {
    const name = `w${writer}-${n}`
    const { error, result } =
      n % 2 === 0
        ? await server.call('create_entities', { entities: [entityOf(name)] })
        : await server.call('add_observations', { observations: [{ entityName: SHARED, contents: [name] }] })
    if (error !== undefined || result.isError === true) refused += 1
  }
  return refused
}

/** Counts the facts that can be read from the file, line by line. */
function kept(memory) {
  const found = new Set()
  let torn = 0
  for (const line of readFileSync(memory, 'utf8').split('\n').filter(Boolean)) {
    try {
      const { name, observations } = JSON.parse(line)
      for (const fact of name === SHARED ? observations : [name]) found.add(fact)
    } catch {
      torn += 1
    }
  }
  return { kept: found.size, torn }
}

/** `refused` counts the calls that the server answered with an error; it reported all others as done. */
export async function measureMemoryServer({ folder, writers, writes }) {
  const memory = join(folder, 'memory.jsonl')
  const project = { type: 'entity', name: SHARED, entityType: 'project', observations: [] }
  writeFileSync(memory, JSON.stringify(project))
  const servers = await Promise.all(Array.from({ length: writers }, () => connect(memory)))
  try {
    const begun = performance.now()
    const refused = await Promise.all(servers.map((server, writer) => write(server, writer, writes)))
    const seconds = (performance.now() - begun) / 1000
    return { ...kept(memory), refused: refused.reduce((sum, count) => sum + count), seconds }
  } finally {
    await Promise.all(servers.map(server => server.close()))
  }
}
