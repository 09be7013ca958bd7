// Runs the built `notes` in a scratch project and draws what the terminal shows, as .github/tour.svg for README.md.
// `--check` writes nothing and fails when the picture is out of date.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

const root = fileURLToPath(new URL('..', import.meta.url))
const bin = join(root, 'dist/notes.cjs')
const picture = join(root, '.github/tour.svg')

/** The steps. `copy` puts a file of .config/tour/ into the project, `says` is a comment, `run` is what is typed. */
const steps = [
  { copy: 'jwt.ts', run: [['init']] },
  {
    says: 'An agent works, and records what the next session needs. The quote is read from the code.',
    run: [['context', 'set', '--state', 'The grace period is in. Next: refresh tokens before they expire']],
  },
  {
    run: [
      ['decision', 'add', '--title', 'Token expiry', '--evidence', 'src/auth/jwt.ts:9'],
      ['--decision', 'Accept it 15 minutes longer'],
      ['--rationale', 'No logout in a form'],
      ['--scenario', 'expires now -> accepted', '--scenario', '16 minutes ago -> refreshed'],
      ['--scenario', 'refresh token expired too -> log in again'],
    ],
  },
  { says: '/clear. Before the first prompt, the hook gives the new session this:', run: [['recover']] },
  {
    copy: 'jwt-moved.ts',
    says: 'Two new lines at the top of jwt.ts. Lint finds the quote again and corrects the line.',
    run: [['lint', '--diff']],
  },
  { run: [['lint', '--fix']] },
]

/** Columns of the terminal. */
const WIDTH = 100

/** The settings of the user who runs this must not change the picture. */
const foreign = ([name]) => !/^(NOTES_|CLAUDE_|NODE_|GIT_|XDG_|NO_COLOR$|TERM$)/.test(name)

function record(folder) {
  const project = join(folder, 'project')
  mkdirSync(join(project, 'src/auth'), { recursive: true })
  spawnSync('git', ['init', '--quiet', project], { stdio: 'ignore' })
  const env = {
    ...Object.fromEntries(Object.entries(process.env).filter(foreign)),
    ...{ FORCE_COLOR: '1', COLUMNS: String(WIDTH) },
    ...{ XDG_CACHE_HOME: join(folder, 'cache'), XDG_STATE_HOME: join(folder, 'state') },
  }
  const lines = []
  for (const { copy, says, run } of steps) {
    if (copy) cpSync(join(root, '.config/tour/src/auth', copy), join(project, 'src/auth/jwt.ts'))
    if (says) lines.push('', `\x1b[2m# ${says}\x1b[0m`)
    lines.push(...typed(run))
    const args = [bin, ...run.flat()]
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: project,
      env,
      encoding: 'utf8',
    })
    if (status !== 0 || stderr !== '')
      throw new Error(`notes ${run.flat().join(' ')} ended with ${status}\n${stdout}${stderr}`)
    // The time of the recording is replaced, so that the picture changes only when the output does.
    const text = stdout.replaceAll(/\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, '2026-01-15T14:30:00Z')
    lines.push(...text.trimEnd().split('\n'))
  }
  return lines
}

const quoted = word => (/[\s>]/.test(word) ? `"${word}"` : word)

function typed(run) {
  const rows = run.map(words => words.map(quoted).join(' '))
  return rows.map((row, index) => {
    const start = index === 0 ? '\x1b[32m$\x1b[0m \x1b[1mnpx notes ' : '    \x1b[1m'
    return `${start}${row}${index < rows.length - 1 ? ' \\' : ''}\x1b[0m`
  })
}

const escaped = text => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The terminal colors in the style sheet below. Any other code ends a colored stretch. */
const colours = {
  1: '#fff',
  2: '#8b949e',
  31: '#ff7b72',
  32: '#56d364',
  33: '#e3b341',
  36: '#76e3ea',
  90: '#8b949e',
}

/** Draws one line with its colors: a `tspan` for each stretch, with the number of the color as its class. */
function drawn(line) {
  const [start, ...stretches] = line.split('\x1b[')
  const coloured = stretches.map(stretch => {
    const [, code, text] = /^(\d*)m(.*)$/s.exec(stretch)
    return text === '' || !colours[code] ? escaped(text) : `<tspan class="c${code}">${escaped(text)}</tspan>`
  })
  return escaped(start) + coloured.join('')
}

function svg(lines) {
  const [size, step, edge, top] = [13, 19, 18, 48]
  const width = Math.ceil(WIDTH * size * 0.602 + 2 * edge)
  const height = top + lines.length * step
  const text = lines.map((line, index) =>
    line === '' ? '' : `<text x="${edge}" y="${top + index * step}">${drawn(line)}</text>\n`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" xml:space="preserve" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="A terminal session with notes">
<style>
text { font: ${size}px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #c9d1d9; white-space: pre }
${Object.entries(colours)
  .map(([code, colour]) => `.c${code} { fill: ${colour} }`)
  .join(' ')}
</style>
<rect width="${width}" height="${height}" rx="8" fill="#0d1117"/>
<circle cx="22" cy="19" r="5" fill="#ff5f56"/><circle cx="40" cy="19" r="5" fill="#ffbd2e"/><circle cx="58" cy="19" r="5" fill="#27c93f"/>
${text.join('')}</svg>
`
}

const build = spawnSync(process.execPath, [join(root, '.config/build.mjs'), '--no-types'], {
  stdio: 'inherit',
})
if (build.status !== 0) process.exit(1)
const scratch = mkdtempSync(join(tmpdir(), 'notes-picture-'))
try {
  const lines = record(scratch)
  const tooLong = lines.find(line => stripVTControlCharacters(line).length > WIDTH)
  if (tooLong) throw new Error(`Longer than ${WIDTH} columns: ${tooLong}`)
  const made = svg(lines)
  if (!process.argv.includes('--check')) writeFileSync(picture, made)
  else if (readFileSync(picture, 'utf8').replaceAll('\r\n', '\n') !== made) {
    console.error(
      '.github/tour.svg is out of date\nRun `npm run generate`, look at the picture and commit it.',
    )
    process.exitCode = 1
  }
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })
}
