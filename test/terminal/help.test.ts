import { describe, expect, test } from 'vitest'
import { wholeCommandLine } from '../../src/terminal/program/list.ts'
import { outlinedCommandLine, outlineOf } from '../../src/terminal/program/outline.ts'
import { commandsPage } from '../../src/terminal/program/page.ts'
import { folderWith } from '../config/folder.ts'
import { notes } from '../notes-cli.ts'

const { commands, groups } = wholeCommandLine()
const names = commands.map(({ name }) => name)
const groupOf = (name: string) => (name.includes(' ') ? name.split(' ')[0] : undefined)
const usedGroups = [...new Set(names.map(groupOf).filter(group => group !== undefined))]

/** What a shell would make of the first `notes …` in a line, up to a pipe, a redirection or a bracket. */
function wordsOf(line: string): readonly string[] {
  const [, typed = ''] = /\bnotes((?:\s+(?:"[^"]*"|'[^']*'|[^\s"'|()<>;])+)*)/.exec(line) ?? []
  const words = typed.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? []
  return words.map(word => word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'))
}

/** What the line pipes into `notes`: `echo '{"title": "x"}' | notes …`. */
const inputOf = (line: string) => /^echo '([^']*)' \| /.exec(line)?.[1] ?? ''

/** What examples refer to: 120 lines of a source file, each with a text of its own. */
const source = Array.from({ length: 120 }, (_, index) => `const step${index + 1} = ${index + 1}\n`).join('')

describe('notes', () => {
  test('alone prints the commands, each with one line', () => {
    const { code, stdout, stderr } = notes([], { cwd: folderWith() })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    for (const { name, summary } of commands.filter(command => groupOf(command.name) === undefined))
      expect(stdout).toMatch(new RegExp(`^ {2}${name}\\b.* {2}${summary}$`, 'm'))
  })

  test('has one line for each group, with its commands', () => {
    const { stdout } = notes([], { cwd: folderWith(), env: { COLUMNS: '200' } })
    for (const group of usedGroups) {
      const words = names.filter(name => groupOf(name) === group).map(name => name.split(' ')[1])
      expect(stdout).toMatch(new RegExp(`^ {2}${group} +${groups[group]}: ${words.join(', ')}$`, 'm'))
    }
  })

  test('--help and help print the same', () => {
    const cwd = folderWith()
    const { stdout } = notes([], { cwd })
    expect(notes(['--help'], { cwd })).toEqual({ code: 0, stdout, stderr: '' })
    expect(notes(['help'], { cwd })).toEqual({ code: 0, stdout, stderr: '' })
  })

  test('--version is the one of the package', () => {
    expect(notes(['--json', '--version'], { cwd: folderWith() }).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  test.each([
    [['confg'], "Unknown command 'confg'", 'config'],
    [['help', 'confg'], "Unknown command 'confg'", 'config'],
    [['init', '--dry-rn'], "Unknown option '--dry-rn'", '--dry-run'],
    [['config', '--jsn'], "Unknown option '--jsn'", '--json'],
    [['nonsense'], "Unknown command 'nonsense'", 'notes --help'],
    [['config', 'a', 'b'], 'Too many arguments', 'notes config --help'],
    [['completion'], 'Missing required argument', 'notes completion --help'],
    [['config', '--file'], "Option '--file <path>' argument missing", '--help'],
    [['--json'], 'Missing command', 'notes --help'],
    [['--root', 'nope', 'config'], 'is not a folder', '--root'],
  ])('%j cannot run, and the message says what to do', (args, message, hint) => {
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

  test('colours only where they are wanted', () => {
    const cwd = folderWith()
    expect(notes(['config'], { cwd }).stdout).not.toContain('\u001b')
    expect(notes(['config'], { cwd, env: { FORCE_COLOR: '1' } }).stdout).toContain('\u001b')
    expect(notes(['config', '--json'], { cwd, env: { FORCE_COLOR: '1' } }).stdout).not.toContain('\u001b')
  })
})

describe.each(commands.map(command => [command.name, command] as const))('notes %s', (name, command) => {
  test('--help has the summary, the options of all commands, examples and exit codes', () => {
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

  test('the summary is one line without a full stop', () => {
    expect(command.summary).toMatch(/^[A-Z].{5,60}[^.]$/)
  })

  test('shows at least two examples of itself', () => {
    expect(command.examples.length).toBeGreaterThanOrEqual(2)
    // `notes debt --export` is `notes debt export`, and `notes context` is `notes context show`.
    const [group, word = ''] = name.split(' ')
    const second = command.asOption ? ` (?:--)?${word}` : command.alone ? `(?: ${word})?` : ` ${word}`
    const typed = new RegExp(`\\bnotes ${group}${word === '' ? '' : second}\\b`)
    for (const { line } of command.examples) expect(line).toMatch(typed)
  })

  // Every example is run as it stands, without the shell around it: `notes completion fish | source`.
  test.each(command.examples.map(({ line }) => line))('%s works', line => {
    const cwd = folderWith({ '.git/': '', 'src/auth/jwt.ts': source })
    notes(['init'], { cwd })
    for (const before of command.setup ?? []) {
      const { code, stderr } = notes(wordsOf(before), { cwd, input: inputOf(before) })
      expect(code, `${before}\n${stderr}`).toBe(0)
    }
    const { code, stderr } = notes(wordsOf(line), { cwd, input: inputOf(line) })
    expect(code, stderr).toSatisfy(value => value === 0 || (value === 1 && command.exits[1] !== undefined))
  })
})

test('an example is read as a shell would', () => {
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

test('every command has its own name', () => {
  expect(new Set(names).size).toBe(names.length)
})

test('every group has a summary of a few words, and its name is not a command too', () => {
  for (const group of usedGroups) {
    expect(groups[group], group).toMatch(/^[A-Z].{2,25}[^.]$/)
    expect(names).not.toContain(group)
  }
})

test('the page of all commands has their options, examples and exit codes', () => {
  const page = commandsPage()
  for (const { name, examples, exits, options } of commands) {
    expect(page).toMatch(new RegExp(`^###? notes ${name}$`, 'm'))
    for (const { line } of examples) expect(page).toContain(`\`${line}\``)
    for (const { does } of Object.values(options)) expect(page).toContain(does)
    expect(page).toContain(`Exit codes: 0 ${exits[0]};`)
  }
})

test('the list of commands is the same whether the commands are loaded or not', () => {
  expect(outlineOf(outlinedCommandLine())).toEqual(outlineOf(wholeCommandLine()))
})

test.each(commands)('notes $name --help: what it says fills its lines', ({ name, details = '' }) => {
  const { stdout } = notes([...name.split(' '), '--help'], { cwd: folderWith(), env: { COLUMNS: '80' } })
  if (details === '') return
  const [, , prose = ''] = stdout.split('\n\n')
  for (const [index, line] of prose.trimEnd().split('\n').entries()) {
    const next = prose.split('\n')[index + 1]?.split(' ')[0]
    if (next) expect(`${line} ${next}`.length).toBeGreaterThan(79)
  }
})

test('an example that is wider than a screen leaves the others where they are', () => {
  const { stdout } = notes(['decision', 'add', '--help'], { cwd: folderWith() })
  expect(stdout).toMatch(/re-auth"\n {6}a whole decision\n/)
})
