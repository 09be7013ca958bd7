import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderWith } from '../config/folder.ts'
import { bin, environment, notes } from '../notes-cli.ts'

const FILE = 'grimoires/loa/NOTES.md'

/** Creates a folder for the PATH with a `notes` program, as an installed package provides it. */
function programFolder(): string {
  const folder = folderWith({ notes: `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n` })
  chmodSync(join(folder, 'notes'), 0o755)
  return folder
}

/** Creates a repository with a notes file, and returns functions that run git and `notes` in it as its user does. */
function repository({ path = programFolder() } = {}) {
  const cwd = folderWith()
  const env = {
    ...environment,
    PATH: `${path}:${process.env.PATH}`,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_EDITOR: 'true',
  }
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('git', args, { cwd, env, encoding: 'utf8' })
    return { status, said: `${stdout}${stderr}` }
  }
  const git = (...args: string[]): string => {
    const { status, said } = run(...args)
    if (status !== 0) throw new Error(`git ${args.join(' ')}: ${said}`)
    return said
  }
  git('init', '-q', '-b', 'main')
  git('config', 'user.name', 't')
  git('config', 'user.email', 't@example.org')
  const our = (...args: string[]) => notes(args, { cwd, env: { PATH: env.PATH } })
  our('init')
  git('add', '-A')
  git('commit', '-qm', 'first')
  const read = (name = FILE): string => readFileSync(join(cwd, name), 'utf8')
  const write = (text: string, name = FILE): void => writeFileSync(join(cwd, name), text)
  /** Commits the changes of `theirs` on a new branch of that name, and those of `ours` on main. */
  const diverge = (ours: () => void, theirs: () => void): void => {
    git('checkout', '-qb', 'theirs')
    theirs()
    git('commit', '-qam', 'theirs')
    git('checkout', '-q', 'main')
    ours()
    git('commit', '-qam', 'ours')
  }
  return { cwd, git, run, our, read, write, diverge }
}

const ask =
  ({ our }: ReturnType<typeof repository>, title: string) =>
  () =>
    our('question', 'add', title)

