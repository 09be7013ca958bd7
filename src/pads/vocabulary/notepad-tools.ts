import { NotesError } from '../../error.ts'
import { nameOf } from '../given.ts'
import { optionalFlag, optionalText, requiredText } from './tool-input.ts'
import { boolean, reads, result, schema, string, text, writes, writesOnce } from './tool-schema.ts'
import type { OwnTool } from './tools.ts'

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
          const all = optionalFlag(input, 'replace_all')
          const replace = optionalText(input, 'replace') ?? requiredText(input, 'replace')
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
