// Starts `notes` for this plugin: the package that it is part of, else `notes` on the PATH. Silent when there is none.
const { existsSync, readFileSync, realpathSync } = require('node:fs')
const { delimiter, join } = require('node:path')

const INSTALLED = join('notesmd', 'dist', 'notes.cjs')

function onPath() {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    try {
      const file = realpathSync(join(folder, 'notes'))
      if (file.endsWith(INSTALLED)) return file
    } catch {
      // Not in this folder; on Windows the package is beside a notes.cmd.
    }
    const beside = join(folder, 'node_modules', INSTALLED)
    if (existsSync(beside)) return beside
  }
}

/** Does the project have hooks from `notes init --claude`? Then a session would get everything twice. */
function isSetUp() {
  try {
    const settings = readFileSync(join(process.env.CLAUDE_PROJECT_DIR, '.claude', 'settings.json'), 'utf8')
    return /\bnotes(?:\.cjs)?["',\s]+hook\b/.test(settings)
  } catch {
    return false
  }
}

if (process.argv[2] !== 'hook' || !isSetUp()) {
  const own = join(__dirname, '..', 'dist', 'notes.cjs')
  const file = existsSync(own) ? own : onPath()
  if (file !== undefined) require(file)
}
