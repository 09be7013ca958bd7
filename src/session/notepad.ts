import { NotesError } from '../error.ts'
import { isOver, type Limits } from './limits.ts'
import type { Change, Pad } from './pad.ts'

/** One operation on the text of a notepad. */
export type NotepadEdit =
  | { readonly operation: 'write' | 'append' | 'prepend' | 'delete'; readonly content: string }
  | {
      readonly operation: 'find_replace'
      readonly find: string
      readonly replace: string
      readonly all: boolean
    }

/**
 * What an edit makes of the notes. Never shortens what somebody wrote: a text that does not fit is refused, unless
 * it is no longer than the one before.
 */
export function editNotepad(pad: Pad, limits: Limits, edit: NotepadEdit): readonly Change[] {
  const text = applyEdit(pad.notes, edit)
  if (text === pad.notes) return []
  if (isOver(text.length, limits.notes) && text.length > pad.notes.length)
    throw new NotesError(
      'usage',
      `The notepad would hold ${text.length} characters (limit: ${limits.notes}); nothing changed`,
      'Write a shorter summary, or raise `session.notes.maxChars` (0 = no limit)',
    )
  return [{ key: 'notes', text }]
}

function applyEdit(notes: string, edit: NotepadEdit): string {
  switch (edit.operation) {
    case 'write':
      return edit.content
    case 'append':
      return joined(notes, edit.content)
    case 'prepend':
      return joined(edit.content, notes)
    case 'delete':
      return replaced(notes, edit.content, '', false)
    case 'find_replace':
      return replaced(notes, edit.find, edit.replace, edit.all)
  }
}

/** Word for word, and on a line of its own: one line feed where the joint has none. */
function joined(first: string, second: string): string {
  if (first === '' || second === '') return first + second
  return first.endsWith('\n') || second.startsWith('\n') ? first + second : `${first}\n${second}`
}

/** Exact text, no pattern; `$` means itself. */
function replaced(notes: string, find: string, replace: string, all: boolean): string {
  if (find === '')
    throw new NotesError(
      'usage',
      'There is no text to look for; nothing changed',
      'Give the exact text that stands in the notepad',
    )
  if (!notes.includes(find))
    throw new NotesError(
      'not-found',
      `The notepad does not hold ${quoted(find)}; nothing changed`,
      'Read the notepad, and give a piece of it word for word, line breaks and spaces included',
    )
  if (all) return notes.split(find).join(replace)
  const at = notes.indexOf(find)
  return notes.slice(0, at) + replace + notes.slice(at + find.length)
}

const quoted = (text: string) => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)
