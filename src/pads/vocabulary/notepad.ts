import { NotesError } from '../../error.ts'
import { fieldsGiven, flagGiven, ifGiven, nameOf, optional, requiredText, textGiven } from '../given.ts'
import { isOver, type Limits, limitOfNotes } from '../limits.ts'
import type { Change, Pad } from '../pad.ts'
import type { PadWriter } from '../writer.ts'
import { boolean, reads, result, schema, string, text, writes, writesOnce } from './tool-schema.ts'
import type { OwnTool } from './tools.ts'

/**
 * Plans a new text for the notes. Never truncates the user's text: rejects a result that is over the limit and longer
 * than the current notes.
 */
function changeNotes({ notes }: Pad, limits: Limits, text: string): readonly Change[] {
  if (text === notes) return []
  const limit = limitOfNotes(notes.length, limits.notepad, limits)
  if (isOver(text.length, limit) && text.length > notes.length)
    throw new NotesError(
      'usage',
      `The notepad would hold ${text.length} characters (limit: ${limit}); nothing changed`,
      'Write a shorter summary, or raise `session.notepad.maxChars` (0 = no limit)',
    )
  return [{ key: 'notes', text }]
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
      'Read the notepad and copy the text exactly, including line breaks and spaces. Pick a part without tags of ' +
        'frames and secrets: they are shown in another form than they are stored',
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
  /** Replaces exactly this text: its first occurrence, or every one with `all`. Rejects when there is none. */
  replace(find: string, replace: string, options?: { readonly all?: boolean }): Promise<void>
  /** Removes the first occurrence of exactly this text. */
  delete(text: string): Promise<void>
}

export function notepadApi(writer: PadWriter, limits: Limits): NotepadApi {
  const change = (edit: (notes: string) => string): Promise<void> =>
    writer.change(pad => ({ changes: changeNotes(pad, limits, edit(pad.notes)), answer: undefined }))
  const changeWith =
    (name: string, edit: (notes: string, given: string) => string) =>
    async (content: string): Promise<void> => {
      const given = textGiven(content, `notepad.${name}`)
      return change(notes => edit(notes, given))
    }
  return {
    read: async () => (await writer.refresh()).notes,
    write: changeWith('write', (_, given) => given),
    append: changeWith('append', joined),
    prepend: changeWith('prepend', (notes, given) => joined(given, notes)),
    async replace(find, replace, options) {
      const { all } = fieldsGiven(options, 'the options of notepad.replace', {})
      const old = textGiven(find, '`find` of notepad.replace')
      const text = textGiven(replace, '`replace` of notepad.replace')
      const everyOne = ifGiven(all, '`all` of notepad.replace', flagGiven) ?? false
      return change(notes => replaced(notes, old, text, everyOne))
    },
    delete: changeWith('delete', (notes, given) => replaced(notes, given, '', false)),
  }
}

const OPERATIONS = ['find_replace', 'append', 'prepend', 'delete'] as const

const shared = { aliases: [], vocabulary: 'notepad' } as const

const stored = result({ ok: { ...boolean, const: true } })

export const notepadTools: readonly OwnTool[] = [
  {
    ...shared,
    name: 'read_notepad',
    description: 'Read the session notepad. It survives context compaction.',
    inputSchema: schema({}),
    outputSchema: result({ content: string }),
    annotations: reads,
    handler: async session => ({ content: await session.notepad.read() }),
  },
  {
    ...shared,
    name: 'write_notepad',
    description: 'Replace the whole session notepad. An empty text clears it.',
    inputSchema: schema({ content: text('The new notepad content (replaces everything)') }, ['content']),
    outputSchema: stored,
    annotations: writesOnce,
    async handler(session, input) {
      await session.notepad.write(requiredText(input, 'content'))
      return { ok: true }
    },
  },
  {
    ...shared,
    name: 'update_notepad',
    description: 'Edit part of the session notepad: append, prepend, replace or delete text.',
    inputSchema: schema(
      {
        operation: { type: 'string', enum: OPERATIONS, description: 'The type of edit to perform' },
        content: text('For append/prepend: text to add. For delete: text to remove.'),
        find: text('For find_replace: exact substring to find'),
        replace: text('For find_replace: replacement text'),
        replace_all: {
          type: 'boolean',
          description: 'For find_replace: replace all occurrences. Default: false.',
        },
      },
      ['operation'],
    ),
    outputSchema: stored,
    annotations: writes,
    async handler(session, input) {
      const { notepad } = session
      switch (input.operation) {
        case 'append':
          await notepad.append(requiredText(input, 'content'))
          break
        case 'prepend':
          await notepad.prepend(requiredText(input, 'content'))
          break
        case 'delete':
          await notepad.delete(requiredText(input, 'content'))
          break
        case 'find_replace': {
          const all = optional(input, 'replace_all', flagGiven) ?? false
          const replace = optional(input, 'replace', textGiven) ?? requiredText(input, 'replace')
          await notepad.replace(requiredText(input, 'find'), replace, { all })
          break
        }
        default:
          throw new NotesError(
            'usage',
            `Unknown operation ${nameOf(input.operation)}; nothing changed`,
            `Use one of ${OPERATIONS.join(', ')}`,
          )
      }
      return { ok: true }
    },
  },
]
