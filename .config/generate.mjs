// Writes the files that are made from the source. `--check` writes nothing and lists what is out of date.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { rulesModule } from './list-rules.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = path => readFileSync(join(root, path), 'utf8').replaceAll('\r\n', '\n')

/** The template as a module: no file is looked for at run time, and tests need no build. */
function templateModule() {
  const literal = read('templates/NOTES.md').replace(/[\\`]|\$\{/g, '\\$&')
  return `// Written by \`node .config/generate.mjs\` from templates/NOTES.md.\nexport const notesTemplate = \`${literal}\``
}

/** The protocol pages that `notes init --claude` installs, as a module. Only links between them and to URLs remain. */
function pagesModule() {
  const names = [
    'structure.md',
    'session-continuity.md',
    'decision-log.md',
    'recovery-levels.md',
    'tool-result-clearing.md',
    'pads.md',
  ]
  const installed = (link, text, target) =>
    names.includes(target) || target.includes('://') ? link : text.replace(/^[\w-]+\.md$/, 'the package')
  const pages = names.map(name => {
    const text = read(`protocols/${name}`).replace(/\[([^\]]+)\]\(([^)]+)\)/g, installed)
    return `  '${name}': \`${text.replace(/[\\`]|\$\{/g, '\\$&')}\`,\n`
  })
  return `// Written by \`node .config/generate.mjs\` from protocols/.\nexport const protocolPages = {\n${pages.join('')}} as const\n`
}

/** Returns the program's descriptions of itself. Its source is TypeScript, so a temporary bundle of it is imported. */
async function describe() {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const aside = mkdtempSync(join(root, '.cache/generate-'))
  try {
    const outfile = join(aside, 'pages.cjs')
    await build({
      stdin: {
        contents: `
          export { namesOf } from './src/terminal/program/help.ts'
          export { wholeCommandLine } from './src/terminal/program/list.ts'
          export { commandsPage } from './src/terminal/program/page.ts'
          export { eventTable } from './src/hosts/claude/set-up/events.ts'
          export { ownSettings, pluginFiles } from './src/hosts/claude/set-up/plugin.ts'
          export { toolTable } from './src/hosts/mcp/tools.ts'
          export { configPage, configSchema } from './src/config/table.ts'
          export { rulePages } from './src/lint/page.ts'
          export { rules } from './src/lint/rules.ts'`,
        resolveDir: root,
      },
      bundle: true,
      platform: 'node',
      format: 'cjs',
      logLevel: 'warning',
      outfile,
    })
    return (await import(pathToFileURL(outfile).href)).default
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

/** These files are written first, because the program contains them. */
const sources = {
  'src/change/notes-template.ts': `${templateModule()}\n`,
  'src/lint/rules.ts': rulesModule(),
  'src/hosts/claude/set-up/protocol-pages.ts': pagesModule(),
}
const check = process.argv.includes('--check')
const stale = []

function put(files) {
  for (const [path, text] of Object.entries(files)) {
    let old
    try {
      old = read(path)
    } catch (error) {
      if (error.code !== 'ENOENT') throw error
    }
    if (old === text) continue
    stale.push(path)
    if (check) continue
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

put(sources)
const {
  eventTable,
  wholeCommandLine,
  namesOf,
  commandsPage,
  configPage,
  configSchema,
  ownSettings,
  pluginFiles,
  rulePages,
  rules,
  toolTable,
} = await describe()
put({
  'src/terminal/program/names.json': `${JSON.stringify(namesOf(wholeCommandLine().commands), null, 2)}\n`,
  'protocols/commands.md': commandsPage(),
  'protocols/config.md': configPage(),
  'protocols/mcp.md': read('protocols/mcp.md').replace(
    /(<!-- tools -->\n)[\s\S]*(<!-- \/tools -->)/,
    (_, start, end) => `${start}${toolTable()}\n${end}`,
  ),
  'templates/notes.config.schema.json': `${JSON.stringify(configSchema(), null, 2)}\n`,
})
// The rest of the page is written by hand.
put({
  'protocols/claude.md': read('protocols/claude.md').replace(
    /(<!-- events:start[^>]*-->\n)[\s\S]*?(<!-- events:end -->)/,
    (_, start, end) => `${start}\n${eventTable()}\n${end}`,
  ),
})
put(ownSettings(JSON.parse(read('.claude/settings.json'))))
const plugin = Object.entries(pluginFiles(JSON.parse(read('package.json'))))
put(Object.fromEntries(plugin.map(([name, text]) => [`plugin/${name}`, text])))
put(
  Object.fromEntries(
    Object.entries(rulePages(rules)).map(([name, text]) => [`protocols/rules/${name}`, text]),
  ),
)

if (!check) console.log(stale.length === 0 ? 'Everything was up to date' : `Written: ${stale.join(', ')}`)
else if (stale.length > 0) {
  console.error(`Out of date: ${stale.join(', ')}\nRun \`npm run generate\` and commit what it writes.`)
  process.exitCode = 1
}
