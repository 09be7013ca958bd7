// Compares `notes lint` with well-known Markdown linters on one file, and measures how its time grows and its peak
// memory.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { writeCitingProject } from './cited-code.mjs'
import { notesFileOf } from './generate.mjs'
import { measurePeak } from './peak-memory.mjs'
import { spawnRatios } from './spawn-ratios.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const modules = join(root, 'node_modules')

/**
 * The other linters, set up the way their own documentation recommends first: markdownlint with its default rules;
 * remark with its recommended rules, and GFM to read tables.
 */
const PEERS = {
  markdownlint: {
    args: file => [join(modules, 'markdownlint-cli2/markdownlint-cli2-bin.mjs'), basename(file)],
    cwd: file => dirname(file),
  },
  remark: {
    args: file => [
      join(modules, 'remark-cli/cli.js'),
      ...['--no-config', '--no-ignore', '--no-stdout'],
      ...['remark-gfm', 'remark-preset-lint-recommended'].flatMap(name => ['--use', name]),
      file,
    ],
    // remark resolves its plugins from this folder.
    cwd: () => root,
  },
}

/**
 * `decisions` is the number of decisions in the file that all linters get. The other linters are slow, and run once.
 */
export function measureLint({ folder, installation, empty, rounds, seed, decisions }) {
  const args = [join(installation, 'notes.cjs'), 'lint']
  const project = (name, count, bend = text => text) => {
    const cwd = join(folder, name)
    const { file, text, bytes } = writeCitingProject(cwd, { decisions: count, seed })
    if (bend(text) !== text) writeFileSync(file, bend(text))
    return { name, args, cwd, file, bytes }
  }
  const small = project('lint-small', 5)
  const usual = project('lint-usual', notesFileOf(53_000, seed).decisions)
  const few = project('lint-3000', 3_000)
  const many = project('lint-10000', 10_000)
  const most = project('lint-30000', 30_000)
  const bent = project('lint-bent', 10_000, outOfShape)
  const inGit = committed(project('lint-git', 10_000))

  const [, cold, ofUsual] = spawnRatios([empty, small, usual], 5 * rounds)
  const [base, ...large] = spawnRatios([small, few, many, most, bent, inGit], rounds)
  const [of3, of10, of30, ofBent, ofGit] = large.map(({ milliseconds }) => milliseconds)
  const same = decisions === 3_000 ? few : many
  const ours = decisions === 3_000 ? of3 : of10
  return {
    bytes: { small: small.bytes, same: same.bytes },
    milliseconds: of10,
    cold,
    usual: ofUsual,
    growth: (of30 - base.milliseconds) / (of3 - base.milliseconds),
    bent: ofBent / of10,
    inGit: ofGit / of10,
    peak: measurePeak({ folder, args, cwd: many.cwd }).peak,
    faster: Object.fromEntries(
      Object.entries(PEERS).map(([name, peer]) => [name, timeOnce(peer, same.file) / ours]),
    ),
  }
}

function timeOnce({ args, cwd }, file) {
  const { NODE_EXTRA_CA_CERTS, ...env } = process.env
  const start = performance.now()
  const { status, stderr } = spawnSync(process.execPath, args(file), {
    cwd: cwd(file),
    env,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  })
  const time = performance.now() - start
  // Status 1 means findings. The file has lines of 300 characters, so a linter that reports none has not read it.
  const hasLooked = /\d (?:warnings|errors?|issues?)|:\d+/.test(stderr) && !/Cannot/.test(stderr)
  if (!hasLooked || (status !== 0 && status !== 1))
    throw new Error(`${args(file)[0]} ended with ${status}\n${stderr.slice(0, 2000)}`)
  return time
}

/** Continues one rationale on a second line: valid, but not in the shape that all other decisions have. */
function outOfShape(text) {
  const middle = text.indexOf(', measured in', text.length >> 1)
  return `${text.slice(0, middle)}\n${text.slice(middle + 2)}`
}

function committed(project) {
  const git = (...args) => {
    const { status, stderr } = spawnSync('git', args, { cwd: project.cwd, encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr)
  }
  git('init', '--quiet')
  git('add', '.')
  git('-c', 'user.name=bench', '-c', 'user.email=bench@example.com', 'commit', '--quiet', '-m', 'All')
  return project
}
