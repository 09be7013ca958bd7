import {
  insertElement,
  itemsOf,
  type JsonNode,
  memberOf,
  parseJson,
  plainValue,
  removeElement,
  type Trail,
} from '../../../config/json.ts'
import { NotesError } from '../../../error.ts'
import { type Call, isOurHook } from './call.ts'
import type { HookEvent } from './events.ts'
import {
  type HookCommand,
  isSameCall,
  knownCommands,
  knownServers,
  type McpServer,
  runsScript,
} from './program.ts'

/** A hook as it is installed: when the client runs it, and what it runs. */
export interface InstalledHook extends Pick<HookEvent, 'name' | 'matcher'> {
  readonly command: HookCommand
}

const groupOf = ({ matcher, command }: InstalledHook) => ({
  ...(matcher === undefined ? {} : { matcher }),
  hooks: [command],
})

/** The `hooks` of a settings file, or of a plugin. */
export const hooksObject = (hooks: readonly InstalledHook[]): object =>
  Object.fromEntries(hooks.map(hook => [hook.name, [groupOf(hook)]]))

/**
 * Adds each hook at the end of its event's list in a settings file, unless one of our hooks is already in that list.
 * Replaces our hooks that were written before the package was installed in the project, and the slower hooks of earlier
 * versions. The rest of the file stays byte for byte the same.
 */
export function withHooks(text: string, hooks: readonly InstalledHook[], path: string): string {
  const isStale = (call: Call) =>
    hooks.some(
      ({ command }) =>
        runsScript(command) && (!runsScript(call) || (command.args === undefined && call.args !== undefined)),
    )
  const kept = text.trim() === '' ? undefined : withoutCalls(text, path, isStale)
  if (kept === undefined) return jsonFile({ hooks: hooksObject(hooks) })
  return hooks.reduce((so, hook) => withHook(so, hook, path), kept)
}

const jsonFile = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

function withHook(text: string, hook: InstalledHook, path: string): string {
  const event = hook.name
  const group = groupOf(hook)
  const root = objectIn(parseJson(text, path), 'the settings', path)
  const hooks = memberOf(root, 'hooks')
  if (hooks === undefined) return insertElement(text, root, { key: 'hooks', value: { [event]: [group] } }, 1)
  const events = objectIn(hooks, '`hooks`', path)
  const entries = memberOf(events, event)
  if (entries === undefined) return insertElement(text, events, { key: event, value: [group] }, 2)
  if (entries.kind !== 'array') throw unexpected(`\`hooks.${event}\``, 'a list', entries, path)
  if (entries.items.flatMap(callsOf).some(call => isOurHook(call, event))) return text
  return insertElement(text, entries, { value: group }, 3)
}

/**
 * Removes the hooks that `notes init` wrote, and the objects and lists that it created around them. Returns undefined
 * if nothing else is in the file.
 */
export function withoutHooks(text: string, path: string): string | undefined {
  return withoutCalls(text, path, () => true)
}

function withoutCalls(text: string, path: string, isUnwanted: (call: Call) => boolean): string | undefined {
  for (let rest = text; ; ) {
    const trail = trailOfOurHook(parseJson(rest, path), isUnwanted)
    if (trail === undefined) return rest
    const less = removeElement(rest, trail)
    if (less === undefined) return undefined
    rest = less
  }
}

/** Finds the last hook in the settings that is exactly as `notes init` writes it. */
function trailOfOurHook(root: JsonNode, isUnwanted: (call: Call) => boolean): Trail | undefined {
  const hooks = memberOf(root, 'hooks')
  if (root.kind !== 'object' || hooks?.kind !== 'object') return undefined
  const outer = { container: root, index: root.members.findIndex(({ value }) => value === hooks) }
  const found = hooks.members.flatMap(({ key, value: list }, index) => {
    if (list.kind !== 'array') return []
    const known = knownCommands(key).filter(isUnwanted)
    return list.items.flatMap((group, at): Trail[] => {
      const calls = memberOf(group, 'hooks')
      if (calls?.kind !== 'array') return []
      const own = calls.items.findLastIndex(
        item => item.kind === 'object' && known.some(call => isSameCall(call, plainValue(item) as Call)),
      )
      if (own < 0) return []
      const around = [outer, { container: hooks, index }, { container: list, index: at }]
      return [calls.items.length === 1 ? around : [...around, { container: calls, index: own }]]
    })
  })
  return found.at(-1)
}

