import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Command } from '../../src/terminal/program/command.ts'
import { namesOf } from '../../src/terminal/program/help.ts'
import { wholeCommandLine } from '../../src/terminal/program/list.ts'
import listed from '../../src/terminal/program/names.json' with { type: 'json' }
import { commandsPage } from '../../src/terminal/program/page.ts'
import { folderWith, sharedFolder } from '../config/folder.ts'
import { notes } from '../notes-cli.ts'

const { commands, groups } = wholeCommandLine()
const names = commands.map(({ name }) => name)
const groupOf = (name: string) => (name.includes(' ') ? name.split(' ')[0] : undefined)
const usedGroups = [...new Set(names.map(groupOf).filter(group => group !== undefined))]

/** Splits the first `notes …` of a line as a shell does, up to a pipe, a redirection or a bracket. */
function wordsOf(line: string): readonly string[] {
  const [, typed = ''] = /\bnotes((?:\s+(?:"[^"]*"|'[^']*'|[^\s"'|()<>;])+)*)/.exec(line) ?? []
  const words = typed.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? []
  return words.map(word => word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'))
}

/** The text that a line pipes into `notes`: `echo '{"title": "x"}' | notes …`. */
const inputOf = (line: string) => /^echo '([^']*)' \| /.exec(line)?.[1] ?? ''

function commitAll(cwd: string, subject: string): void {
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@example.org']
  execFileSync('git', ['add', '-A'], { cwd })
  execFileSync('git', [...who, 'commit', '-q', '--allow-empty', '-m', subject], { cwd })
}

/** The source file that examples cite: 120 different lines. */
const source = Array.from({ length: 120 }, (_, index) => `const step${index + 1} = ${index + 1}\n`).join('')

/** Makes a repository with the notes that the examples of a command expect. */
function prepare(cwd: string, { setup = [] }: Pick<Command, 'setup'>): void {
  mkdirSync(join(cwd, 'src/auth'), { recursive: true })
  writeFileSync(join(cwd, 'src/auth/jwt.ts'), source)
  execFileSync('git', ['init', '-q'], { cwd })
  notes(['init'], { cwd })
  for (const before of setup) {
    const { code, stderr } = notes(wordsOf(before), { cwd, input: inputOf(before) })
    expect(code, `${before}\n${stderr}`).toBe(0)
  }
  for (const subject of ['first', 'second', 'third', 'fourth']) commitAll(cwd, subject)
}

describe('notes', () => {
  test('prints every command and group on one screen when it is called without arguments', () => {
    const { code, stdout, stderr } = notes([], { cwd: folderWith() })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const lines = stdout.trimEnd().split('\n')
    expect(lines.length).toBeLessThanOrEqual(24)
    expect(lines.filter(line => line.length > 80)).toEqual([])
    for (const name of names.filter(one => groupOf(one) === undefined))
      expect(stdout).toMatch(new RegExp(`^  [A-Z]\\w+: .*\\b${name}\\b`, 'm'))
    for (const group of usedGroups) expect(stdout).toMatch(new RegExp(`^  ${group} +\\w+`, 'm'))
    expect(stdout).toContain('  decision  add, list, show, supersede')
    expect(stdout).toContain('notes help --all')
  })

  test('help --all describes every command on a line of its own, with the global options and exit codes', () => {
    const { code, stdout, stderr } = notes(['help', '--all'], { cwd: folderWith() })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    for (const part of ['--allow-secret <reason>', 'Exit codes:']) expect(stdout).toContain(part)
    for (const { name, summary } of commands.filter(command => groupOf(command.name) === undefined))
      expect(stdout).toMatch(new RegExp(`^ {2}${name}\\b.* {2}${summary.replaceAll(/[()]/g, '\\$&')}$`, 'm'))
  })

  test('help --all prints one line per command group, with the names of its commands', () => {
    const { stdout } = notes(['help', '--all'], { cwd: folderWith(), env: { COLUMNS: '200' } })
    for (const group of usedGroups) {
      const words = names.filter(name => groupOf(name) === group).map(name => name.split(' ')[1])
      expect(stdout).toMatch(new RegExp(`^ {2}${group} +${groups[group]}: ${words.join(', ')}$`, 'm'))
    }
  })

  test('prints the same command list for --help and help', () => {
    const cwd = folderWith()
    const { stdout } = notes([], { cwd })
    expect(notes(['--help'], { cwd })).toEqual({ code: 0, stdout, stderr: '' })
    expect(notes(['help'], { cwd })).toEqual({ code: 0, stdout, stderr: '' })
  })

  test('prints a version number for --version', () => {
    expect(notes(['--json', '--version'], { cwd: folderWith() }).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  test.each([
    [['confg'], "Unknown command 'confg'", 'config'],
    [['help', 'confg'], "Unknown command 'confg'", 'config'],
    [['init', '--dry-rn'], "Unknown option '--dry-rn'", '--dry-run'],
    [['config', '--jsn'], "Unknown option '--jsn'", '--json'],
    [['nonsense'], "Unknown command 'nonsense'", 'notes --help'],
    [['config', 'a', 'b'], 'Unexpected word "b"', 'notes config --help'],
    [['question', 'add', 'Which', 'format?'], 'Unexpected word "format?"', 'Put quotes around a text'],
    [['decision', 'add', 'Use', 'tokens'], 'Unexpected word "Use"', 'Write --title "Use tokens"'],
    [['recover', 'token', 'expiry'], 'Unexpected word "token"', 'Write --query "token expiry"'],
    [
      ['resolve', 'TD-001'],
      "Unknown command 'resolve'",
      'Write one of question resolve, blocker resolve, debt',
    ],
    [['list'], "Unknown command 'list'", 'Did you mean show?'],
    [['version'], "Unknown command 'version'", 'Did you mean --version?'],
    [['completion'], 'Missing required argument', 'notes completion --help'],
    [['config', '--file'], "Option '--file <path>' argument missing", '--help'],
    [['--json'], 'Missing command', 'notes --help'],
    [['--root', 'nope', 'config'], 'is not a folder', '--root'],
  ])('refuses the command line %j with a message and a fix', (args, message, hint) => {
    const cwd = folderWith()
    const { code, stderr } = notes(args, { cwd })
    expect(code).toBe(2)
    expect(stderr).toMatch(/^error: .+\n( {3}at: .+\n)? {2}fix: .+\n$/)
    expect(stderr).toContain(message)
    expect(stderr.split('  fix: ')[1]).toContain(hint)

    const withJson = notes(['--json', ...args], { cwd })
    expect(withJson.code).toBe(2)
    expect(JSON.parse(withJson.stdout).error).toMatchObject({ code: 'usage' })
  })

  test('prints colors only with FORCE_COLOR, and never in JSON', () => {
    const cwd = folderWith()
    expect(notes(['config'], { cwd }).stdout).not.toContain('\u001b')
    expect(notes(['config'], { cwd, env: { FORCE_COLOR: '1' } }).stdout).toContain('\u001b')
    expect(notes(['config', '--json'], { cwd, env: { FORCE_COLOR: '1' } }).stdout).not.toContain('\u001b')
  })
})

describe.each(commands.map(command => [command.name, command] as const))('notes %s', (name, command) => {
  test('--help prints the summary, the global options, the examples and the exit codes', () => {
    const cwd = folderWith()
    const { code, stdout } = notes([...name.split(' '), '--help'], { cwd, env: { COLUMNS: '200' } })
    expect(code).toBe(0)
    for (const part of [command.summary, '--file', '--root', '--json', 'Examples:', 'Exit codes:'])
      expect(stdout).toContain(part)
    for (const { line, does } of command.examples) {
      expect(stdout).toContain(line)
      expect(stdout).toContain(does)
    }
    expect(notes(['help', ...name.split(' ')], { cwd, env: { COLUMNS: '200' } }).stdout).toBe(stdout)
  })

  test('has a help summary of one line without a full stop', () => {
    expect(command.summary).toMatch(/^[A-Z].{5,60}[^.]$/)
  })

  test('has at least two examples of itself in its help', () => {
    expect(command.examples.length).toBeGreaterThanOrEqual(2)
    // `notes debt --export` is `notes debt export`, and `notes context` is `notes context show`.
    const [group, word = ''] = name.split(' ')
    const second = command.asOption ? ` (?:--)?${word}` : command.alone ? `(?: ${word})?` : ` ${word}`
    const typed = new RegExp(`\\bnotes ${group}${word === '' ? '' : second}\\b`)
    for (const { line } of command.examples) expect(line).toMatch(typed)
  })

  // The project is made once per command, and copied for each of its examples. Pad and card commands get a
  // new project for each example, because the pads in a copy do not count as made there.
  const isCopied = !/^(?:pad|card)\b/.test(name)
  const project = sharedFolder()
  beforeAll(() => {
    if (isCopied) prepare(project, command)
  })

  // Runs every example as it is written, but without the shell around it, such as `| source`.
  test.each(command.examples.map(({ line }) => line))('runs the example from its help: %s', line => {
    const cwd = folderWith()
    if (isCopied) cpSync(project, cwd, { recursive: true, preserveTimestamps: true })
    else prepare(cwd, command)
    const { code, stderr } = notes(wordsOf(line), { cwd, input: inputOf(line) })
    expect(code, stderr).toSatisfy(value => value === 0 || (value === 1 && command.exits[1] !== undefined))
  })
})

test('the parser of help examples splits words as a shell does', () => {
  expect(wordsOf('source <(notes completion bash)')).toEqual(['completion', 'bash'])
  expect(wordsOf('notes log add --agent me "a -> b (c) | d" | cat')).toEqual([
    'log',
    'add',
    '--agent',
    'me',
    'a -> b (c) | d',
  ])
  expect(wordsOf(`notes ref add 'src/a.ts:1="x y"' --text="p 'q'"`)).toEqual([
    'ref',
    'add',
    'src/a.ts:1="x y"',
    "--text=p 'q'",
  ])
  expect(inputOf(`echo '{"title": "x"}' | notes decision add --from -`)).toBe('{"title": "x"}')
})

test('command names are unique', () => {
  expect(new Set(names).size).toBe(names.length)
})

test('every command group has a short summary and a name that no command has', () => {
  for (const group of usedGroups) {
    expect(groups[group], group).toMatch(/^[A-Z].{2,25}[^.]$/)
    expect(names).not.toContain(group)
  }
})

test('the commands page lists the options, examples and exit codes of every command', () => {
  const page = commandsPage()
  for (const { name, examples, exits, options } of commands) {
    expect(page).toMatch(new RegExp(`^###? notes ${name}$`, 'm'))
    for (const { line } of examples) expect(page).toContain(`\`${line}\``)
    for (const { does } of Object.values(options)) expect(page).toContain(does)
    expect(page).toContain(`Exit codes: 0 ${exits[0]};`)
  }
})

test('notes --help, which loads no command, lists the names of all commands', () => {
  expect(listed).toEqual(namesOf(commands))
})

const detailed = commands.filter(({ details = '' }) => details !== '')

test.each(detailed)('notes $name --help wraps its details at 80 columns', ({ name }) => {
  const { stdout } = notes([...name.split(' '), '--help'], { cwd: folderWith(), env: { COLUMNS: '80' } })
  const [, , prose = ''] = stdout.split('\n\n')
  for (const [index, line] of prose.trimEnd().split('\n').entries()) {
    const next = prose.split('\n')[index + 1]?.split(' ')[0]
    if (next) expect(`${line} ${next}`.length).toBeGreaterThan(79)
  }
})

test('decision add --help puts the description of a wide example on its own line', () => {
  const { stdout } = notes(['decision', 'add', '--help'], { cwd: folderWith() })
  expect(stdout).toMatch(/re-auth"\n {6}a whole decision\n/)
})