describe('notes git install', () => {
  test('lets git merge records that both branches added, which git alone leaves as a conflict', () => {
    for (const isInstalled of [false, true]) {
      const repo = repository()
      if (isInstalled) {
        expect(repo.our('git', 'install').code).toBe(0)
        repo.git('add', '-A')
        repo.git('commit', '-qm', 'attributes')
      }
      repo.diverge(ask(repo, 'Ours?'), ask(repo, 'Theirs?'))
      const { status } = repo.run('merge', 'theirs')
      expect(status).toBe(isInstalled ? 0 : 1)
      if (isInstalled) expect(repo.read()).toContain('- [ ] Ours?\n- [ ] Theirs?\n')
    }
  })

  test('sets up a driver that runs the package in node_modules when notes is not on the PATH', () => {
    const repo = repository({ path: '/nowhere' })
    mkdirSync(join(repo.cwd, 'node_modules/notesmd/dist'), { recursive: true })
    repo.write(`require(${JSON.stringify(bin)})\n`, 'node_modules/notesmd/dist/notes.cjs')
    repo.write('node_modules\n', '.gitignore')
    expect(repo.our('git', 'install').code).toBe(0)
    expect(repo.git('config', 'merge.notes.driver')).toMatch(
      /^node node_modules\/notesmd\/dist\/notes\.cjs merge-driver /,
    )
    repo.git('add', '-A')
    repo.git('commit', '-qm', 'attributes')
    repo.diverge(ask(repo, 'Ours?'), ask(repo, 'Theirs?'))
    expect(repo.run('merge', 'theirs').status).toBe(0)
    expect(repo.read()).toContain('- [ ] Ours?\n- [ ] Theirs?\n')
  })

  test('sets up a driver that marks one conflict in a criss-cross merge of branches that edited the same record', () => {
    for (const size of [7, 9]) {
      const repo = repository()
      repo.our('git', 'install')
      repo.our('debt', 'add', 'Slow', '--severity', 'LOW')
      const attributes = repo.read('.gitattributes')
      repo.write(`${attributes}*.md conflict-marker-size=${size}\n`, '.gitattributes')
      repo.git('add', '-A')
      repo.git('commit', '-qm', 'attributes')
      const row = (severity: string): string => `| TD-001 | Slow | ${severity} |`
      const edit = (severity: string) => () =>
        repo.write(repo.read().replace(/\| TD-001 \| Slow \| \w+ \|/, row(severity)))
      repo.diverge(edit('HIGH'), edit('CRITICAL'))
      const [ours = '', theirs = ''] = ['main', 'theirs'].map(name => repo.git('rev-parse', name).trim())
      for (const [branch, other, severity] of [
        ['main', theirs, 'MEDIUM'],
        ['theirs', ours, 'HIGH'],
      ] as const) {
        repo.git('checkout', '-q', branch)
        expect(repo.run('merge', other).status).toBe(1)
        repo.write(repo.read().replace(/^<{7}[\s\S]*^(?:={7,9})\n(.*\n)>{7}.*\n/m, '$1'))
        edit(severity)()
        repo.git('commit', '-qam', `merged ${other}`)
      }
      repo.git('checkout', '-q', 'main')
      expect(repo.run('merge', 'theirs').status).toBe(1)
      const marks = repo
        .read()
        .split('\n')
        .filter(line => /^[<|=>]{7}/.test(line) || line.includes('TD-001'))
      const about = 'TD-001 Slow'
      expect(marks).toEqual([
        `${'<'.repeat(size)} ours: ${about}`,
        expect.stringContaining(row('MEDIUM')),
        `${'|'.repeat(size)} base: ${about}`,
        expect.stringContaining(row('LOW')),
        '='.repeat(size),
        expect.stringContaining(row('HIGH')),
        `${'>'.repeat(size)} theirs: ${about}`,
      ])
    }
  })

  test('sets up a driver that works in a rebase, a cherry-pick and another worktree', () => {
    const repo = repository()
    repo.our('git', 'install')
    repo.git('add', '-A')
    repo.git('commit', '-qm', 'attributes')
    repo.diverge(ask(repo, 'Ours?'), ask(repo, 'Theirs?'))
    const tree = join(folderWith(), 'tree')
    repo.git('worktree', 'add', '-q', tree, 'theirs')
    repo.git('-C', tree, 'merge', '-q', 'main')
    repo.git('rebase', '-q', 'theirs~1')
    expect(repo.read()).toBe(readFileSync(join(tree, FILE), 'utf8'))
    repo.git('checkout', '-qb', 'third', 'main~1')
    ask(repo, 'Third?')()
    repo.git('commit', '-qam', 'third')
    repo.git('cherry-pick', 'main')
    expect(repo.read()).toContain('- [ ] Ours?\n- [ ] Theirs?\n- [ ] Third?\n')
  })

  test('changes nothing when repeated, and touches no other line', () => {
    const repo = repository()
    repo.write('*.png binary', '.gitattributes')
    repo.git('config', 'merge.other.driver', 'true')
    expect(JSON.parse(repo.our('git', 'install', '--json').stdout)).toMatchObject({
      changed: true,
      driver: 'installed',
    })
    const attributes = `*.png binary\n/${FILE} merge=notes\n/grimoires/loa/NOTES.archive.md merge=notes\n`
    expect(repo.read('.gitattributes')).toBe(attributes)
    expect(JSON.parse(repo.our('git', 'install', '--json').stdout)).toMatchObject({ changed: false })
    expect(repo.read('.gitattributes')).toBe(attributes)
    expect(repo.our('git', 'status').code).toBe(0)
    expect(JSON.parse(repo.our('git', 'uninstall', '--json').stdout)).toEqual({ changed: true })
    expect(repo.read('.gitattributes')).toBe('*.png binary\n')
    expect(repo.git('config', 'merge.other.driver')).toBe('true\n')
    expect(repo.run('config', 'merge.notes.driver').status).toBe(1)
    expect(repo.our('git', 'status').code).toBe(1)
    expect(JSON.parse(repo.our('git', 'uninstall', '--json').stdout)).toEqual({ changed: false })
  })

  test('lint reports a conflict that the driver wrote, and nothing about the rows in it', () => {
    const repo = repository()
    repo.our('git', 'install')
    repo.our('debt', 'add', 'Slow', '--severity', 'LOW')
    repo.our('question', 'add', 'Which?')
    repo.git('add', '-A')
    repo.git('commit', '-qm', 'records')
    const edit = (severity: string) => () =>
      repo.write(repo.read().replace('LOW', severity).replace('Which?', `Which ${severity}?`))
    repo.diverge(edit('HIGH'), edit('CRITICAL'))
    expect(repo.run('merge', 'theirs').status).toBe(1)
    const { files } = JSON.parse(repo.our('lint', '--format', 'json').stdout)
    const found = files.flatMap(({ findings }: { findings: { rule: string }[] }) => findings)
    expect(new Set(found.map(({ rule }: { rule: string }) => rule))).toEqual(new Set(['conflict-marker']))
  })

  test('git install and git status report a driver whose program git cannot find', () => {
    const repo = repository({ path: '/nowhere' })
    const { code, stdout } = repo.our('git', 'install', '--program', '/nonexistent/notes')
    expect([code, stdout]).toEqual([0, expect.stringContaining('git cannot find /nonexistent/notes; run')])
    repo.our('git', 'install')
    expect(JSON.parse(repo.our('git', 'status', '--json').stdout)).toMatchObject({ driver: 'broken' })
    expect(repo.our('git', 'status').code).toBe(1)
    const program = join(programFolder(), 'notes')
    repo.our('git', 'install', '--program', program)
    expect(repo.our('git', 'status').code).toBe(0)
  })

  test('names files with spaces and brackets so that git finds them', () => {
    const repo = repository()
    for (const name of ['a b', '[x]*', 'quote"d']) {
      mkdirSync(join(repo.cwd, name))
      repo.write('# Notes\n', `${name}/NOTES.md`)
      const { files } = JSON.parse(repo.our('git', 'install', `${name}/NOTES.md`, '--json').stdout)
      expect(files.every(({ merged }: { merged: boolean }) => merged)).toBe(true)
    }
    repo.our('git', 'uninstall', 'a b/NOTES.md')
    expect(repo.read('.gitattributes')).not.toContain('a b')
    expect(repo.read('.gitattributes')).toContain('quote')
  })

  test('is undone by uninstall, which removes a .gitattributes file that install created', () => {
    const repo = repository()
    repo.our('git', 'install')
    repo.our('git', 'uninstall')
    expect(existsSync(join(repo.cwd, '.gitattributes'))).toBe(false)
  })

  test('refuses a folder without a repository', () => {
    const cwd = folderWith()
    notes(['init'], { cwd })
    const { code, stderr } = notes(['git', 'install'], { cwd })
    expect(code).toBe(2)
    expect(stderr).toContain('Not in a git repository')
  })
})

