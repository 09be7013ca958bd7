import { dirname, join } from 'node:path'
import { NotesError } from '../../../error.ts'
import { ownPath } from '../../../files/own-names.ts'
import { isFile, isFolder, isLink, isThere } from '../../../files/read/look.ts'
import { readText } from '../../../files/read/read-text.ts'
import { createFile } from '../../../files/swap/write.ts'
import { removeFile, updateFile } from '../../../files/update-file.ts'
import { nameFor } from '../../../files/user/user-folder.ts'
import type { Environment } from '../../../project/open.ts'
import { oneLine } from '../../../safety/one-line.ts'
import { type Guided, guideText } from '../how-to-record.ts'
import { isOurServer } from './call.ts'
import { hookEvents } from './events.ts'
import { hookCommand, mcpServer, type Program, programFor, typedWord } from './program.ts'
import { protocolPages } from './protocol-pages.ts'
import {
  type InstalledHook,
  serverIn,
  withHooks,
  withoutHooks,
  withoutServer,
  withServer,
} from './settings.ts'

export interface Piece {
  /** The path relative to the project, with `/`. */
  readonly name: string
  /**
   * Returns the new text of the file. Undefined, as the argument or the result, stands for a file that does not exist.
   */
  change(text: string | undefined, path: string): string | undefined
}

/** The text of a file before and after an installation. Undefined stands for a file that does not exist. */
export interface Installed {
  readonly path: string
  readonly before: string | undefined
  readonly after: string | undefined
}

/** The agents that read the notes here: Claude Code, and those that read AGENTS.md. */
export interface Readers {
  readonly claude: boolean
  readonly agents: boolean
}

export const SETTINGS = '.claude/settings.json'
export const SERVERS = '.mcp.json'

const hooksFor = (program: Program): readonly InstalledHook[] =>
  hookEvents.map(event => ({ ...event, command: hookCommand(program, event) }))

/** The files that an installation writes to a project whose notes file is `file`. */
export function piecesFor(root: string, env: Environment, file: string, readers: Readers): readonly Piece[] {
  const program = programFor(root, env)
  const guided = { command: typedWord(program), file }
  const hosts: readonly Piece[] = [
    { name: SETTINGS, change: (text = '', path) => withHooks(text, hooksFor(program), path) },
    { name: SERVERS, change: (text = '', path) => withServer(text, mcpServer(program), path) },
  ]
  if (!readers.claude && !readers.agents) return []
  return [...(readers.claude ? hosts : []), ...pages(), ...guides(root, guided, readers)]
}

/** The folder that notes files point to. */
export const PROTOCOLS = '.claude/protocols'

/**
 * The protocol pages of an installation, by name. Each ends with a checksum of its text, which shows whether a user
 * changed the page.
 */
const signedPages: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(protocolPages).map(([name, text]) => [name, signed(text)]),
)

function signed(text: string): string {
  return `${text}\n<!-- Installed by notes init. If you change this page, notes will not overwrite it: ${nameFor(text)} -->\n`
}

const SIGNED = /^([\s\S]*)\n<!-- Installed by notes init\.[^>]*: ([0-9a-f]{16}) -->\n$/

/** Did an installation of any version write exactly this page? A checkout may have changed its line breaks. */
function isOurs(page: string): boolean {
  const [, text = '', sum] = SIGNED.exec(page.replaceAll('\r\n', '\n')) ?? []
  return nameFor(text) === sum
}

const pages = (): readonly Piece[] =>
  Object.entries(signedPages).map(([name, page]) => ({
    name: `${PROTOCOLS}/${name}`,
    change: text => (text === undefined || (isOurs(text) && text !== page) ? page : text),
  }))

/** Describes a server of another program that has the name of ours, so that ours is not installed. */
export function foreignServer(root: string): string | undefined {
  const path = join(root, SERVERS)
  const server = isThere(path) ? serverIn(readText(path).text, path) : undefined
  if (server === undefined || isOurServer(server)) return undefined
  const command = oneLine([server.command, ...server.args].join(' '))
  return `the server "notes" in ${SERVERS} is not ours, it runs ${command}: rename it, then run \`notes init --claude\``
}

const MEMORY_FILES = ['CLAUDE.md', '.claude/CLAUDE.md', 'AGENTS.md']

/** Claude Code reads AGENTS.md only while there is no CLAUDE.md, so a new CLAUDE.md would hide it. */
function guides(root: string, guided: Guided, { claude, agents }: Readers): readonly Piece[] {
  const forClaude = MEMORY_FILES.find(name => isThere(join(root, name))) ?? 'CLAUDE.md'
  const names = new Set([...(claude ? [forClaude] : []), ...(agents ? ['AGENTS.md'] : [])])
  return [...names].map(name => ({ name, change: text => withGuide(text, guided) }))
}

