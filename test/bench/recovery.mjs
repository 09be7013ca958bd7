// Measures recovery at the start of a session: from the kept slice, and from scratch.
import { spawnSync } from 'node:child_process'
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeCitingProject } from './cited-code.mjs'
import { notesFileOf } from './generate.mjs'
import { spawnRatios } from './spawn-ratios.mjs'

const QUERY = 'retry policy sliding window'

/** Returns the ratio of each command's time to that of `empty`, and of the time for 10,000 decisions to that for 3. */
export function measureRecovery({ folder, notes, empty, rounds, seed }) {
  const project = (name, decisions, files = { '.git/HEAD': '' }) => {
    const cwd = join(folder, name)
    writeCitingProject(cwd, { decisions, seed })
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(cwd, path)), { recursive: true })
      writeFileSync(join(cwd, path), text)
    }
    // Sets the file's modification time back, as if an editor had saved the same text a while ago.
    const file = join(cwd, 'grimoires/loa/NOTES.md')
    let age = 1_000
    const anew = () => utimesSync(file, Date.now() / 1000 - ++age, Date.now() / 1000 - age)
    return { cwd, anew }
  }
  const { decisions } = notesFileOf(53_000, seed)
  const usual = project('recover-usual', decisions)
  const changed = project('recover-changed', decisions)
  const kinds = {
    configured: project('recover-configured', decisions, {
      '.git/HEAD': '',
      'notes.config.json': '{"tokens":{"factor":1}}',
    }),
    inPackage: project('recover-package', decisions, {
      '.git/HEAD': '',
      'package.json': '{"notes":{"profile":"sam"}}',
    }),
    withoutGit: project('recover-no-git', decisions, {}),
    withPads: project('recover-pads', decisions, { '.git/HEAD': '', '.notes/.gitignore': '*\n' }),
  }
  const [few, many] = [project('recover-few', 3), project('recover-many', 10_000)]
  const [fewChanged, manyChanged] = [
    project('recover-few-changed', 3),
    project('recover-many-changed', 10_000),
  ]
  const recover = [notes, 'recover']
  const hook = ({ cwd, anew }, name, isAnew = false) => ({
    name,
    args: [notes, 'hook', 'session-start'],
    cwd,
    input: JSON.stringify({ cwd, hook_event_name: 'SessionStart', source: 'clear' }),
    ...(isAnew ? { prepare: anew } : {}),
  })
  // writes` runs without CLAUDE_PROJECT_DIR, as in the agent's shell: Claude Code sets it only for hooks.
  const afterCommand = project('recover-after-command', decisions)
  const debt = ['debt', 'add', '--severity', 'LOW', '--sprint', 'S03']
  let count = 0
  const writes = () =>
    spawnSync(process.execPath, [notes, ...debt, `Debt ${++count}`], {
      cwd: afterCommand.cwd,
      encoding: 'utf8',
    })
  const origin = project('recover-origin', decisions, {})
  const clone = { cwd: join(folder, 'recover-clone') }
  for (const args of [
    ['-C', origin.cwd, 'init', '--quiet'],
    ['-C', origin.cwd, 'add', '.'],
    [
      '-C',
      origin.cwd,
      '-c',
      'user.name=b',
      '-c',
      'user.email=b@example.com',
      'commit',
      '--quiet',
      '-m',
      'All',
    ],
    ['clone', '--quiet', origin.cwd, clone.cwd],
  ])
    spawnSync('git', args)
  const changedKind = project('recover-configured-changed', decisions, {
    '.git/HEAD': '',
    'notes.config.json': '{}',
  })
  const results = spawnRatios(
    [
      empty,
      { name: 'kept', args: recover, cwd: usual.cwd },
      hook(usual, 'hook'),
      ...Object.entries(kinds).map(([name, kind]) => hook(kind, name)),
      {
        ...hook(afterCommand, 'afterCommand'),
        env: { CLAUDE_PROJECT_DIR: afterCommand.cwd },
        prepare: writes,
      },
      hook(clone, 'clone'),
      hook(changed, 'hookAnew', true),
      hook(changedKind, 'configuredAnew', true),
      { name: 'anew', args: recover, cwd: changed.cwd, prepare: changed.anew },
      { name: 'few', args: recover, cwd: few.cwd },
      { name: 'many', args: recover, cwd: many.cwd },
      { name: 'fewAnew', args: recover, cwd: fewChanged.cwd, prepare: fewChanged.anew },
      { name: 'manyAnew', args: recover, cwd: manyChanged.cwd, prepare: manyChanged.anew },
      { name: 'level2', args: [...recover, '--query', QUERY], cwd: many.cwd },
    ],
    rounds,
  )
  const named = Object.fromEntries(results.map(result => [result.command.name, result]))
  return {
    ...named,
    growth: named.many.minimum / named.few.minimum,
    growthAnew: named.manyAnew.minimum / named.fewAnew.minimum,
  }
}
