// `npm run tour`: the main job of notes, walked through in a scratch project. `--keep` leaves the project in place.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const bin = fileURLToPath(new URL('../dist/notes.cjs', import.meta.url))
const materials = fileURLToPath(new URL('tour/', import.meta.url))

/**
 * The steps. `copy` puts files of .config/tour/ into the project, `run` is typed after `notes`; `shows` is how many
 * lines of the answer are printed. A new feature adds its step here.
 */
const steps = [
  {
    title: 'Give a project a memory',
    copy: { 'src/auth/jwt.ts': 'src/auth/jwt.ts' },
    run: ['init'],
    told: 'One NOTES.md for the project, from the template. Nothing that was there is overwritten.',
    shows: 12,
  },
  {
    title: 'Read it back as records',
    copy: { 'NOTES.md': 'grimoires/loa/NOTES.md' },
    before: 'A session has worked meanwhile and left a decision, a debt and a question in the file.',
    run: ['show'],
    told: 'Each section and record with its lines: an agent opens just those, instead of the whole file.',
    shows: 30,
  },
  {
    title: 'Write down a decision, with the words of the code it rests on',
    run: [
      ...[
        'decision',
        'add',
        '--title',
        'Refresh before expiry',
        '--decision',
        'Refresh a minute before a token ends',
      ],
      ...['--rationale', 'No request ever fails on the boundary', '--evidence', 'src/auth/jwt.ts:1'],
      ...['--scenario', 'a minute left -> refreshed', '--scenario', 'an hour left -> kept'],
      ...['--scenario', 'refresh fails -> logged out'],
    ],
    told: 'The quote is read from src/auth/jwt.ts. The entry has the shape of its neighbours; no other byte changed.',
    shows: 6,
  },
  {
    title: 'What an agent sees of it',
    run: ['decision', 'show', 'Refresh before expiry'],
    told: 'Everything a later session needs in order not to decide it again, differently.',
    shows: 20,
  },
  {
    title: 'After /clear: what a new session must know, in 100 tokens',
    run: ['recover'],
    told: 'Each part is cut at a word so that all fit; `notes init --claude` has Claude Code ask for it at every start.',
    shows: 14,
  },
  {
    title: 'The code moves on; what the notes quote is found again',
    copy: { 'src/auth/jwt-moved.ts': 'src/auth/jwt.ts' },
    before: 'Somebody has put two lines at the top of src/auth/jwt.ts, so both quotes stand elsewhere now.',
    run: ['lint', '--fix', '--now', '2026-01-16T00:00:00Z'],
    told: 'Every quote is compared with the code, word for word; the line numbers in the notes are right again.',
    shows: 30,
  },
  {
    title: 'Make the notes ready for /clear',
    run: ['checkpoint', '--agent', 'tour', '--summary', 'Refresh decided, implementation next'],
    told: 'Every quote is compared with the code; time and handoff are written. `notes undo` would take it back.',
    shows: 12,
  },
  {
    title: 'See what is open, and what it costs to read',
    run: ['status'],
    told: 'Open work, and the size of each section in bytes and estimated tokens.',
    shows: 40,
  },
]

const next = [
  'In a project of your own: node <this folder>/dist/notes.cjs init',
  'Every command explains itself: notes --help, notes show --help',
  'How the code is laid out: src/README.md; how the memory works: protocols/',
]

/** The settings of the user who runs the tour must not lead it out of the scratch project. */
const foreign = ([name]) => !/^(NOTES_|CLAUDE_|NODE_EXTRA_CA_CERTS$|GIT_)/.test(name)
const env = Object.fromEntries(Object.entries(process.env).filter(foreign))

function excerpt(text, count) {
  const lines = text.replace(/\s+$/, '').split(/\r?\n/)
  const shown =
    lines.length <= count ? lines : [...lines.slice(0, count), `… and ${lines.length - count} more`]
  return shown.map(line => `    ${line}`.trimEnd()).join('\n')
}

function walk(project) {
  for (const [index, { title, copy = {}, before, run, told, shows }] of steps.entries()) {
    for (const [from, to] of Object.entries(copy)) {
      mkdirSync(dirname(join(project, to)), { recursive: true })
      cpSync(join(materials, from), join(project, to))
    }
    console.log(`\n${index + 1}. ${title}`)
    if (before) console.log(`   ${before}`)
    const typed = run.map(word => (/[\s>]/.test(word) ? `"${word}"` : word)).join(' ')
    console.log(`\n  $ notes ${typed}`)
    const { status, stdout, stderr, error } = spawnSync(process.execPath, [bin, ...run], {
      cwd: project,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    console.log(
      excerpt(status === 0 ? stdout : `${stdout}${stderr}${error ?? ''}`, status === 0 ? shows : 200),
    )
    if (status !== 0) {
      console.error(`\nStep ${index + 1} failed: notes ${run.join(' ')} ended with ${status}, expected 0.`)
      return false
    }
    console.log(`\n   ${told}`)
  }
  return true
}

const keep = process.argv.includes('--keep')
const scratch = mkdtempSync(join(tmpdir(), 'notes-tour-'))
const project = join(scratch, 'project')
mkdirSync(project)
try {
  const git = spawnSync('git', ['init', '--quiet'], { cwd: project, env, stdio: 'ignore' })
  console.log(`A scratch project${git.status === 0 ? ' with git' : ''}: ${project}`)
  if (walk(project))
    console.log(`\nThat is all of it so far. What to do next:\n${next.map(line => `  - ${line}`).join('\n')}`)
  else process.exitCode = 1
} finally {
  if (keep) console.log(`\nThe project is still there: ${project}`)
  else rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })
}