describe('git merge without the notes driver', () => {
  test.each([
    ['is missing', undefined],
    ['does not start', '#!/bin/sh\nexit 126\n'],
    ['fails at its start', '#!/bin/sh\necho broken >&2\nexit 1\n'],
  ])('merges as git does when `notes` %s', (_, script) => {
    const path = script === undefined ? folderWith() : folderWith({ notes: script })
    if (script !== undefined) chmodSync(join(path, 'notes'), 0o755)
    const repo = repository({ path })
    repo.our('git', 'install')
    repo.git('add', '-A')
    repo.git('commit', '-qm', 'attributes')
    repo.diverge(ask(repo, 'Ours?'), ask(repo, 'Theirs?'))
    expect(repo.run('merge', 'theirs').status).toBe(1)
    expect(repo.read()).toContain('<<<<<<< ours\n- [ ] Ours?\n=======\n- [ ] Theirs?\n>>>>>>> theirs\n')
  })

  test('merges as git does in a clone that has only the attributes', () => {
    const repo = repository()
    repo.our('git', 'install')
    repo.git('config', '--remove-section', 'merge.notes')
    repo.git('add', '-A')
    repo.git('commit', '-qm', 'attributes')
    repo.diverge(ask(repo, 'Ours?'), ask(repo, 'Theirs?'))
    expect(repo.run('merge', 'theirs').status).toBe(1)
    expect(repo.read()).toContain('>>>>>>> theirs')
  })
})

