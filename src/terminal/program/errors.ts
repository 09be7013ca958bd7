import { relative, resolve } from 'node:path'
import type { CommanderError, Command as Program } from 'commander'
import { nearestName } from '../../config/nearest-name.ts'
import { messageOf, NotesError, type Span, usage } from '../../error.ts'
import { placeInFile } from '../../files/read/read-text.ts'
import { painter, shown, shownJson, shownOnTerminal } from '../../safety/door.ts'
import { oneLine } from '../../safety/one-line.ts'
import type { Host } from './command.ts'

/**
 * Prints what is wrong, where, and what to do, to standard error; with `--json` also as a document to standard
 * output. Returns the exit code.
 */
export function reportError(error: unknown, host: Host, json: boolean): 1 | 2 {
  const known = error instanceof NotesError ? error : undefined
  const message = messageOf(error)
  const hint = known?.hint ?? 'This is a bug in notes: please report it, with the output of NOTES_DEBUG=1'
  const place = known?.path === undefined ? undefined : placeIn(host, known.path, known.span)

  const { bad, good } = painter(host.errorColor)
  const say = (text: string) => host.err(shownOnTerminal(`${text}\n`, { color: host.errorColor }))
  say(`${bad('error:')} ${onOneLine(message)}`)
  if (place !== undefined)
    say(`   at: ${onOneLine([place.path, place.line, place.column].filter(Boolean).join(':'))}`)
  say(`  ${good('fix:')} ${onOneLine(hint)}`)
  if (host.env.NOTES_DEBUG && error instanceof Error) host.err(shown(`${error.stack}\n`))

  const code = known?.code ?? 'internal'
  if (json) host.out(shownJson({ error: { code, message, hint, ...place } }))
  return FOUND_SOMETHING.has(code) ? 1 : 2
}

/** Joins the lines of a text. Otherwise text quoted from a file could pose as the `fix:` line. */
const onOneLine = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ')

/** Exit code 1: the request was valid, and the answer is no. */
const FOUND_SOMETHING: ReadonlySet<string> = new Set(['not-found', 'ambiguous', 'conflict'])

const placeIn = ({ cwd }: Host, path: string, span: Span | undefined) => ({
  path: relative(cwd, path) || path,
  ...(span === undefined ? undefined : placeInFile(resolve(cwd, path), span.start)),
})

/** Rewords a commander error and adds the next step. */
export function usageError({ code, message }: CommanderError, program: Program): NotesError {
  const command = typedCommand(program)
  if (code === 'commander.help') return noCommand(command)
  if (code === 'commander.unknownCommand') return unknownCommand(command, command.args[0] ?? '')
  const complaint = message.replace(/^error: /, '')
  const [, option] = /^unknown option '(.*)'$/s.exec(complaint) ?? []
  if (option !== undefined) return unknownOption(command, option)
  if (code === 'commander.excessArguments') return tooManyWords(command)
  const [, what = complaint, write] =
    /^(.*)\. (Write .*)\.$/s.exec(
      complaint.replace(/\. Allowed choices are (?=[^']*$)/, '. Write one of '),
    ) ?? []
  return usage(sentence(what), see(command, write === undefined ? undefined : `${write}, or`))
}

/** The typed command, as far as its words are known: the program, a group, or a command. */
function typedCommand(program: Program): Program {
  const typed = program.commands.find(command =>
    [command.name(), ...command.aliases()].includes(program.args[0] ?? ''),
  )
  return typed === undefined ? program : typedCommand(typed)
}

/** Commands that people look for under a kind of record. Only the typed group is loaded, so they are named here. */
const FOR_ANY_RECORD: ReadonlySet<string> = new Set(['edit', 'remove', 'reopen'])

/** Command names of other programs, each with our name for it. */
const OTHER_WORDS: ReadonlyMap<string, string> = new Map([
  ['list', 'show'],
  ['ls', 'show'],
  ['cat', 'show'],
  ['find', 'search'],
  ['grep', 'search'],
  ['delete', 'remove'],
  ['rm', 'remove'],
  ['update', 'edit'],
  ['open', 'reopen'],
  ['check', 'lint'],
  ['version', '--version'],
])

/** The error for a word that is not a command of the program or group. */
export function unknownCommand(parent: Program, word: string): NotesError {
  const names = parent.commands.map(command => command.name())
  if (FOR_ANY_RECORD.has(word) && !['pad', 'card'].includes(parent.name()))
    return usage(
      `Unknown command '${oneLine(pathOf(parent, word))}'`,
      `Did you mean \`notes ${word}\`? It takes a record of any kind`,
    )
  const within = parent.commands
    .filter(({ commands }) => commands.some(command => command.name() === word))
    .map(group => pathOf(group, word))
  const near =
    (parent.parent === null ? OTHER_WORDS.get(word) : undefined) ??
    (within.length > 0 ? undefined : nearestName(word, names))
  const others = parent.parent === null ? within : names
  const offered = others.length === 0 ? undefined : oneOf(others)
  const hint = near === undefined ? offered : `Did you mean ${pathOf(parent, near)}? Otherwise`
  return usage(`Unknown command '${oneLine(pathOf(parent, word))}'`, see(parent, hint))
}

/** The error for a group on its own, or for options without a command. */
function noCommand(parent: Program): NotesError {
  if (parent.parent === null) return usage('Missing command', see(parent))
  const names = parent.commands.map(command => command.name())
  return usage(`Missing command after '${parent.name()}'`, see(parent, oneOf(names)))
}

function unknownOption(command: Program, typed: string): NotesError {
  const [name = ''] = typed.split('=')
  const known = command.options.flatMap(({ long }) => long ?? [])
  const near =
    nearestName(name, [...known, '--help']) ??
    known.find(option => name.startsWith(`${option}-`) || option.endsWith(name.slice(1)))
  // Text that starts with a dash looks like an option; a file name hardly ever does.
  const takesText = command.registeredArguments.some(argument => !/file|path|folder/.test(argument.name()))
  const text = !takesText ? undefined : 'Write -- before a text that starts with -, or'
  const hint = near === undefined ? text : `Did you mean ${near}? Otherwise`
  return usage(`Unknown option '${oneLine(typed)}'`, see(command, hint))
}

/** The error for unquoted text, or for text without the option that it belongs to: `notes recover token expiry`. */
function tooManyWords(command: Program): NotesError {
  const [typed = ''] = command.args.slice(command.registeredArguments.length)
  const belongs = ['--how', '--title', '--query'].find(name =>
    command.options.some(({ long }) => long === name),
  )
  const takesText = command.registeredArguments.length > 0
  const rest = takesText ? typed : command.args.join(' ')
  // A word with spaces was in quotes.
  const isUnquoted = takesText && !typed.includes(' ') && belongs !== '--how'
  const hint = isUnquoted
    ? 'Put quotes around a text of several words, or'
    : belongs && `Write ${belongs} "${oneLine(rest)}", or`
  return usage(`Unexpected word "${oneLine(typed)}"`, see(command, hint))
}

const oneOf = (names: readonly string[]) => `Write one of ${names.join(', ')}, or`

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The full name of a command, without `notes`. */
const pathOf = (parent: Program, name: string): string =>
  parent.parent === null ? name : pathOf(parent.parent, `${parent.name()} ${name}`)

/** The hint, followed by a pointer to the help of the command. */
function see(command: Program, hint?: string): string {
  const help = command.parent === null ? '' : `${pathOf(command.parent, command.name())} `
  return `${hint === undefined ? 'See' : `${hint} see`} \`notes ${help}--help\``
}
