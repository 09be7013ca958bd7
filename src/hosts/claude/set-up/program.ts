import { isWindows } from '../../../files/lock/this-process.ts'
import { type Environment, hasLocalScript, LOCAL_SCRIPT } from '../../../project/open.ts'
import type { Call } from './call.ts'

/** A hook in the format of Claude Code's settings. */
export interface HookCommand extends Call {
  readonly type: 'command'
  readonly timeout: number
}

/** An MCP server in the format of `.mcp.json`. */
export interface McpServer {
  readonly command: string
  readonly args: readonly string[]
}

/** How this project's sessions start `notes`. */
export interface Program {
  /** The file in the project that node runs, or undefined to run `notes` from the PATH. */
  readonly script: string | undefined
  /** Does the client start commands in a POSIX shell? On Windows it may be PowerShell, which has no `exec`. */
  readonly hasShell: boolean
  /**
   * Does the command unset `NODE_EXTRA_CA_CERTS`? Node 20 reads a proxy's certificates at each start, which takes 28 ms
   * (nodejs/node#40524).
   */
  readonly clearsCertificates: boolean
}

export const programFor = (root: string, env: Environment): Program => ({
  script: hasLocalScript(root) ? LOCAL_SCRIPT : undefined,
  hasShell: !isWindows,
  clearsCertificates: Boolean(env.NODE_EXTRA_CA_CERTS) && !isWindows,
})

/** Does the command run the package installed in the project, rather than a `notes` on the PATH? */
export const runsScript = ({ command, args = [] }: Call): boolean =>
  [command, ...args].some(word => word.includes(LOCAL_SCRIPT))

/** Returns what to type in a terminal to run the program. */
export const typedWord = ({ script }: Program): string => (script === undefined ? 'notes' : 'npx notes')

/** Code for `node -e` that requires the file in the next argument, if that file exists. */
const QUIETLY = 'try{require(process.argv[1])}catch{}'

/**
 * Returns the fastest command that is silent for a colleague who has not installed the package. Without the package,
 * `node FILE` prints a stack trace. A shell that first looks for the file takes 0.4 ms, `node -e` 3.5 ms, and `npx` 200
 * ms.
 */
export function hookCommand(
  { script, hasShell, clearsCertificates }: Program,
  { name, timeout }: { readonly name: string; readonly timeout: number },
): HookCommand {
  const common = { type: 'command', timeout } as const
  if (!hasShell)
    return script === undefined
      ? { ...common, command: `notes hook ${name}` }
      : {
          ...common,
          command: 'node',
          args: ['-e', QUIETLY, `\${CLAUDE_PROJECT_DIR}/${script}`, 'hook', name],
        }
  const clear = clearsCertificates ? 'NODE_EXTRA_CA_CERTS= ' : ''
  const file = `"$CLAUDE_PROJECT_DIR"/${script}`
  return script === undefined
    ? { ...common, command: `! command -v notes >/dev/null || ${clear}exec notes hook ${name}` }
    : { ...common, command: `[ ! -f ${file} ] || ${clear}exec node ${file} hook ${name}` }
}

/** Every command that `notes init` may write for this event, on any machine. */
export const knownCommands = (event: string): readonly Call[] => [
  ...[LOCAL_SCRIPT, undefined].flatMap(script =>
    [
      { hasShell: true, clearsCertificates: true },
      { hasShell: true, clearsCertificates: false },
      { hasShell: false, clearsCertificates: false },
    ].map(machine => hookCommand({ script, ...machine }, { name: event, timeout: 0 })),
  ),
]

/** Commands that run only `notes`, from the places where `notes init` or the build of this package puts it. */
export const runnableCommands = (event: string): readonly Call[] => [
  ...knownCommands(event),
  hookCommand(OWN_PROGRAM, { name: event, timeout: 0 }),
]

const OWN_BUILD = 'dist/notes.cjs'

/** In the repository of this package, the program is its own build. */
export const OWN_PROGRAM: Program = { script: OWN_BUILD, hasShell: true, clearsCertificates: false }

/** The scripts in a project that these commands run. */
export const SCRIPTS: readonly string[] = [LOCAL_SCRIPT, OWN_BUILD]

export const isSameCall = (one: Call, other: Call): boolean =>
  JSON.stringify([one.command, one.args]) === JSON.stringify([other.command, other.args])

/**
 * Returns the server for `.mcp.json`. Its script is a relative path, because the client starts it in the project
 * folder.
 */
export function mcpServer({ script }: Pick<Program, 'script'>): McpServer {
  if (script !== undefined) return { command: 'node', args: [script, 'mcp'] }
  return isWindows ? { command: 'cmd', args: ['/c', 'notes', 'mcp'] } : { command: 'notes', args: ['mcp'] }
}

export const isRunnableServer = (server: McpServer): boolean =>
  [...knownServers, mcpServer(OWN_PROGRAM)].some(known => isSameCall(known, server))

export const knownServers: readonly McpServer[] = [
  { command: 'node', args: [LOCAL_SCRIPT, 'mcp'] },
  { command: 'notes', args: ['mcp'] },
  { command: 'cmd', args: ['/c', 'notes', 'mcp'] },
]