describe('notes merge-driver', () => {
  const three = (base: string, ours: string, theirs: string) => folderWith({ base, ours, theirs })
  const list = (...titles: string[]): string =>
    `## Pending Questions\n${titles.map(title => `- [ ] ${title}\n`).join('')}`

  test('writes the result to our file, and names renumbered records on standard error', () => {
    const debts = (id: string, title: string) =>
      `## Technical Debt\n| ID | Description |\n|---|---|\n| TD-001 | Old |\n| ${id} | ${title} |\n`
    const base = debts('TD-002', 'Other')
    const cwd = three(base, `${base}| TD-003 | B |\n`, `${base}| TD-003 | A |\n`)
    const { code, stdout, stderr } = notes(['merge-driver', 'base', 'ours', 'theirs', '7', FILE], { cwd })
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: '',
      stderr: `${FILE}: TD-003 is now TD-004: B\n`,
    })
    expect(readFileSync(join(cwd, 'ours'), 'utf8')).toBe(`${base}| TD-003 | A |\n| TD-004 | B |\n`)
  })

  test('marks conflicts with the marker length that git asks for, and exits with 1', () => {
    const cwd = three(list('Why now?'), list('Why not?'), list('Why then?'))
    expect(notes(['merge-driver', 'base', 'ours', 'theirs', '9', FILE], { cwd }).code).toBe(1)
    expect(readFileSync(join(cwd, 'ours'), 'utf8')).toMatch(/^<{9} ours: Why not\?$/m)
  })

  test('merges without a base, as when both branches added the file', () => {
    const cwd = three('', list('Ours?'), list('Theirs?'))
    expect(notes(['merge-driver', 'base', 'ours', 'theirs'], { cwd }).code).toBe(0)
    expect(readFileSync(join(cwd, 'ours'), 'utf8')).toBe(list('Ours?', 'Theirs?'))
  })

  test('keeps the rows of both sides in an archive file', () => {
    const rows = (text: string) => `## Decision Archive\n| Date | Decision |\n|---|---|\n${text}`
    const cwd = three(
      rows('| 2026-01-01 | One |\n'),
      rows(''),
      rows('| 2026-01-01 | One more |\n| 2026-01-02 | Two |\n'),
    )
    expect(notes(['merge-driver', 'base', 'ours', 'theirs', '7', 'NOTES.archive.md'], { cwd }).code).toBe(0)
    expect(readFileSync(join(cwd, 'ours'), 'utf8')).toBe(
      rows('| 2026-01-01 | One more |\n| 2026-01-02 | Two |\n'),
    )
  })

  test('leaves a file that is not text, or too broken, as git merged it', () => {
    const cwd = three(list('Why?'), `${list('Why?', 'Who?')}\n\`\`\`\n`, list('Why?', 'When?'))
    const same = three(list('Why?'), `${list('Why?', 'Who?')}\n\`\`\`\n`, list('Why?', 'When?'))
    const labels = ['-L', 'ours', '-L', 'base', '-L', 'theirs']
    spawnSync('git', ['merge-file', ...labels, 'ours', 'base', 'theirs'], { cwd: same })
    const { code, stderr } = notes(['merge-driver', 'base', 'ours', 'theirs'], { cwd })
    expect(code).toBe(1)
    expect(stderr).toContain('left as git merged it')
    expect(readFileSync(join(cwd, 'ours'))).toEqual(readFileSync(join(same, 'ours')))

    const latin = folderWith({ base: 'a\n', ours: Buffer.from('a\n\xe9\n', 'latin1'), theirs: 'b\na\n' })
    expect(notes(['merge-driver', 'base', 'ours', 'theirs'], { cwd: latin }).code).toBe(0)
    expect(readFileSync(join(latin, 'ours'), 'latin1')).toBe('b\na\n\xe9\n')
  })

  test('leaves the result of git when its own cannot be written', () => {
    // A temporary file beside this one would have a name that is too long.
    const ours = 'o'.repeat(250)
    const cwd = folderWith({
      base: list('Why?'),
      [ours]: list('Why?', 'Who?'),
      theirs: list('Why?', 'When?'),
    })
    const { code, stderr } = notes(['merge-driver', 'base', ours, 'theirs'], { cwd })
    expect(code).toBe(1)
    expect(stderr).toContain('left as git merged it')
    expect(readFileSync(join(cwd, ours), 'utf8')).toContain('>>>>>>> theirs')
  })

  test('reports a conflict, and keeps ours, when git cannot merge the file either', () => {
    const repo = repository()
    repo.our('git', 'install')
    repo.git('add', '-A')
    repo.git('commit', '-qm', 'attributes')
    const broken = (name: string) => () => repo.write(`${repo.read()}\0${name}\n`)
    repo.diverge(broken('ours'), broken('theirs'))
    const { status, said } = repo.run('merge', 'theirs')
    expect(status).toBe(1)
    expect(said).toContain('CONFLICT (content)')
    expect(repo.read()).toContain('\0ours\n')
  })

  test('merges in spite of an invalid configuration', () => {
    const cwd = three(list('Why?'), list('Why?', 'Who?'), list('Why?', 'When?'))
    writeFileSync(join(cwd, 'notes.config.json'), '{ "nonsense": 1 }')
    expect(notes(['merge-driver', 'base', 'ours', 'theirs'], { cwd }).code).toBe(0)
  })

  test('leaves our text, the result of git or its own result when killed at any moment', async () => {
    const texts = ['One?', 'Two?'].map(title => list('Why?', title)) as [string, string]
    const outcomes = new Set<string>()
    for (let wait = 20; wait < 400; wait += 20) {
      const cwd = three(list('Why?'), ...texts)
      execFileSync(
        'sh',
        [
          '-c',
          `timeout -s KILL 0.${String(wait).padStart(3, '0')} "$0" "$1" merge-driver base ours theirs || true`,
          process.execPath,
          bin,
        ],
        {
          cwd,
          stdio: 'ignore',
          env: environment,
        },
      )
      outcomes.add(readFileSync(join(cwd, 'ours'), 'utf8'))
    }
    const git = `## Pending Questions\n- [ ] Why?\n<<<<<<< ours\n- [ ] One?\n=======\n- [ ] Two?\n>>>>>>> theirs\n`
    for (const text of outcomes) expect([texts[0], git, list('Why?', 'One?', 'Two?')]).toContain(text)
    expect(outcomes).toContain(list('Why?', 'One?', 'Two?'))
  })
})

