/** A hook of the settings, as far as it says what is run: in a shell, or with `args` directly. */
export interface Call {
  readonly command: string
  readonly args?: readonly string[]
}

/** Whether a call is `notes hook` for this event, whichever way it was installed. */
export function isOurHook({ command, args }: Call, event: string): boolean {
  return args === undefined ? shellRunsUs(command, event) : runsUs([command, ...args], event)
}

const shellRunsUs = (script: string, event: string): boolean =>
  commandsOf(script).some(words => runsUs(words, event))

/** Words in quotes or without, what stands between two commands, and comments. */
const TOKEN = /#[^\n]*|[;&|()\n`]+|(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\[\s"']|[^\s"';&|()`])+/g
const QUOTES = /"((?:[^"\\]|\\.)*)"|'([^']*)'|\\([\s"'])/g

function commandsOf(script: string): readonly (readonly string[])[] {
  let words: string[] = []
  const commands = [words]
  for (const [token] of script.slice(0, LONGEST).matchAll(TOKEN)) {
    if (/^[;&|()\n`]/.test(token)) {
      words = []
      commands.push(words)
    } else if (!token.startsWith('#')) words.push(unquoted(token))
  }
  return commands
}

/** Quotes that nobody closes are looked for to the end, each of them. */
const LONGEST = 10_000

const unquoted = (word: string): string =>
  word.replace(
    QUOTES,
    (_, double?: string, single?: string, escaped = ''): string => double ?? single ?? escaped,
  )

/** What does nothing but start the program that is named behind its options. */
const STARTERS =
  /^(?:env|exec|command|nohup|time|timeout|nice|sudo|xargs|node|nodejs|bun|bunx|npm|npx|pnpm|pnpx|yarn|cmd|mise)$/
/** `if x; then notes hook; fi`: the shell's own words stand before a command. */
const SHELL_WORDS = /^(?:then|do|else|elif|if|while|until|[{!])$/
/** And how long it may take: `timeout 10s`. */
const THEIR_WORDS = /^(?:exec|dlx|run|x|\/c|\d+[smhd]?)$/
const SHELLS = /^(?:sh|bash|dash|zsh)$/
/** `npx notesmd@1 hook` runs the package's only program. */
const OURS = /^(?:notes|notesmd(?:@.*)?)$/

function runsUs(words: readonly string[], event: string): boolean {
  const program = words.findIndex(word => !isAssignment(word) && !SHELL_WORDS.test(word))
  const name = nameOf(words[program])
  const rest = words.slice(program + 1)
  if (OURS.test(name)) return rest[0] === 'hook' && isFor(event, rest[1])
  if (SHELLS.test(name)) {
    const script = rest[rest.findIndex(word => /^-\w*c$/.test(word)) + 1]
    return rest[0]?.startsWith('-') === true && script !== undefined && shellRunsUs(script, event)
  }
  if (!STARTERS.test(name)) return false
  const started = rest.findIndex(
    (word, at) =>
      (OURS.test(nameOf(word)) && rest[at + 1] === 'hook') ||
      !(word.startsWith('-') || THEIR_WORDS.test(word) || isAssignment(word) || isValue(rest[at - 1])),
  )
  return started >= 0 && runsUs(rest.slice(started), event)
}

const isAssignment = (word: string): boolean => /^\w+=/.test(word)

/** An option may take the next word; which ones do is for each program to say. */
const isValue = (before: string | undefined): boolean => before !== undefined && /^-[^=]*$/.test(before)

/** `C:\tools\Notes.CMD` -> `notes`. */
const nameOf = (word = ''): string =>
  word
    .slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1)
    .toLowerCase()
    .replace(/\.(?:cjs|exe|cmd|ps1)$/, '')

/** Without a word, the event comes from what the client says. */
const isFor = (event: string, word: string | undefined): boolean =>
  word === undefined || /^\d*[<>]/.test(word) || keyOf(word) === keyOf(event)

const keyOf = (event: string): string => event.toLowerCase().replaceAll(/[-_]/g, '')
