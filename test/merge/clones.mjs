import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { archiveProject, changeProject, lintProject, openProject, readNotes } from '../../dist/index.js'
import { randomFrom } from '../bench/generate.mjs'

const bin = fileURLToPath(new URL('../../dist/notes.cjs', import.meta.url))
const FILES = ['grimoires/loa/NOTES.md', 'grimoires/loa/NOTES.archive.md']
const SEVERITIES = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW']

/**
 * Simulates clones of one bare repository that change notes, and pull, merge and rebase in random order, with our merge
 * driver, with `merge=union`, or with git alone. Returns what became of the records that they wrote.
 */
export async function simulate({ root, clones = 8, rounds = 50, seed, driver }) {
  const random = randomFrom(seed)
  const below = count => Math.floor(random() * count)
  const pick = list => list[below(list.length)]
  const env = {
    ...Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^(?:NOTES_|GIT_|NODE_EXTRA)/.test(name)),
    ),
    ...{ XDG_CACHE_HOME: join(root, 'cache'), XDG_STATE_HOME: join(root, 'state'), HOME: root },
    ...{ GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', GIT_EDITOR: 'true' },
  }
  const git = (cwd, ...args) => {
    const { status, stdout, stderr } = spawnSync('git', args, { cwd, env, encoding: 'utf8' })
    return { ok: status === 0, said: `${stdout}${stderr}` }
  }
  const sure = (cwd, ...args) => {
    const { ok, said } = git(cwd, ...args)
    if (!ok) throw new Error(`git ${args.join(' ')} in ${cwd}: ${said}`)
    return said
  }
  const notes = (cwd, ...args) => {
    const { status, stderr } = spawnSync(process.execPath, [bin, ...args], { cwd, env, encoding: 'utf8' })
    if (status !== 0) throw new Error(`notes ${args.join(' ')}: ${stderr}`)
  }

  let clock = Date.UTC(2026, 0, 1)
  const now = () => new Date(clock)
  /** The records that a clone wrote without an error, by the tag in their title. */
  const acknowledged = new Map()
  const counts = { syncs: 0, stops: 0, commits: 0 }

  const hub = join(root, 'hub.git')
  sure(root, 'init', '-q', '--bare', '-b', 'main', hub)
  const folders = Array.from({ length: clones }, (_, index) => join(root, `clone${index}`))
  for (const [index, cwd] of folders.entries()) {
    sure(root, 'clone', '-q', hub, cwd)
    for (const [name, value] of [
      ['user.name', `c${index}`],
      ['user.email', `c${index}@example.org`],
      ['rerere.enabled', 'false'],
    ])
      sure(cwd, 'config', name, value)
    if (index === 0) {
      mkdirSync(join(cwd, 'grimoires/loa'), { recursive: true })
      notes(cwd, 'init')
      if (driver === 'union') writeFileSync(join(cwd, '.gitattributes'), '*.md merge=union\n')
    }
    if (driver === 'notes') notes(cwd, 'git', 'install', '--program', program(root))
    if (index > 0) continue
    sure(cwd, 'add', '-A')
    sure(cwd, 'commit', '-qm', 'start')
    sure(cwd, 'push', '-q', 'origin', 'main')
  }

  /** Makes one to three random changes and commits them, as an agent does. */
  async function work(cwd, name) {
    for (let left = 1 + below(3); left > 0; left--) {
      clock += 60_000
      const project = openProject({ cwd, env, now })
      const tag = `${name}x${acknowledged.size}`
      const at = now().toISOString().replace('.000', '')
      const drafts = {
        question: () => ({ kind: 'question', title: `Which way for ${tag}?` }),
        goal: () => ({ kind: 'goal', title: `Reach ${tag}` }),
        blocker: () => ({ kind: 'blocker', type: 'waiting', title: `Key for ${tag}` }),
        debt: () => ({
          kind: 'debt',
          title: `Slow ${tag}`,
          severity: pick(SEVERITIES),
          foundBy: name,
          sprint: 'S01',
        }),
        log: () => ({ kind: 'log', at, agent: name, summary: `Did ${tag}` }),
        decision: () => ({
          ...{
            kind: 'decision',
            at,
            title: `Choose ${tag}`,
            decision: `Use ${tag}`,
            rationale: 'It is known',
          },
          ...{ evidence: [{ place: '#12' }], scenarios: ['all is well', 'the edge', 'an error'] },
        }),
      }
      const known = [...acknowledged].filter(([, one]) => one.seen.has(cwd))
      const act = pick(['add', 'add', 'add', 'add', 'change', 'change', 'archive', 'repay'])
      const change = intents => changeProject(project, { command: 'work', intents })
      if (act === 'archive') await archiveProject(project, { keep: 6, keepArchived: 6 })
      else if (act === 'change' && known.length > 0) {
        const [which, { kind }] = pick(known)
        if (kind === 'question' || kind === 'goal' || kind === 'blocker')
          await tried(() => change([{ do: 'finish', kind, which }]))
        if (kind === 'debt')
          await tried(() => change([{ do: 'set-severity', which, severity: pick(SEVERITIES) }]))
        if (kind === 'decision')
          await tried(() => change([{ do: 'supersede', which, by: '#99', force: true }]))
      } else if (act === 'repay') {
        // The goal mentions a number that another clone may hand out too.
        const { outcomes } = await change([{ do: 'add', draft: drafts.debt() }])
        acknowledged.set(tag, { kind: 'debt', seen: new Set([cwd]) })
        const goal = `${name}x${acknowledged.size}`
        const title = `Repay ${outcomes[0].record.id} of ${tag}, as ${goal}`
        await change([{ do: 'add', draft: { kind: 'goal', title } }])
        acknowledged.set(goal, { kind: 'goal', debt: tag, seen: new Set([cwd]) })
      } else {
        const kind = pick(Object.keys(drafts))
        await change([{ do: 'add', draft: drafts[kind]() }])
        acknowledged.set(tag, { kind, seen: new Set([cwd]) })
      }
    }
    sure(cwd, 'add', '-A')
    if (git(cwd, 'commit', '-qm', 'work').ok) counts.commits++
  }

  /** Changes a record, and ignores the refusal if the record is archived or already done. */
  async function tried(act) {
    try {
      await act()
    } catch (error) {
      if (error.code === undefined) throw error
    }
  }

  /** Resolves conflicts as a user in a hurry does: keeps our lines, or none where either side deleted them. */
  function resolveByHand(cwd) {
    counts.stops++
    for (const name of sure(cwd, 'diff', '--name-only', '--diff-filter=U').split('\n').filter(Boolean)) {
      const path = join(cwd, name)
      const text = readFileSync(path, 'utf8')
      if (process.env.SHOW) console.log(text.match(/^<{7}[\s\S]*?^>{7}.*/gm)?.join('\n---\n'))
      const hunk =
        /^<{7}[^\n]*\n((?:(?![|=>]{7})[^\n]*\n)*)(?:\|{7}[^\n]*\n(?:(?!={7})[^\n]*\n)*)?={7}\n((?:(?!>{7})[^\n]*\n)*)>{7}[^\n]*\n/gm
      writeFileSync(
        path,
        text.replace(hunk, (_, ours, theirs) => (theirs === '' ? '' : ours)),
      )
      sure(cwd, 'add', name)
    }
  }

  function sync(cwd, from, how) {
    counts.syncs++
    const options = how === 'rebase' ? ['--rebase'] : ['--no-rebase', '--no-edit']
    let step = git(cwd, 'pull', '-q', ...options, from, 'main')
    for (let tries = 0; !step.ok; tries++) {
      if (process.env.SHOW) console.log(step.said)
      if (tries > 60) throw new Error(`stuck in ${cwd}: ${step.said}`)
      if (sure(cwd, 'diff', '--name-only', '--diff-filter=U') !== '') resolveByHand(cwd)
      if (how !== 'rebase') step = git(cwd, 'commit', '-q', '--no-edit')
      else {
        step = git(cwd, 'rebase', '--continue')
        if (!step.ok && /No changes|nothing to commit/.test(step.said)) step = git(cwd, 'rebase', '--skip')
      }
    }
    const text = textOf(cwd)
    for (const [tag, one] of acknowledged) if (text.includes(tag)) one.seen.add(cwd)
  }

  for (let round = 0; round < rounds; round++)
    for (const [index, cwd] of folders.entries()) {
      await work(cwd, `c${index}`)
      const what = below(10)
      if (what < 4) sync(cwd, 'origin', what < 2 ? 'rebase' : 'merge')
      else if (what < 6) sync(cwd, pick(folders.filter(other => other !== cwd)), 'merge')
      if (what < 5) git(cwd, 'push', '-q', 'origin', 'main')
    }
  for (let turn = 0; turn < 2; turn++)
    for (const cwd of folders) {
      sync(cwd, 'origin', 'merge')
      sure(cwd, 'push', '-q', 'origin', 'main')
    }

  const [first] = folders
  sync(first, 'origin', 'merge')
  const commits = sure(first, 'rev-list', '--all').trim().split('\n')
  const marked = git(first, 'grep', '-l', '^<<<<<<<', ...commits, '--', ...FILES)
    .said.split('\n')
    .filter(Boolean)
  return { ...(await judged(first)), ...counts, acknowledged: acknowledged.size, marked: marked.length }

  async function judged(cwd) {
    const texts = FILES.filter(name => existsSync(join(cwd, name))).map(name =>
      readFileSync(join(cwd, name), 'utf8'),
    )
    const records = texts.flatMap(text => readNotes(text).records)
    const titleOf = record => record.title ?? record.summary ?? ''
    const [lost, twice, astray] = [[], [], []]
    for (const [tag, { kind, debt }] of acknowledged) {
      const word = new RegExp(`\\b${tag}\\b(?!,)`)
      const found = records.filter(
        record =>
          word.test(titleOf(record)) &&
          (record.kind === kind || (kind === 'decision' && record.kind === 'archive')),
      )
      if (found.length === 0) lost.push(tag)
      if (found.length > 1) twice.push(tag)
      const repaid =
        debt &&
        records.find(record => record.kind === 'debt' && new RegExp(`\\b${debt}\\b`).test(record.title))
      if (repaid && !found.some(goal => goal.title.includes(`${repaid.id} of`))) astray.push(tag)
    }
    const ids = records.filter(({ kind }) => kind === 'debt').map(({ id }) => id)
    const { report } = await lintProject(openProject({ cwd, env, now }), {})
    const findings = report.files
      .flatMap(file => file.findings)
      .filter(({ severity }) => severity === 'error')
    return {
      lost,
      twice,
      astray,
      sharedIds: ids.length - new Set(ids).size,
      findings: findings.map(({ rule }) => rule),
    }
  }

  function textOf(cwd) {
    return FILES.map(name => (existsSync(join(cwd, name)) ? readFileSync(join(cwd, name), 'utf8') : '')).join(
      '',
    )
  }
}

function program(root) {
  const path = join(root, 'notes')
  writeFileSync(path, `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`, { mode: 0o755 })
  return path
}