/** The changes that remove what an installation wrote, unless it has been changed since. */
export const piecesToRemove: readonly Piece[] = [
  { name: SETTINGS, change: removing(withoutHooks) },
  { name: SERVERS, change: removing(withoutServer) },
  ...Object.keys(signedPages).map(name => ({
    name: `${PROTOCOLS}/${name}`,
    change: removing(text => (isOurs(text) ? undefined : text)),
  })),
  ...MEMORY_FILES.map(name => ({ name, change: removing(withoutGuide) })),
]

function removing(without: (text: string, path: string) => string | undefined): Piece['change'] {
  return (text, path) => (text === undefined || text.trim() === '' ? text : without(text, path))
}

/** Changes the files of a project; with `dryRun`, only returns what would change. */
export async function install(root: string, pieces: readonly Piece[], dryRun: boolean): Promise<Installed[]> {
  // Every problem is found before anything is written.
  const foreseen = pieces.map(piece => foresee(root, piece))
  if (dryRun) return foreseen
  const done: Installed[] = []
  for (const piece of pieces) done.push(await apply(root, piece))
  return done
}

function foresee(root: string, piece: Piece): Installed {
  const path = ownPath(root, piece.name)
  try {
    const before = isThere(path) ? readText(path).text : undefined
    if (before === undefined) refuseNoFolder(path, piece.name)
    return { path, before, after: piece.change(before, path) }
  } catch (error) {
    throw unusable(error, path)
  }
}

async function apply(root: string, piece: Piece): Promise<Installed> {
  const { path, before, after } = foresee(root, piece)
  if (before === after) return { path, before, after }
  if (before === undefined && after !== undefined)
    return createFile(path, after) ? { path, before, after } : apply(root, piece)
  if (before !== undefined && after === undefined)
    return (await removeFile(path, before, root)) ? { path, before, after } : apply(root, piece)
  const change = (text: string): string => piece.change(text, path) ?? text
  return { path, ...(await updateFile(path, change, { root })) }
}

const AGAIN = 'then run `notes init --claude` again'

/** Throws if a file cannot be created because its folder is a file, or because it is a link that leads nowhere. */
function refuseNoFolder(path: string, name: string): void {
  const folder = dirname(path)
  if (isThere(folder) && !isFolder(folder))
    throw new NotesError(
      'not-written',
      `${dirname(name)} is a file, expected a folder`,
      `Move it away, ${AGAIN}`,
      { path: folder },
    )
  if (isLink(path))
    throw new NotesError(
      'unreadable',
      `${name} is a link that leads nowhere`,
      `Remove the link, or create what it points to, ${AGAIN}`,
      { path },
    )
}

/**
 * Replaces the hint of an `unreadable` error: that hint was written for a notes file, and suggests naming another one.
 */
function unusable(error: unknown, path: string): unknown {
  if (!(error instanceof NotesError) || error.code !== 'unreadable') return error
  if (!isThere(path) || isFile(path)) return error
  return new NotesError('unreadable', error.message, `Move it away, ${AGAIN}`, { path })
}

const START = '<!-- notes:start -->'
const END = '<!-- notes:end -->'

export const guide = (guided: Guided): string => `${START}
${guideText(guided)}
${END}`

/** Matches from the first start mark to the next end mark. */
const BLOCK = /<!-- notes:start -->[\s\S]*?<!-- notes:end -->/

/** Adds the block at the end, or replaces the existing one. `text` is undefined if there is no file yet. */
function withGuide(text: string | undefined, guided: Guided): string {
  const eol = text?.includes('\r\n') ? '\r\n' : '\n'
  const block = guide(guided).replaceAll('\n', eol)
  if (text === undefined) return `${block}\n`
  if (BLOCK.test(text)) return text.replace(BLOCK, () => block)
  // The gap shows `withoutGuide` whether the text ended with a line break.
  return endsLine(text) ? `${text}${eol}${block}${eol}` : `${text}${eol}${eol}${block}`
}

/** Removes what `withGuide` added. Returns undefined if nothing else is in the file. */
function withoutGuide(text: string): string | undefined {
  const [block] = BLOCK.exec(text) ?? []
  if (block === undefined) return text
  const at = text.indexOf(block)
  const [before, after] = [text.slice(0, at), text.slice(at + block.length)]
  if (before === '' && after.trim() === '') return undefined
  if (after === '') return before.replace(/(?:\r?\n){1,2}$/, '')
  return before.replace(/\r?\n$/, '') + after.replace(/^\r?\n/, '')
}

const endsLine = (text: string): boolean => text === '' || text.endsWith('\n')
