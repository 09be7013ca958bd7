import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderWith } from '../config/folder.ts'
import { notes } from '../notes-cli.ts'

const run = (shell: string, args: readonly string[], cwd?: string) =>
  spawnSync(shell, args, { cwd, encoding: 'utf8' })
const installed = (shell: string) => run(shell, ['-c', 'exit 0']).status === 0
const script = (shell: string) => notes(['completion', shell], { cwd: tmpdir() }).stdout

/** What bash offers at the end of a line, the words split as bash does: `=` stands alone. */
function offers(line: string, cwd = folderWith()): readonly string[] {
  const file = join(cwd, '.notes-completion')
  writeFileSync(file, bash)
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

describe.skipIf(!installed('bash'))('in bash (skipped where bash is not installed)', () => {
  test('the commands', () => {
    expect(offers('notes ')).toEqual(expect.arrayContaining(['init', 'config', 'completion', 'help']))
    expect(offers('notes co')).toEqual(['config', 'completion'])
  })

  test('the options of a command, and those that every command has', () => {
    const found = offers('notes init --')
    expect(found).toEqual(
      expect.arrayContaining(['--config', '--dry-run', '--file', '--root', '--json', '--help']),
    )
    expect(found).not.toContain('--schema')
    expect(offers('notes config --sc')).toEqual(['--schema'])
    expect(offers('notes --v')).toEqual(['--version'])
  })

  test('fixed choices, also after options', () => {
    expect(offers('notes completion ')).toEqual(['bash', 'zsh', 'fish'])
    expect(offers('notes --json completion z')).toEqual(['zsh'])
    expect(offers('notes --file N.md completion f')).toEqual(['fish'])
    expect(offers('notes --file=N.md completion f')).toEqual(['fish'])
    expect(offers('notes completion --file N.md f')).toEqual(['fish'])
    expect(offers('notes --file init completion f')).toEqual(['fish'])
    expect(offers('notes config recovery.')).toEqual(['recovery.level1', 'recovery.level2'])
    expect(offers('notes help in')).toEqual(['init'])
  })

  test('one value for one argument, no second one', () => {
    expect(offers('notes completion bash ')).toEqual([])
  })

  test('files after --file and folders after --root', () => {
    const cwd = folderWith({ 'NOTES.md': '', 'NOTES old.md': '', 'nested/': '' })
    expect(offers('notes config --file N', cwd).toSorted()).toEqual(['NOTES old.md', 'NOTES.md'])
    expect(offers('notes config --file=N', cwd).toSorted()).toEqual(['NOTES old.md', 'NOTES.md'])
    expect(offers('notes config --root n', cwd)).toEqual(['nested'])
  })
})

describe.each([
  ['zsh', ['-n']],
  ['fish', ['--no-execute']],
])('in %s', (shell, check) => {
  test.skipIf(!installed(shell))(
    `the script is well formed (skipped where ${shell} is not installed)`,
    () => {
      const file = join(folderWith({ script: script(shell) }), 'script')
      const { status, stderr } = run(shell, [...check, file])
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    },
  )

  test('every command, option and choice is in the script', () => {
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
  'fish offers commands and choices (skipped where fish is not installed)',
  () => {
    const file = join(folderWith({ script: script('fish') }), 'script')
    const ask = (line: string) => run('fish', ['-c', `source ${file}; complete -C '${line}'`]).stdout
    expect(ask('notes ini')).toMatch(/^init\t/)
    expect(ask('notes completion z')).toMatch(/^zsh/)
    expect(ask('notes init --dr')).toMatch(/^--dry-run\t/)
  },
)

test('a shell that is not known is a usage error that names those that are', () => {
  const { code, stderr } = notes(['completion', 'tcsh'], { cwd: folderWith() })
  expect(code).toBe(2)
  expect(stderr).toContain('bash, zsh, fish')
})
