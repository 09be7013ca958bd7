import { NotesError } from '../../error.ts'
import { fieldsGiven, flagGiven, ifGiven, textGiven } from '../given.ts'
import { isOver, type Limits, limitOfNotes } from '../limits.ts'
import type { Change, Pad } from '../pad.ts'
import type { PadWriter } from '../writer.ts'

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
 * Plans an edit of the notes. Never truncates the user's text: a result over the limit is rejected, unless it is no
 * longer than before.
 */
function editNotepad(pad: Pad, limits: Limits, edit: NotepadEdit): readonly Change[] {
  const text = applyEdit(pad.notes, edit)
  if (text === pad.notes) return []
  const limit = limitOfNotes(pad.notes.length, limits.notepad, limits)
  if (isOver(text.length, limit) && text.length > pad.notes.length)
    throw new NotesError(
      'usage',
      `The notepad would hold ${text.length} characters (limit: ${limit}); nothing changed`,
      'Write a shorter summary, or raise `session.notepad.maxChars` (0 = no limit)',
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

/** Joins two texts verbatim, with a line feed between them unless there is one. */
function joined(first: string, second: string): string {
  if (first === '' || second === '') return first + second
  return first.endsWith('\n') || second.startsWith('\n') ? first + second : `${first}\n${second}`
}

/** Matches exact text, not a pattern; `$` has no special meaning. */
function replaced(notes: string, find: string, replace: string, all: boolean): string {
  if (find === '')
    throw new NotesError(
      'usage',
      'No text to find; nothing changed',
      'Give the text exactly as it is in the notepad',
    )
  if (!notes.includes(find))
    throw new NotesError(
      'not-found',
      `The notepad does not contain ${quoted(find)}; nothing changed`,
      'Read the notepad and copy the text exactly, including line breaks and spaces',
    )
  if (all) return notes.split(find).join(replace)
  const at = notes.indexOf(find)
  return notes.slice(0, at) + replace + notes.slice(at + find.length)
}

const quoted = (text: string) => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)

/** The free text of a session, for library callers. */
export interface NotepadApi {
  read(): Promise<string>
  write(content: string): Promise<void>
  append(text: string): Promise<void>
  prepend(text: string): Promise<void>
  /** Matches exact text: the first occurrence, or with `all` every one. Rejects when there is none. */
  replace(find: string, replace: string, options?: { readonly all?: boolean }): Promise<void>
  /** Removes the first occurrence of exactly this text. */
  delete(text: string): Promise<void>
}

export function notepadApi(writer: PadWriter, limits: Limits): NotepadApi {
  const edit = (wanted: NotepadEdit): Promise<void> =>
    writer.change(pad => ({ changes: editNotepad(pad, limits, wanted), answer: undefined }))
  const editWith =
    (operation: 'write' | 'append' | 'prepend' | 'delete') =>
    async (content: string): Promise<void> =>
      edit({ operation, content: textGiven(content, `notepad.${operation}`) })
  return {
    read: async () => (await writer.refresh()).notes,
    write: editWith('write'),
    append: editWith('append'),
    prepend: editWith('prepend'),
    async replace(find, replace, options) {
      const { all } = fieldsGiven(options, 'the options of notepad.replace', {})
      return edit({
        operation: 'find_replace',
        find: textGiven(find, '`find` of notepad.replace'),
        replace: textGiven(replace, '`replace` of notepad.replace'),
        all: ifGiven(all, '`all` of notepad.replace', flagGiven) ?? false,
      })
    },
    delete: editWith('delete'),
  }
}
