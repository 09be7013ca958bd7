import { describe, expect, test } from 'vitest'
import { report } from '../../src/terminal/print/output.ts'
import { defineCommand } from '../../src/terminal/program/command.ts'
import { commandsPage } from '../../src/terminal/program/page.ts'
import { folderWith } from '../config/folder.ts'
import { notes } from '../notes-cli.ts'
import { runHere } from './run-here.ts'

const examples = [
  { line: 'notes', does: 'nothing here' },
  { line: 'notes --help', does: 'nothing here' },
] as const

const plantAdd = defineCommand({
  name: 'plant add',
  summary: 'Write down a plant',
  arguments: { plant: { does: 'its name', required: true } },
  options: {
    note: { kind: 'list', does: 'what was seen', value: 'text', required: true },
    count: { kind: 'number', does: 'how many', value: 'count' },
    place: { kind: 'text', does: 'where it is', value: 'path' },
    light: { kind: 'choice', does: 'how it stands', choices: ['sun', 'shade'] },
    dryRun: { kind: 'flag', does: 'write nothing' },
  },
  examples,
  exits: { 0: 'written' },

  run(context, input) {
    const { plant, note, count, place, light, dryRun } = input
    // This tests the types: with any other type these lines would not compile.
    const typed: readonly [string, readonly string[], number | undefined, string | undefined, boolean] = [
      plant,
      note,
      count,
      place,
      dryRun,
    ]
    const chosen: 'sun' | 'shade' | undefined = light
    // @ts-expect-error: a list is not a string
    const text: string | undefined = note
    // @ts-expect-error: a number is not a string
    const number: string | undefined = count
    report(context, { json: input, lines: [JSON.stringify([...typed, chosen, text === number])] })
    return 0
  },
})

const plantWater = defineCommand({
  name: 'plant water',
  summary: 'Write down that plants were watered',
  arguments: {
    with: { does: 'what with', required: true, choices: ['can', 'hose'] },
    plants: { does: 'which ones', required: true, variadic: true },
  },
  examples,
  exits: { 0: 'written' },

  run(context, input) {
    const first: string = input.plants[0]
    report(context, { json: input, lines: [`${first} with ${input.with}`] })
    return 0
  },
})

const plantList = defineCommand({
  name: 'plant list',
  summary: 'List the plants',
  arguments: { kinds: { does: 'only these', variadic: true, choices: ['tree', 'herb'] } },
  examples,
  exits: { 0: 'listed' },

  run(context, input) {
    const kinds: readonly ('tree' | 'herb')[] = input.kinds
    report(context, { json: { ...input, file: context.project.file }, lines: [...kinds] })
    return 0
  },
})

const weather = defineCommand({
  name: 'weather',
  summary: 'Print the weather',
  examples,
  exits: { 0: 'printed' },
  run: () => 0,
})

const garden = { commands: [plantAdd, weather, plantWater, plantList], groups: { plant: 'Plants' } }

const typed = (...argv: readonly string[]) => runHere(argv, garden)

const inputOf = async (...argv: readonly string[]) => {
  const { code, stdout, stderr } = await typed(...argv, '--json')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout)
}

