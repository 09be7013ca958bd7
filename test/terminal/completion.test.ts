import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { defineCommand } from '../../src/terminal/program/command.ts'
import { bashCompletion } from '../../src/terminal/program/completion/bash.ts'
import { fishCompletion } from '../../src/terminal/program/completion/fish.ts'
import { completionTree } from '../../src/terminal/program/completion/tree.ts'
import { zshCompletion } from '../../src/terminal/program/completion/zsh.ts'
import { buildProgram } from '../../src/terminal/program/program.ts'
import { folderWith } from '../config/folder.ts'
import { bin, notes } from '../notes-cli.ts'

const run = (shell: string, args: readonly string[], cwd?: string) =>
  spawnSync(shell, args, { cwd, encoding: 'utf8' })
const installed = (shell: string) => run(shell, ['-c', 'exit 0']).status === 0
const script = (shell: string) => notes(['completion', shell], { cwd: tmpdir() }).stdout

/** Returns bash's completions at the end of a line. Like bash, it makes each `=` a separate word. */
function offers(line: string, cwd = folderWith(), text = bash): readonly string[] {
  const file = join(cwd, '.notes-completion')
  writeFileSync(file, text)
  const words = line.split(/ |(=)/).filter(word => word !== undefined)
  const ask = `
    source "$1"; shift
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
    _notes
    printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout, stderr, status } = run('bash', ['-c', ask, 'bash', file, ...words], cwd)
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
  return stdout.split('\n').filter(Boolean)
}

const bash = script('bash')

const examples = [
  { line: 'notes', does: 'nothing here' },
  { line: 'notes --help', does: 'nothing here' },
] as const
const common = { summary: 'Do it', examples, exits: { 0: 'done' }, run: () => 0 as const }
/** A command line with a group whose name is also an argument elsewhere, and with every kind of option and argument. */
const garden = completionTree(
  buildProgram({
    commands: [
      defineCommand({
        ...common,
        name: 'plant add',
        arguments: { path: { does: 'where it is' } },
        options: {
          note: { kind: 'list', does: 'what was seen', value: 'text' },
          photo: { kind: 'list', does: 'how it looks', value: 'path:line' },
          count: { kind: 'number', does: 'how many', value: 'count' },
        },
      }),
      defineCommand({
        ...common,
        name: 'plant water-all',
        arguments: {
          with: { does: 'what with', choices: ['can', 'hose'] },
          kinds: { does: 'which ones', variadic: true, choices: ['tree', 'herb'] },
        },
      }),
      defineCommand({
        ...common,
        name: 'look',
        arguments: { at: { does: 'what', known: ['plant', 'add'] } },
      }),
    ],
    groups: { plant: 'Plants' },
  }),
)

describe.skipIf(!installed('bash'))('bash completion (skipped where bash is not installed)', () => {
  test('completes a command name', () => {
    expect(offers('notes ')).toEqual(expect.arrayContaining(['init', 'config', 'completion', 'help']))
    expect(offers('notes co')).toEqual(['context', 'config', 'completion'])
  })

  test('completes the options of a command and the global options', () => {
    const found = offers('notes init --')
    expect(found).toEqual(
      expect.arrayContaining(['--config', '--dry-run', '--file', '--root', '--json', '--help']),
    )
    expect(found).not.toContain('--schema')
    expect(offers('notes config --sc')).toEqual(['--schema'])
    expect(offers('notes --v')).toEqual(['--version'])
  })

  test('completes the fixed choices of an argument, even after options', () => {
    expect(offers('notes completion ')).toEqual(['bash', 'zsh', 'fish'])
    expect(offers('notes --json completion z')).toEqual(['zsh'])
    expect(offers('notes --file N.md completion f')).toEqual(['fish'])
    expect(offers('notes --file=N.md completion f')).toEqual(['fish'])
    expect(offers('notes completion --file N.md f')).toEqual(['fish'])
    expect(offers('notes --file init completion f')).toEqual(['fish'])
    expect(offers('notes config recovery.')).toEqual(['recovery.level1', 'recovery.level2', 'recovery.hint'])
    expect(offers('notes help in')).toEqual(['init'])
  })

  test('completes rule names after explain, and rules with a severity after lint --rule', () => {
    expect(offers('notes explain path-')).toEqual(['path-escape', 'path-exists', 'path-prefix'])
    const severities = ['off', 'warning', 'error']
    expect(offers('notes lint --rule path-p')).toEqual(severities.map(one => `path-prefix=${one}`))
    // bash replaces only the word after the last `=`.
    expect(offers('notes lint --rule path-prefix=')).toEqual(severities)
    expect(offers('notes lint --rule path-prefix=e')).toEqual(['error'])
    expect(offers('notes lint --strict --rule=path-prefi')).toContain('path-prefix=off')
  })

  test('completes the sessions of the project after --session and pad use', () => {
    const cwd = folderWith({ '.git/': '' })
    for (const session of ['review-1', 'review-2', 'other'])
      notes(['pad', 'write', 'text', '--session', session], { cwd })
    const withNotes = `notes() { NODE_EXTRA_CA_CERTS= '${process.execPath}' '${bin}' "$@"; }\n${bash}`
    expect(offers('notes pad show --session re', cwd, withNotes).toSorted()).toEqual(['review-1', 'review-2'])
    expect(offers('notes pad use o', cwd, withNotes)).toEqual(['other'])
    expect(notes(['pad', 'sessions', '--names'], { cwd }).stdout.split('\n').toSorted()).toEqual([
      '',
      'other',
      'review-1',
      'review-2',
    ])
  })

  test('completes handles where an argument names a record: those of one kind, or of all kinds', () => {
    const cwd = folderWith({
      '.git/': '',
      'NOTES.md': '## Pending Questions\n- [ ] Why?\n- [x] When?\n\n## Blockers\n- Waiting: a key\n',
    })
    const handles = (...args: string[]) => [
      ...notes([...args, '--handles'], { cwd }).stdout.matchAll(/^(\S+)\t(.*)$/gm),
    ]
    expect(handles('question', 'list').map(([, , title]) => title)).toEqual(['Why?'])
    const named = (...args: string[]) => handles(...args).map(([, handle]) => handle)
    const withNotes = `notes() { NODE_EXTRA_CA_CERTS= '${process.execPath}' '${bin}' "$@"; }\n${bash}`
    const offered = (line: string) => offers(line, cwd, withNotes).toSorted()
    expect(offered('notes question resolve ')).toEqual(named('question', 'list'))
    expect(offered('notes edit b')).toEqual(named('blocker', 'list'))
    expect(offered('notes remove ')).toEqual(named('show').toSorted())
    expect(offered('notes show q')).toEqual([...named('question', 'list', '--all'), 'questions'].toSorted())
    expect(offered('notes question add ')).toEqual([])
  })

  test('completes nothing after the only argument of a command', () => {
    expect(offers('notes completion bash ')).toEqual([])
  })

  test('completes the commands of a group, their options and their arguments', () => {
    const cwd = folderWith({ 'fig.md': '' })
    const found = (line: string) => offers(line, cwd, bashCompletion(garden))
    expect(found('notes ')).toEqual(['plant', 'look', 'help'])
    expect(found('notes plant ')).toEqual(['add', 'water-all'])
    expect(found('notes --json plant --file x w')).toEqual(['water-all'])
    expect(found('notes plant --')).toEqual([
      '--help',
      '--file',
      '--root',
      '--json',
      '--reveal',
      '--allow-secret',
    ])
    expect(found('notes plant add --')).toEqual([
      '--note',
      '--photo',
      '--count',
      '--help',
      '--file',
      '--root',
      '--json',
      '--reveal',
      '--allow-secret',
    ])
    expect(found('notes plant add --photo f')).toEqual(['fig.md'])
    expect(found('notes plant add --note f')).toEqual([])
    expect(found('notes plant add --count ')).toEqual([])
    expect(found('notes plant add --note add f')).toEqual(['fig.md'])
    expect(found('notes plant water-all ')).toEqual(['can', 'hose'])
    expect(found('notes plant water-all can ')).toEqual(['tree', 'herb'])
    expect(found('notes plant water-all can tree herb t')).toEqual(['tree'])
    expect(found('notes look plant ')).toEqual([])
    expect(found('notes help plant w')).toEqual(['water-all'])
    expect(found('notes help plant add ')).toEqual([])
    expect(found('notes help --')).toEqual([
      '--all',
      '--help',
      '--file',
      '--root',
      '--json',
      '--reveal',
      '--allow-secret',
    ])
  })

  test('completes file names after --file and folder names after --root', () => {
    const cwd = folderWith({ 'NOTES.md': '', 'NOTES old.md': '', 'nested/': '' })
    expect(offers('notes config --file N', cwd).toSorted()).toEqual(['NOTES old.md', 'NOTES.md'])
    expect(offers('notes config --file=N', cwd).toSorted()).toEqual(['NOTES old.md', 'NOTES.md'])
    expect(offers('notes config --root n', cwd)).toEqual(['nested'])
  })
})

describe.each([
  ['zsh', ['-n']],
  ['fish', ['--no-execute']],
])('%s completion', (shell, check) => {
  test.skipIf(!installed(shell))(
    `prints a completion script with valid syntax (skipped where ${shell} is not installed)`,
    () => {
      const file = join(folderWith({ script: script(shell) }), 'script')
      const { status, stderr } = run(shell, [...check, file])
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    },
  )

  test('prints a completion script that names commands, options and choices', () => {
    const text = script(shell)
    for (const word of [
      'init',
      'config',
      'completion',
      'dry-run',
      'schema',
      'file',
      'root',
      'json',
      'bash zsh fish',
    ])
      expect(text).toContain(word)
  })
})

test.skipIf(!installed('fish'))(
  'fish completion offers commands, options and choices (skipped where fish is not installed)',
  () => {
    const file = join(folderWith({ script: script('fish') }), 'script')
    const ask = (line: string) => run('fish', ['-c', `source ${file}; complete -C '${line}'`]).stdout
    expect(ask('notes ini')).toMatch(/^init\t/)
    expect(ask('notes completion z')).toMatch(/^zsh/)
    expect(ask('notes init --dr')).toMatch(/^--dry-run\t/)
  },
)

test.skipIf(!installed('fish'))(
  'fish completion offers the commands of a group, their options and their arguments (skipped where fish is not installed)',
  () => {
    const cwd = folderWith({ script: fishCompletion(garden), 'fig.md': '' })
    const found = (line: string) =>
      run('fish', ['--no-config', '-c', `source script; complete -C '${line}'`], cwd)
        .stdout.split('\n')
        .filter(Boolean)
        .map(offered => offered.split('\t')[0])
    expect(found('notes ').toSorted()).toEqual(['help', 'look', 'plant'])
    expect(found('notes plant ').toSorted()).toEqual(['add', 'water-all'])
    expect(found('notes --json plant --file x w')).toEqual(['water-all'])
    expect(found('notes plant add --n')).toEqual(['--note'])
    expect(found('notes plant --n')).toEqual([])
    expect(found('notes plant add --photo f')).toEqual(['fig.md'])
    expect(found('notes plant add --note f')).toEqual([])
    expect(found('notes plant water-all can t')).toEqual(['tree'])
    expect(found('notes look plant w')).toEqual([])
    expect(found('notes look ').toSorted()).toEqual(['add', 'plant'])
    expect(found('notes help plant w')).toEqual(['water-all'])
  },
)

test.skipIf(!installed('zsh'))(
  'zsh completion has valid syntax for a command group (skipped where zsh is not installed)',
  () => {
    const { status, stderr } = run('zsh', [
      '-n',
      join(folderWith({ script: zshCompletion(garden) }), 'script'),
    ])
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  },
)

test('zsh completion offers list options again, and the choices of a variadic argument up to the end of the line', () => {
  const text = zshCompletion(garden)
  expect(text).toContain("'*--note=[what was seen (repeatable)]:value: '")
  expect(text).toContain("'--count=[how many]:value: '")
  expect(text).toContain("'1:argument:(can hose)'")
  expect(text).toContain("'*:argument:(tree herb)'")
})

test('completion refuses an unknown shell and names the supported ones', () => {
  const { code, stderr } = notes(['completion', 'tcsh'], { cwd: folderWith() })
  expect(code).toBe(2)
  expect(stderr).toContain('bash, zsh, fish')
})
