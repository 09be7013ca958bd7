import { describe, expect, test } from 'vitest'
import { commands } from '../../src/commands/list.ts'
import { commandsPage } from '../../src/commands/page.ts'
import { folderWith } from '../config/folder.ts'
import { notes } from '../notes-cli.ts'

const names = commands.map(({ name }) => name)

describe('notes', () => {
  test('alone prints the commands, each with one line', () => {
    const { code, stdout, stderr } = notes([], { cwd: folderWith() })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    for (const { name, summary } of commands)
      expect(stdout).toMatch(new RegExp(`^ {2}${name}\\b.* {2}${summary}$`, 'm'))
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
    [['--json'], 'There is no command', 'notes --help'],
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
    const { code, stdout } = notes([name, '--help'], { cwd, env: { COLUMNS: '200' } })
    expect(code).toBe(0)
    for (const part of [command.summary, '--file', '--root', '--json', 'Examples:', 'Exit codes:'])
      expect(stdout).toContain(part)
    for (const { line, does } of command.examples) {
      expect(stdout).toContain(line)
      expect(stdout).toContain(does)
    }
    expect(notes(['help', name], { cwd, env: { COLUMNS: '200' } }).stdout).toBe(stdout)
  })

  test('the summary is one line without a full stop', () => {
    expect(command.summary).toMatch(/^[A-Z].{5,60}[^.]$/)
  })

  test('shows at least two examples of itself', () => {
    expect(command.examples.length).toBeGreaterThanOrEqual(2)
    for (const { line } of command.examples) expect(line).toMatch(new RegExp(`\\bnotes ${name}\\b`))
  })

  // Every example is run as it stands, without the shell around it: `notes completion fish | source`.
  test.each(command.examples.map(({ line }) => line))('%s works', line => {
    const cwd = folderWith({ '.git/': '' })
    notes(['init'], { cwd })
    const [, typed = ''] = /\bnotes ([^|)>]*)/.exec(line) ?? []
    const words = typed.match(/"[^"]*"|'[^']*'|\S+/g) ?? []
    const { code, stderr } = notes(
      words.map(word => word.replace(/^(["'])(.*)\1$/, '$2')),
      { cwd },
    )
    expect(code, stderr).toSatisfy(value => value === 0 || (value === 1 && command.exits[1] !== undefined))
  })
})

test('every command has its own name', () => {
  expect(new Set(names).size).toBe(names.length)
})

test('the page of all commands has their options, examples and exit codes', () => {
  const page = commandsPage()
  for (const { name, examples, exits, options } of commands) {
    expect(page).toContain(`## notes ${name}\n`)
    for (const { line } of examples) expect(page).toContain(`\`${line}\``)
    for (const { does } of Object.values(options)) expect(page).toContain(does)
    expect(page).toContain(`Exit codes: 0 ${exits[0]};`)
  }
})
