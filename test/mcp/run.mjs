// `npm run test:mcp`: lists and calls every tool of `notes mcp` with the command line of the MCP inspector, which is
// installed into .cache/inspector on first use. `npm run test:mcp -- note` calls only tools with `note` in their name.
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { npm } from '../../.config/npm.mjs'

const version = '2.12.0'
const name = '@modelcontextprotocol/inspector'
const root = fileURLToPath(new URL('../..', import.meta.url))
const cache = join(root, '.cache/inspector', version)
const inspector = join(cache, 'node_modules', name, 'clients/launcher/build/index.js')
const server = [process.execPath, join(root, 'dist/notes.cjs'), 'mcp']
const sets = 'project,scratchpad,notepad,cards'

function whyNot() {
  if (existsSync(inspector)) return undefined
  console.log(`Installing ${name} ${version} …`)
  const flags = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const options = { stdio: ['ignore', 'ignore', 'inherit'], timeout: 600_000 }
  const { status } = npm(['install', ...flags, '--prefix', cache, `${name}@${version}`], options)
  return status === 0 && existsSync(inspector) ? undefined : `${name} ${version} cannot be installed`
}

const reason = whyNot()
if (reason !== undefined) {
  console.log(`skipped: tests with the MCP inspector (${reason})`)
  process.exit()
}

const scratch = mkdtempSync(join(tmpdir(), 'notesmd-mcp-'))
const project = join(scratch, 'project')
mkdirSync(join(project, 'src'), { recursive: true })
mkdirSync(join(project, '.git'))
writeFileSync(join(project, '.git/HEAD'), 'ref: refs/heads/main\n')
writeFileSync(join(project, 'src/auth.ts'), '// Sessions.\nconst SESSION_MINUTES = 15\n')
copyFileSync(join(root, 'test/hosts/mcp/project-notes.md'), join(project, 'NOTES.md'))
// Configure the tools in a file: the inspector would take `--tools` after the server for an option of its own.
writeFileSync(join(project, 'notes.config.json'), JSON.stringify({ mcp: { tools: sets.split(',') } }))

const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env
const home = { XDG_STATE_HOME: join(scratch, 'state'), XDG_CACHE_HOME: join(scratch, 'cache'), HOME: scratch }

function inspect(...args) {
  const own = [
    '-e',
    'NOTES_SESSION=s1',
    ...Object.entries(home).flatMap(([key, value]) => ['-e', `${key}=${value}`]),
  ]
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [inspector, '--cli', ...own, ...server, '--cwd', project, ...args],
    { cwd: project, env: { ...env, ...home }, encoding: 'utf8', timeout: 120_000 },
  )
  if (status !== 0) throw new Error(`exit ${status}\n${stdout}${stderr}`)
  return { answer: JSON.parse(stdout), stderr }
}

const calls = JSON.parse(readFileSync(join(root, 'test/hosts/mcp/calls.json'), 'utf8'))
const [wanted = ''] = process.argv.slice(2)
let card = ''
let failed = 0

function check(what, run) {
  try {
    run()
    console.log(`ok      ${what}`)
  } catch (error) {
    failed++
    console.log(`FAILED  ${what}\n${error.message}`)
  }
}

try {
  check('tools/list, with portable schemas', () => {
    const { answer } = inspect('--method', 'tools/list', '--strict')
    const names = answer.tools.map(tool => tool.name)
    const uncalled = names.filter(tool => !calls.some(call => call.tool === tool))
    if (uncalled.length > 0) throw new Error(`Not called: ${uncalled.join(', ')}`)
  })
  for (const { tool, input, text } of calls) {
    // Later calls refer to the note, so it is always added.
    if (!tool.includes(wanted) && tool !== 'add_note') continue
    const given = Object.entries(input).flatMap(([key, value]) => [
      '--tool-arg',
      `${key}=${value === '$card' ? card : typeof value === 'string' ? value : JSON.stringify(value)}`,
    ])
    check(`${tool} ${JSON.stringify(input)}`, () => {
      const { answer } = inspect('--method', 'tools/call', '--tool-name', tool, ...given)
      const said = answer.content.map(part => part.text).join('')
      if (!new RegExp(text, 'm').test(said)) throw new Error(`Unexpected answer, expected ${text}\n${said}`)
      if (tool === 'add_note') card = answer.structuredContent.id
    })
  }
  check('resources/list, and one of them', () => {
    const [{ uri }] = inspect('--method', 'resources/list').answer.resources
    inspect('--method', 'resources/read', '--uri', uri)
  })
  check('prompts/list, and one of them', () => {
    inspect('--method', 'prompts/list')
    inspect('--method', 'prompts/get', '--prompt-name', 'recover')
  })
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
console.log(failed === 0 ? 'All passed' : `${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
