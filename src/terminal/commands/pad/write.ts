import { usage } from '../../../error.ts'
import type { Session } from '../../../pads/session.ts'
import { maySecret } from '../../../safety/cheap-tests.ts'
import { findSecrets } from '../../../safety/secrets.ts'
import { remark, report } from '../../print/output.ts'
import { type Command, type Context, defineCommand } from '../../program/command.ts'
import { padToJson, sessionOf, sessionOption, usedOf } from './session-of.ts'

/** The argument of every command that takes text. */
export const textArgument = (does: string) =>
  ({ does: `${does}; standard input if omitted or -`, variadic: true }) as const

/** Reads text for a pad. A pad stays on this machine, so a secret is allowed, with a note. */
export function writtenText(context: Context, words: readonly string[]): string {
  const text = textOf(context, words)
  saySecrets(context, text)
  return text
}

function saySecrets(context: Context, text: string): void {
  const [first] = maySecret(text) ? findSecrets(text) : []
  if (first === undefined) return
  const { name, masked } = first
  remark(context, [`this contains a secret (${name}, ${masked}); it is masked wherever the pad is shown`])
}

/** The text as typed, or all of standard input without its last line break. Only typed text can be empty (`""`). */
function textOf({ host }: Context, words: readonly string[]): string {
  if (words.length > 0 && !(words.length === 1 && words[0] === '-')) return words.join(' ')
  // A byte order mark belongs to the encoding, not to the text.
  const text = host
    .readInput()
    .replace(/^\uFEFF/, '')
    .replace(/\r?\n$/, '')
  if (text === '')
    throw usage('No text on standard input; nothing changed', 'Pipe in a text, or pass it as an argument')
  return text
}

/** Defines `notes pad write`, `append` and `prepend`. */
function editCommand(
  edit: 'write' | 'append' | 'prepend',
  { example, said, ...about }: Record<'summary' | 'details' | 'example' | 'said', string>,
): Command {
  return defineCommand({
    ...about,
    name: `pad ${edit}`,
    arguments: { text: textArgument('the text') },
    options: { session: sessionOption },
    examples: [
      { line: `notes pad ${edit} "${example}"`, does: 'a text' },
      { line: `echo '${example}' | notes pad ${edit}`, does: 'from standard input' },
    ],
    exits: { 0: 'written' },
    async run(context, { text, session: id }): Promise<0> {
      const session = await sessionOf(context, id)
      const before = session.pad.notes
      await session.notepad[edit](writtenText(context, text))
      return done(context, session, before === session.pad.notes ? 'Nothing changed' : said)
    },
  })
}

/** Reports a change and the new size of the notes. */
function done(context: Context, session: Session, said: string): 0 {
  const { pad, settings, id } = session
  const used = `${usedOf(pad.notes.length, settings.limits.notepad)} characters of notes in session ${id}`
  report(context, { json: padToJson(session), lines: [`${said}: ${used}`] })
  return 0
}

const setup = ['notes pad write "- [ ] Fix the total"']

const replace = defineCommand({
  name: 'pad replace',
  summary: 'Replace some text in the notes',
  details: 'Matches exact text, not a pattern. Replaces the first match, or all of them with --all.',
  arguments: {
    find: { does: 'the text to find', required: true },
    replacement: { does: 'the new text; standard input if omitted or -' },
  },
  options: { all: { kind: 'flag', does: 'replace every match' }, session: sessionOption },
  setup,
  examples: [
    { line: 'notes pad replace "- [ ] Fix the total" "- [x] Fix the total"', does: 'tick a task off' },
    { line: 'notes pad replace total sum --all', does: 'every match' },
    { line: "echo '- [x] Fix it' | notes pad replace '- [ ] Fix the total'", does: 'from standard input' },
  ],
  exits: { 0: 'replaced', 1: 'text not found' },
  async run(context, { find, replacement, all, session: id }): Promise<0> {
    const session = await sessionOf(context, id)
    const text = writtenText(context, replacement === undefined ? [] : [replacement])
    await session.notepad.replace(find, text, { all })
    return done(context, session, 'Replaced')
  },
})