/** Hooks that run `notes hook`, however they were written. */
export function ourHooksIn(text: string, path: string): readonly (Call & { readonly event: string })[] {
  const hooks = memberOf(parseJson(text, path), 'hooks')
  if (hooks?.kind !== 'object') return []
  return hooks.members.flatMap(({ key: event, value }) =>
    itemsOf(value)
      .flatMap(callsOf)
      .filter(call => isOurHook(call, event))
      .map(call => ({ ...call, event })),
  )
}

/**
 * Adds the server to a `.mcp.json`, unless it already has one with that name. Replaces a server that `notes init` wrote
 * before the package was installed in the project.
 */
export function withServer(text: string, server: McpServer, path: string): string {
  const kept = text.trim() === '' ? undefined : withoutStaleServer(text, server, path)
  if (kept === undefined) return jsonFile({ mcpServers: { [SERVER]: server } })
  return addServer(kept, server, path)
}

function withoutStaleServer(text: string, server: McpServer, path: string): string | undefined {
  const present = serverIn(text, path)
  const isStale = present !== undefined && runsScript(server) && !runsScript(present)
  return isStale ? withoutServer(text, path) : text
}

function addServer(text: string, server: McpServer, path: string): string {
  const root = objectIn(parseJson(text, path), 'the MCP servers', path)
  const servers = memberOf(root, 'mcpServers')
  if (servers === undefined)
    return insertElement(text, root, { key: 'mcpServers', value: { [SERVER]: server } }, 1)
  const object = objectIn(servers, '`mcpServers`', path)
  if (memberOf(object, SERVER) !== undefined) return text
  return insertElement(text, object, { key: SERVER, value: server }, 2)
}

const SERVER = 'notes'

/** Returns the server called `notes`, if there is one; a remote one with its address for a command. */
export function serverIn(text: string, path: string): McpServer | undefined {
  const servers = memberOf(parseJson(text, path), 'mcpServers')
  const server = servers === undefined ? undefined : memberOf(servers, SERVER)
  const command = server && (memberOf(server, 'command') ?? memberOf(server, 'url'))
  if (server === undefined || command?.kind !== 'string') return undefined
  return { command: command.value, args: textsOf(memberOf(server, 'args')) }
}

/** Removes the server that `notes init` wrote. Returns undefined if nothing else is in the file. */
export function withoutServer(text: string, path: string): string | undefined {
  const root = parseJson(text, path)
  const servers = memberOf(root, 'mcpServers')
  if (root.kind !== 'object' || servers?.kind !== 'object') return text
  const index = servers.members.findIndex(({ key, value }) => key === SERVER && isKnownServer(value))
  if (index < 0) return text
  const outer = { container: root, index: root.members.findIndex(({ value }) => value === servers) }
  return removeElement(text, [outer, { container: servers, index }])
}

const isKnownServer = (node: JsonNode): boolean =>
  knownServers.some(server => JSON.stringify(server) === JSON.stringify(plainValue(node)))

/** The commands run by one entry of an event's list. */
function callsOf(entry: JsonNode): readonly Call[] {
  return itemsOf(memberOf(entry, 'hooks')).flatMap((hook): readonly Call[] => {
    const command = memberOf(hook, 'command')
    if (command?.kind !== 'string') return []
    const args = memberOf(hook, 'args')
    return [{ command: command.value, ...(args === undefined ? {} : { args: textsOf(args) }) }]
  })
}

const textsOf = (node: JsonNode | undefined): readonly string[] =>
  itemsOf(node).flatMap(item => (item.kind === 'string' ? [item.value] : []))

function objectIn(node: JsonNode, what: string, path: string): Extract<JsonNode, { kind: 'object' }> {
  if (node.kind !== 'object') throw unexpected(what, 'an object', node, path)
  return node
}

function unexpected(what: string, expected: string, { kind, span }: JsonNode, path: string): NotesError {
  return new NotesError(
    'config',
    `Unexpected ${kind} for ${what}, expected ${expected}`,
    'Fix the settings by hand, then run `notes init --claude` again',
    { path, span },
  )
}