describe('a command group', () => {
  test('has one line in the command list, at the position of its first command', async () => {
    const { stdout } = await typed('help', '--all')
    const lines = stdout.split('\n')
    expect(stdout).toMatch(/^ {2}plant {2,}Plants: add, water, list$/m)
    expect(lines.findIndex(line => /^ {2}plant/.test(line))).toBeLessThan(
      lines.findIndex(line => /^ {2}weather/.test(line)),
    )
    expect(stdout).not.toContain('Write down a plant')
  })

  test('prints a help page that lists its commands with their arguments', async () => {
    const { code, stdout, stderr } = await typed('plant', '--help')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('Usage: notes plant [options] [command]')
    expect(stdout).toMatch(/^ {2}add <plant> +Write down a plant$/m)
    expect(stdout).toMatch(/^ {2}water <with> <plants\.\.\.> +Write down that plants were watered$/m)
    expect(stdout).toMatch(/^ {2}list \[kinds\.\.\.\] +List the plants$/m)
    expect(stdout).toContain('notes plant COMMAND --help')
    expect((await typed('help', 'plant')).stdout).toBe(stdout)
  })

  test('without a command prints the group help and a fix on standard error', async () => {
    const { code, stdout, stderr } = await typed('plant')
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain((await typed('plant', '--help')).stdout)
    expect(stderr).toMatch(
      /\nerror: Missing command after 'plant'\n {2}fix: Write one of add, water, list, or see `notes plant --help`\n$/,
    )
  })

  test('with --json but without a command prints the error as JSON and no help', async () => {
    const { code, stdout, stderr } = await typed('plant', '--json')
    expect(code).toBe(2)
    expect(JSON.parse(stdout).error).toMatchObject({ code: 'usage' })
    expect(stderr).not.toContain('Usage:')
  })

  test.each([
    [
      ['plant', 'ad'],
      "Unknown command 'plant ad'",
      'Did you mean plant add? Otherwise see `notes plant --help`',
    ],
    [['plant', 'nonsense'], "Unknown command 'plant nonsense'", 'Write one of add, water, list, or see'],
    [['plnt', 'add'], "Unknown command 'plnt'", 'Did you mean plant?'],
    [['help', 'plant', 'watr'], "Unknown command 'plant watr'", 'Did you mean plant water?'],
    [
      ['plant', 'add', 'x', '--nte', 'y'],
      "Unknown option '--nte'",
      'Did you mean --note? Otherwise see `notes plant add --help`',
    ],
    [['plant', 'add', 'x', '--jso'], "Unknown option '--jso'", 'Did you mean --json?'],
    [
      ['plant', 'add', '-x marks it'],
      "Unknown option '-x marks it'",
      'Write -- before a text that starts with -',
    ],
    [['plant', 'add'], "Missing required argument 'plant'", 'notes plant add --help'],
    [
      ['plant', 'water', 'cup', 'x'],
      "value 'cup' is invalid",
      'Write one of can, hose, or see `notes plant water --help`',
    ],
    [['plant', 'list', 'tree', 'rock'], "value 'rock' is invalid", 'Write one of tree, herb'],
    [['weather', 'now'], 'Unexpected word "now"', 'notes weather --help'],
  ])('refuses the command line %j with a message and a fix', async (argv, message, hint) => {
    const { code, stdout, stderr } = await typed(...argv)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr.split('  fix: ')[0]).toContain(message)
    expect(stderr.split('  fix: ')[1]).toContain(hint)
  })

  test('gives each of its commands a help page with options, examples and exit codes', async () => {
    const { code, stdout } = await typed('plant', 'add', '--help')
    expect(code).toBe(0)
    for (const part of [
      'Usage: notes plant add [options] <plant>',
      '--file <path>',
      'Examples:',
      'Exit codes:',
    ])
      expect(stdout).toContain(part)
    expect(stdout).toMatch(/--note <text> +what was seen \(required, repeatable\)\n/)
    expect(stdout.match(/--json/g)).toHaveLength(1)
    expect((await typed('help', 'plant', 'add')).stdout).toBe(stdout)
  })
})