const remove = defineCommand({
  name: 'pad delete',
  summary: 'Delete a text from the notes',
  details: 'Matches exact text. Deletes the first match.',
  arguments: { text: textArgument('the text to delete') },
  options: { session: sessionOption },
  setup,
  examples: [
    { line: 'notes pad delete "- [ ] Fix the total"', does: 'a line' },
    { line: "echo '- [ ] Fix the total' | notes pad delete", does: 'from standard input' },
  ],
  exits: { 0: 'deleted', 1: 'text not found' },
  async run(context, { text, session: id }): Promise<0> {
    const session = await sessionOf(context, id)
    await session.notepad.delete(textOf(context, text))
    return done(context, session, 'Deleted')
  },
})

const plan = defineCommand({
  name: 'pad plan',
  summary: 'Replace the plan of this session',
  details: 'Refused, with nothing changed, if it is too long: no step is ever cut off. "" clears it.',
  arguments: { text: textArgument('the plan') },
  options: { session: sessionOption },
  examples: [
    { line: 'notes pad plan "1. Fix the bug 2. Add a test"', does: 'a plan' },
    { line: "echo '1. Fix the bug' | notes pad plan", does: 'from standard input' },
  ],
  exits: { 0: 'written' },
  async run(context, { text, session: id }): Promise<0> {
    const [first = '', ...more] = text
    if (more.length > 0 && /^(?:add|append|clear|done|set|show)$/.test(first))
      throw usage(
        `"pad plan" takes the whole plan; it has no action "${first}"`,
        'Quote the whole plan: `notes pad plan "1. … 2. …"`; `notes pad show` prints the present one',
      )
    const session = await sessionOf(context, id)
    await session.plan.write(writtenText(context, text))
    const { pad, settings } = session
    report(context, {
      json: padToJson(session),
      lines: [`Plan (${usedOf(pad.plan.length, settings.limits.plan)} characters)`, pad.plan],
    })
    return 0
  },
})

const ref = defineCommand({
  name: 'pad ref',
  summary: 'Add, remove or set the references of this session',
  details: 'File paths, URLs, ids. `add` drops the oldest when there are too many; `set` replaces all.',
  arguments: {
    action: { does: 'what to do', choices: ['add', 'remove', 'set'], required: true },
    refs: { does: 'the references', variadic: true },
  },
  options: { session: sessionOption },
  setup: ['notes pad ref add src/auth/login.ts'],
  examples: [
    { line: 'notes pad ref add src/auth/login.ts', does: 'one' },
    { line: 'notes pad ref remove src/auth/login.ts', does: 'no longer needed' },
    {
      line: 'notes pad ref set src/auth/login.ts https://example.com/issues/42',
      does: 'exactly these',
    },
  ],
  exits: { 0: 'done', 1: 'no such reference' },
  async run(context, { action, refs, session: id }): Promise<0> {
    if (action !== 'set' && refs.length === 0)
      throw usage(`No reference to ${action}`, `Write \`notes pad ref ${action} PATH\``)
    const session = await sessionOf(context, id)
    if (action !== 'remove') saySecrets(context, refs.join('\n'))
    const said: string[] = []
    if (action === 'set') said.push(await session.refs.set(refs))
    else for (const ref of refs) said.push(await session.refs[action](ref))
    report(context, { json: { ...padToJson(session), said }, lines: said })
    return 0
  },
})

const ON_ITS_LINE =
  'Adds the text on its own line. Refused, with nothing changed, if the notes would become too long.'

export const writeCommands = [
  editCommand('write', {
    summary: 'Replace the notes of this session',
    details: 'An empty text, typed as "", clears them. The old text stays in `notes pad history`.',
    example: 'Survey done, 6 sheets',
    said: 'Written',
  }),
  editCommand('append', {
    summary: 'Add to the end of the notes',
    details: ON_ITS_LINE,
    example: 'Root cause: timezone mismatch in token expiry',
    said: 'Appended',
  }),
  editCommand('prepend', {
    summary: 'Add to the beginning of the notes',
    details: ON_ITS_LINE,
    example: 'Goal: find the failing row',
    said: 'Prepended',
  }),
  replace,
  remove,
  plan,
  ref,
]
