// `npm run test:beads -- --record`: records what each tool answers, for the contract tests that run everywhere.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const target = fileURLToPath(new URL('recorded/', import.meta.url))

const TITLE = '--a $(touch x) | "b" 😀'
const TEXT = 'One\ntwo\n\nnotes-debt: notes:TD-001'

export function record({ name, version, path }) {
  const folder = mkdtempSync(join(tmpdir(), 'notes-record-'))
  const env = { ...process.env, BEADS_NO_DAEMON: '1', RUST_LOG: 'error' }
  const run = (program, ...args) => {
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, env, encoding: 'utf8' })
    const plain = text => text.replaceAll(folder, '/project')
    return { status, stdout: plain(stdout), stderr: plain(stderr) }
  }
  try {
    run('git', 'init', '-q')
    run('git', 'config', 'user.name', 'Ada')
    run('git', 'config', 'user.email', 'ada@example.org')
    run(path, 'init', '--prefix', 'my-proj', '--quiet')
    const list = () => run(path, 'list', '--all', '--limit', '0', '--json')
    // The options that src/terminal/commands/beads/current-bead.ts passes.
    const only = name === 'bd' ? ['--readonly', '--sandbox'] : []
    const show = (id, ...more) => run(path, 'show', id, '--json', ...more)
    const empty = list()
    const create = run(
      path,
      'create',
      `--title=${TITLE}`,
      `--description=${TEXT}`,
      '--type=chore',
      '--priority=0',
      '--labels=notes-debt,severity:critical',
      '--external-ref=notes:TD-001',
      '--json',
    )
    const first = JSON.parse(create.stdout).id
    const second = JSON.parse(
      run(path, 'create', '--title=Other', '--description=x', '--external-ref=notes:TD-002', '--json').stdout,
    ).id
    run(path, 'close', second, '--reason', 'done in 9c4fe73')
    const answers = {
      version: run(path, '--version'),
      create,
      update: run(path, 'update', first, '--title=--b', '--description=One', '--json'),
      again: run(path, 'update', first, `--title=${TITLE}`, `--description=${TEXT}`, '--json'),
      empty,
      list: list(),
      where: run(path, 'where', '--json'),
      prefix: run(path, 'config', 'get', 'issue_prefix', '--json'),
      open: show(first),
      closed: show(second),
      missing: show('my-proj-nope1'),
      part: show(first.slice(0, -1)),
      looked: show(first, ...only),
      // This comes last, since a version that accepts the id adds a bead.
      given: run(path, 'create', '--title=Own id', '--description=x', '--id=my-proj-n0pxjuko', '--json'),
    }
    mkdirSync(target, { recursive: true })
    const text = JSON.stringify({ first, second, ...answers }, null, 2)
    writeFileSync(join(target, `${name}-${version}.json`), `${text}\n`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