describe('command arguments and options', () => {
  test('reach the command under their names, in the order they were typed', async () => {
    expect(
      await inputOf(
        'plant',
        'add',
        'fig',
        '--note',
        'a',
        '--count',
        '3',
        '--note=b',
        '--dry-run',
        '--light',
        'sun',
      ),
    ).toEqual({ plant: 'fig', note: ['a', 'b'], count: 3, light: 'sun', dryRun: true })
    expect(await inputOf('plant', 'water', 'can', 'fig', 'elder')).toEqual({
      with: 'can',
      plants: ['fig', 'elder'],
    })
  })

  test('are an empty list or undefined when left out; only a required argument is enforced', async () => {
    expect(await inputOf('plant', 'add', 'fig')).toEqual({ plant: 'fig', note: [], dryRun: false })
    expect(await inputOf('plant', 'list')).toMatchObject({ kinds: [] })
    expect((await typed('plant', 'water', 'can')).code).toBe(2)
  })

  test.each(['-1', '1.5', 'many', '', ' 3', '0x10', '1e3', '9007199254740993'])(
    'refuse the value %j for a number option',
    async text => {
      const { code, stderr } = await typed('plant', 'add', 'fig', '--count', text)
      expect(code).toBe(2)
      expect(stderr).toContain(`Option '--count <count>' argument '${text}' is invalid\n`)
      expect(stderr).toContain('fix: Write a whole number, 0 or more, or see `notes plant add --help`')
    },
  )

  test.each(['0', '007', '9007199254740991'])('accept the value %s for a number option', async text => {
    expect(await inputOf('plant', 'add', 'fig', '--count', text)).toMatchObject({ count: Number(text) })
  })

  // Each of these is an option of `notes` itself, or looks like one.
  test.each(['-x', '-V', '-Vx', '-h', '--json', '--file=x', '--file', '--help', '--', '', 'a\nb', '- item'])(
    'pass the option value %j through unchanged',
    async text => {
      const { stdout, code } = await typed('--json', 'plant', 'add', `--place=${text}`, '--note', text, 'fig')
      expect(code).toBe(0)
      expect(JSON.parse(stdout)).toMatchObject({ plant: 'fig', place: text, note: [text] })
    },
  )

  test('accept an argument that starts with a dash after --', async () => {
    expect(JSON.parse((await typed('plant', 'add', '--json', '--', '-V')).stdout)).toMatchObject({
      plant: '-V',
    })
  })

  test('accept global options anywhere, and the last one counts', async () => {
    for (const argv of [
      ['--file', 'a.md', 'plant', 'list', '--json'],
      ['plant', '--file', 'a.md', '--json', 'list'],
      ['--file', 'b.md', '--json', 'plant', 'list', '--file', 'a.md'],
    ])
      expect(JSON.parse((await typed(...argv)).stdout).file).toMatch(/a\.md$/)
  })
})

test('a command cannot define an option with the name of a global option', () => {
  const greedy = defineCommand({
    name: 'plant steal',
    summary: 'Take a plant',
    options: { file: { kind: 'text', does: 'another file', value: 'path' } },
    examples,
    exits: { 0: 'taken' },
    run: () => 0,
  })
  expect(() => commandsPage({ commands: [greedy], groups: {} })).toThrow('--file')
})

test('the commands page has a section for a group and a subsection for each of its commands', () => {
  const page = commandsPage(garden)
  expect(page.match(/^###? .*$/gm)).toEqual([
    '## notes plant',
    '### notes plant add',
    '### notes plant water',
    '### notes plant list',
    '## notes weather',
  ])
  expect(page).toContain('    notes plant water [options] <with> <plants...>\n')
  expect(page).toContain('| `--note <text>` | what was seen (required, repeatable) |')
  expect(page).toContain('| `--count <count>` | how many |')
})

test('help reports an unknown subcommand of a command that is not a group', () => {
  const { code, stderr } = notes(['help', 'show', 'nothing'], { cwd: folderWith() })
  expect(code).toBe(2)
  expect(stderr).toBe("error: Unknown command 'show nothing'\n  fix: See `notes show --help`\n")
})

test.each(['remove', 'edit', 'reopen'])(
  '%s after a kind of record suggests the command for all kinds',
  word => {
    const { code, stderr } = notes(['debt', word, 'x'], { cwd: folderWith({ 'NOTES.md': '# Notes\n' }) })
    expect([code, stderr]).toEqual([2, expect.stringContaining(`Did you mean \`notes ${word}\``)])
  },
)
