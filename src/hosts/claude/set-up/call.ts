import { eventKey } from '../hooks/payload.ts'

/** A hook's command in the settings, run by a shell, or directly if it has `args`. */
export interface Call {
  readonly command: string
  readonly args?: readonly string[]
}

/** Does the call run `notes hook` for this event, however it was installed? */
export function isOurHook({ command, args }: Call, event: string): boolean {
  const isHook: IsWanted = ([name, word]) => name === 'hook' && isFor(event, word)
  return args === undefined ? shellRunsUs(command, isHook) : runsUs([command, ...args], isHook)
}

/** Does the call run `notes mcp`, however it was installed? */
export const isOurServer = ({ command, args = [] }: Call): boolean =>
  runsUs([command, ...args], ([name]) => name === 'mcp')

/** Are these the arguments of `notes` that are looked for? */
type IsWanted = (words: readonly string[]) => boolean

const shellRunsUs = (script: string, isWanted: IsWanted): boolean =>
  commandsOf(script).some(words => runsUs(words, isWanted))

/** Matches words (quoted or not), separators between commands, and comments. */
const TOKEN = /#[^\n]*|[;&|()\n`]+|(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\[\s"']|[^\s"';&|()`])+/g
const QUOTES = /"((?:[^"\\]|\\.)*)"|'([^']*)'|\\([\s"'])/g

function commandsOf(script: string): readonly (readonly string[])[] {
  let words: string[] = []
  const commands = [words]
  for (const [token] of script.slice(0, MAX_SCRIPT).matchAll(TOKEN)) {
    if (/^[;&|()\n`]/.test(token)) {
      words = []
      commands.push(words)
    } else if (!token.startsWith('#')) words.push(unquoted(token))
  }
  return commands
}

/** Bounds the work on unclosed quotes, each of which is searched to the end. */
const MAX_SCRIPT = 10_000

const unquoted = (word: string): string =>
  word.replace(
    QUOTES,
    (_, double?: string, single?: string, escaped = ''): string => double ?? single ?? escaped,
  )

/** Programs that only start another program, which follows their options. */
const STARTERS =
  /^(?:env|exec|command|nohup|time|timeout|nice|sudo|xargs|node|nodejs|bun|bunx|npm|npx|pnpm|pnpx|yarn|cmd|mise)$/
/** `if x; then notes hook; fi`: shell keywords precede a command. */
const SHELL_WORDS = /^(?:then|do|else|elif|if|while|until|[{!])$/
/** Subcommands of the starters, and durations: `timeout 10s`. */
const THEIR_WORDS = /^(?:exec|dlx|run|x|\/c|\d+[smhd]?)$/
const SHELLS = /^(?:sh|bash|dash|zsh)$/
/** `npx notesmd@1 hook` runs the package's only program. */
const OURS = /^(?:notes|notesmd(?:@.*)?)$/

function runsUs(words: readonly string[], isWanted: IsWanted): boolean {
  const program = words.findIndex(word => !isAssignment(word) && !SHELL_WORDS.test(word))
  const name = nameOf(words[program])
  const rest = words.slice(program + 1)
  if (OURS.test(name)) return isWanted(rest)
  if (SHELLS.test(name)) {
    const script = rest[rest.findIndex(word => /^-\w*c$/.test(word)) + 1]
    return rest[0]?.startsWith('-') === true && script !== undefined && shellRunsUs(script, isWanted)
  }
  if (!STARTERS.test(name)) return false
  const started = rest.findIndex(
    (word, at) =>
      (OURS.test(nameOf(word)) && isWanted(rest.slice(at + 1))) ||
      !(word.startsWith('-') || THEIR_WORDS.test(word) || isAssignment(word) || isValue(rest[at - 1])),
  )
  return started >= 0 && runsUs(rest.slice(started), isWanted)
}

const isAssignment = (word: string): boolean => /^\w+=/.test(word)

/** Could the word after this one be the value of an option? Which options take a value depends on the program. */
const isValue = (before: string | undefined): boolean => before !== undefined && /^-[^=]*$/.test(before)

/** `C:\tools\Notes.CMD` -> `notes`. */
const nameOf = (word = ''): string =>
  word
    .slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1)
    .toLowerCase()
    .replace(/\.(?:cjs|exe|cmd|ps1)$/, '')

/** Without an argument, the event comes from the client's input. */
const isFor = (event: string, word: string | undefined): boolean =>
  word === undefined || /^\d*[<>]/.test(word) || eventKey(word) === eventKey(event)