describe('notes merge', () => {
  test('resolves a file with conflict markers by record', () => {
    const repo = repository()
    repo.diverge(ask(repo, 'Ours?'), ask(repo, 'Theirs?'))
    repo.run('merge', 'theirs')
    const marked = repo.read()
    expect(marked).toContain('<<<<<<<')
    const dry = repo.our('merge', FILE, '--dry-run')
    expect(dry.stdout).toContain('-<<<<<<<')
    expect(repo.read()).toBe(marked)
    expect(repo.our('merge', FILE)).toMatchObject({ code: 0, stdout: `${FILE} is merged.\n` })
    expect(repo.read()).toContain('- [ ] Ours?\n- [ ] Theirs?\n')
    expect(repo.our('undo').code).toBe(0)
    expect(repo.read()).toBe(marked)
  })

  test('gets the base from git, so that a deleted record stays deleted', () => {
    const repo = repository()
    for (const title of ['One?', 'Two?', 'Three?']) ask(repo, title)()
    repo.git('commit', '-qam', 'questions')
    repo.diverge(
      () => repo.write(repo.read().replace('- [ ] Two?\n- [ ] Three?\n', '- [ ] Three?\n- [ ] Ours?\n')),
      ask(repo, 'Theirs?'),
    )
    repo.run('merge', 'theirs')
    expect(repo.our('merge', FILE).code).toBe(0)
    expect(repo.read()).toContain('- [ ] One?\n- [ ] Three?\n- [ ] Ours?\n- [ ] Theirs?\n')
  })

  test('marks a real conflict around its record, and exits with 1', () => {
    const repo = repository()
    repo.our('debt', 'add', 'Slow', '--severity', 'LOW')
    repo.git('commit', '-qam', 'debt')
    const severe = (severity: string, title: string) => () => {
      repo.our('edit', 'TD-001', '--severity', severity)
      repo.our('debt', 'add', title, '--severity', 'LOW')
    }
    repo.diverge(severe('HIGH', 'Ours'), severe('MEDIUM', 'Theirs'))
    repo.run('merge', 'theirs')
    const { code, stdout } = repo.our('merge', FILE)
    expect(code).toBe(1)
    expect(stdout).toContain('conflict: TD-001 Slow\n')
    expect(repo.read()).toMatch(/>>>>>>> theirs: TD-001 Slow\n\| TD-002 \| Theirs .*\n\| TD-003 \| Ours /)
  })

  test('says when there are no conflicts, and refuses an incomplete conflict', () => {
    const repo = repository()
    expect(repo.our('merge', FILE)).toMatchObject({ code: 0, stdout: `${FILE} has no conflicts.\n` })
    repo.write(`${repo.read()}<<<<<<< ours\n`)
    expect(repo.our('merge', FILE)).toMatchObject({ code: 2 })
  })
})
