import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderWith } from '../config/folder.ts'
import { notes } from '../notes-cli.ts'

export const NASTY = [
  '--leading dashes',
  '$(touch pwned) `touch pwned` ; touch pwned',
  'a | pipe, "quotes" and \'others\'',
  'two\nlines',
  '👩‍👩‍👧 émoji',
  `long ${'é'.repeat(400)}`,
]

/** A project with these debts. If `path` is given, that folder is put before a minimal PATH. */
export function project({ debts = [], path }: { debts?: readonly string[]; path?: string }) {
  const cwd = folderWith({ '.git/': '' })
  const env = path === undefined ? {} : { PATH: `${path}:/usr/local/bin:/usr/bin:/bin` }
  const run = (...args: string[]) => notes(args, { cwd, env })
  const file = join(cwd, 'grimoires/loa/NOTES.md')
  run('init')
  const entries = debts.map(title => ({ title, severity: 'MEDIUM' }))
  if (entries.length > 0) notes(['debt', 'add', '--from', '-'], { cwd, input: JSON.stringify(entries) })
  return { cwd, env, run, file, read: () => readFileSync(file, 'utf8') }
}

export interface Answer {
  readonly status: number | null
  readonly stdout: string
  readonly stderr?: string
}

/** A fake `bd` that picks its answer by all of its arguments, else by the first one, and logs its calls. */
export function replay(answers: Readonly<Record<string, Answer>>) {
  const path = folderWith({ 'answers.json': JSON.stringify(answers) })
  const program = join(path, 'bd')
  writeFileSync(
    program,
    `#!${process.execPath}
const { appendFileSync, readFileSync } = require('node:fs')
const args = process.argv.slice(2)
const known = JSON.parse(readFileSync(__dirname + '/answers.json', 'utf8'))
if (args[0] !== '--version') appendFileSync(__dirname + '/asked.jsonl', JSON.stringify(args) + '\\n')
const { status, stdout, stderr = '' } = known[args.join(' ')] ?? known[args[0]] ?? { status: 1, stdout: '', stderr: 'unknown command' }
process.stdout.write(stdout)
process.stderr.write(stderr)
if (status === null) setInterval(() => {}, 1000)
else process.exitCode = status
`,
  )
  chmodSync(program, 0o755)
  const log = join(path, 'asked.jsonl')
  const asked = (): string[][] =>
    existsSync(log)
      ? readFileSync(log, 'utf8')
          .trim()
          .split('\n')
          .map(line => JSON.parse(line))
      : []
  return { path, asked }
}
