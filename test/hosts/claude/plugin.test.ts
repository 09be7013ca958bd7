import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { eventTable, hookEvents } from '../../../src/hosts/claude/set-up/events.ts'
import { ownSettings, pluginFiles } from '../../../src/hosts/claude/set-up/plugin.ts'
import { folderWith } from '../../config/folder.ts'
import { environment, notes } from '../../notes-cli.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const plugin = join(root, 'plugin')
const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
const NOTES = 'grimoires/loa/NOTES.md'
const text = readFileSync(join(root, '.config/tour/NOTES.md'), 'utf8')

/** Runs a hook of the plugin as the client does. */
function startSession(cwd: string, folder = plugin, env: Record<string, string> = {}) {
  const [{ hooks }] = read(join(folder, 'hooks/hooks.json')).hooks.SessionStart
  const { command, args } = hooks[0]
  const words = args.map((word: string) => word.replace('${CLAUDE_PLUGIN_ROOT}', folder))
  const { status, stdout, stderr } = spawnSync(command, words, {
    cwd,
    env: { ...environment, CLAUDE_PROJECT_DIR: cwd, CLAUDE_PLUGIN_ROOT: folder, ...env },
    input: JSON.stringify({ cwd, source: 'startup' }),
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

test('the plugin gives a session level 1 of the notes', () => {
  const cwd = folderWith({ '.git/HEAD': '', [NOTES]: text })
  const { status, stdout } = startSession(cwd)
  expect(status).toBe(0)
  expect(JSON.parse(stdout).hookSpecificOutput.additionalContext).toContain('The grace period is in')
})

test('the plugin is silent in a project that has hooks of its own', () => {
  const cwd = folderWith({ '.git/HEAD': '', [NOTES]: text })
  notes(['init', '--claude'], { cwd })
  expect(startSession(cwd)).toEqual({ status: 0, stdout: '', stderr: '' })
})

test('a copy of the plugin uses the package on the PATH, and is silent without one', () => {
  const cwd = folderWith({ '.git/HEAD': '', [NOTES]: text })
  const copy = join(folderWith({}), 'plugin')
  cpSync(plugin, copy, { recursive: true })
  const bin = folderWith({})
  symlinkSync(process.execPath, join(bin, 'node'))
  expect(startSession(cwd, copy, { PATH: bin })).toEqual({ status: 0, stdout: '', stderr: '' })
  mkdirSync(join(bin, 'node_modules/notesmd'), { recursive: true })
  symlinkSync(join(root, 'dist'), join(bin, 'node_modules/notesmd/dist'), 'junction')
  expect(startSession(cwd, copy, { PATH: bin }).stdout).toContain('The grace period is in')
})

test('the plugin never runs code of the project', () => {
  const cwd = folderWith({ '.git/HEAD': '', 'node_modules/notesmd/dist/notes.cjs': 'console.log("planted")' })
  const copy = join(folderWith({}), 'plugin')
  cpSync(plugin, copy, { recursive: true })
  const bin = folderWith({})
  symlinkSync(process.execPath, join(bin, 'node'))
  expect(startSession(cwd, copy, { PATH: bin }).stdout).toBe('')
})

test('the plugin has a hook for each event, the MCP server, commands and a skill', () => {
  expect(Object.keys(read(join(plugin, 'hooks/hooks.json')).hooks)).toEqual(
    hookEvents.map(({ name }) => name),
  )
  expect(read(join(plugin, '.mcp.json')).mcpServers.notes.args[1]).toBe('mcp')
  expect(readdirSync(join(plugin, 'commands')).sort()).toEqual(['checkpoint.md', 'recover.md', 'why.md'])
  expect(existsSync(join(plugin, 'skills/working-memory/SKILL.md'))).toBe(true)
  expect(read(join(plugin, '.claude-plugin/plugin.json')).version).toBe(
    read(join(root, 'package.json')).version,
  )
})

/** The binary of the client; `npm run test:client` installs one into .cache/client. */
const client = process.env.CLAUDE_BIN

test.skipIf(client === undefined)(
  'claude plugin validate --strict accepts the plugin (needs CLAUDE_BIN)',
  () => {
    const home = folderWith({})
    for (const manifest of ['', '.claude-plugin/marketplace.json']) {
      const env = { PATH: environment.PATH, HOME: home }
      const args = ['plugin', 'validate', '--strict', join(plugin, manifest)]
      const { status, stdout, stderr } = spawnSync(client ?? '', args, { env, encoding: 'utf8' })
      expect({ status, stderr }, stdout).toEqual({ status: 0, stderr: '' })
    }
  },
)

test('this repository uses its own build in sessions of Claude Code', () => {
  const { hooks } = read(join(root, '.claude/settings.json'))
  expect(Object.keys(hooks)).toEqual(hookEvents.map(({ name }) => name))
  expect(hooks.Stop[0].hooks[0].command).toContain('"$CLAUDE_PROJECT_DIR"/dist/notes.cjs')
  expect(read(join(root, '.mcp.json')).mcpServers.notes.args).toEqual(['dist/notes.cjs', 'mcp'])
})

test('the plugin, the settings of this repository and the Claude Code page match the table of events', () => {
  const plugins = Object.entries(pluginFiles(read(join(root, 'package.json'))))
  for (const [name, json] of plugins) expect(read(join(plugin, name)), name).toEqual(JSON.parse(json))
  const settings = Object.entries(ownSettings(read(join(root, '.claude/settings.json'))))
  for (const [name, json] of settings) expect(read(join(root, name)), name).toEqual(JSON.parse(json))
  const page = readFileSync(join(root, 'protocols/claude.md'), 'utf8').replaceAll('\r\n', '\n')
  expect(page).toContain(eventTable())
})
