import type { Session } from '../../../pads/session.ts'
import { shown } from '../../../safety/door.ts'
import { maySecret } from '../../../safety/may-secret.ts'
import { findSecrets } from '../../../safety/secrets.ts'
import type { Context } from '../../program/context.ts'
import { usage } from '../../program/entries.ts'

/** The argument of every command that takes a text. */
export const textArgument = (does: string) =>
  ({ does: `${does}; standard input if omitted or -`, variadic: true }) as const

/** Reads a text for a pad. A pad stays on this machine, so a secret is allowed, with a note. */
export function writtenText(context: Context, words: readonly string[]): string {
  const text = textOf(context, words)
  saySecrets(context, text)
  return text
}

export function saySecrets({ host }: Context, text: string): void {
  const [first] = maySecret(text) ? findSecrets(text) : []
  if (first === undefined) return
  host.err(
    shown(
      `note: this contains a secret (${first.name}, ${first.masked}); it is masked wherever the pad is shown\n`,
    ),
  )
}

/** A text as typed, or all of standard input without its last line break. Only a typed text can be empty (`""`). */
export function textOf({ host }: Context, words: readonly string[]): string {
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

/** A pad as `--json` prints it. */
export function padToJson({ id, pad, problems, settings }: Session) {
  const { notes, plan, refs, cards, promoted, lineage } = pad
  const { limits } = settings
  return {
    session: id,
    notes,
    plan,
    refs,
    cards: [...cards.values()],
    promoted,
    lineage: lineage ?? null,
    used: {
      notes: { chars: notes.length, max: limits.notepad },
      plan: { chars: plan.length, max: limits.plan },
      refs: { items: refs.length, max: limits.refs },
    },
    problems,
  }
}

export const usedOf = (used: number, limit: number): string => (limit === 0 ? `${used}` : `${used}/${limit}`)
