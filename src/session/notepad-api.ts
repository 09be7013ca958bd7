import type { Limits } from './limits.ts'
import { editNotepad, type NotepadEdit } from './notepad.ts'
import type { PadWriter } from './writer.ts'

/** The free text of a session, as its own code uses it. */
export interface NotepadApi {
  read(): Promise<string>
  write(content: string): Promise<void>
  append(text: string): Promise<void>
  prepend(text: string): Promise<void>
  /** Exact text; the first place, or with `all` every one. Rejects when there is none. */
  replace(find: string, replace: string, options?: { readonly all?: boolean }): Promise<void>
  /** Takes out the first place that holds exactly this. */
  delete(text: string): Promise<void>
}

export function notepadApi(writer: PadWriter, limits: Limits): NotepadApi {
  const edit = (wanted: NotepadEdit): Promise<void> =>
    writer.change(pad => ({ changes: editNotepad(pad, limits, wanted), answer: undefined }))
  return {
    read: async () => (await writer.refresh()).notes,
    write: content => edit({ operation: 'write', content }),
    append: content => edit({ operation: 'append', content }),
    prepend: content => edit({ operation: 'prepend', content }),
    replace: (find, replace, { all = false } = {}) => edit({ operation: 'find_replace', find, replace, all }),
    delete: content => edit({ operation: 'delete', content }),
  }
}
