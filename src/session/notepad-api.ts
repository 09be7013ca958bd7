import { fieldsGiven, flagGiven, ifGiven, textGiven } from './given.ts'
import type { Limits } from './limits.ts'
import { editNotepad, type NotepadEdit } from './notepad.ts'
import type { PadWriter } from './writer.ts'

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
