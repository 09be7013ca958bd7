import { usage } from '../../error.ts'
import { logOwn } from '../../files/user/session-log.ts'
import { searchProject } from '../../project/search.ts'
import { wordsIn } from '../../recover/search/words.ts'
import { painter } from '../../safety/door.ts'
import { oneLine } from '../../safety/one-line.ts'
import { meaningCell } from '../print/meaning.ts'
import { columns, report } from '../print/output.ts'
import { defineCommand } from '../program/command.ts'

export const search = defineCommand({
  name: 'search',
  summary: 'Search the notes, the archive file and the pads',
  details:
    'Lists the best matches first: records, including superseded and closed ones, and the text between them. A word matches itself and its other endings; if nothing else matches, also a word with one letter wrong. For a model, `notes recover --query` answers within a token budget.',
  arguments: { words: { does: 'what to look for', required: true, variadic: true } },
  setup: ['notes question add "Should the grace period be configurable?"'],
  examples: [
    { line: 'notes search grace period', does: 'wherever it is' },
    { line: 'notes search grace period --json', does: 'as JSON' },
  ],
  exits: { 0: 'found', 1: 'nothing matches', 2: 'cannot run, since there is no notes file' },
  async run(context, { words }) {
    const query = words.join(' ')
    if (wordsIn(query).length === 0)
      throw usage(`There is no word to look for in "${oneLine(query)}"`, 'Pass at least one word')
    const { sources, foreign } = await searchProject(context, query)
    logOwn(context.env, context.project.root, {
      event: 'search',
      found: sources.reduce((sum, { matches }) => sum + matches, 0),
    })
    const { strong, faint } = painter(context.host.color)
    const isFound = sources.length > 0
    report(context, {
      json: { query, sources, ...(foreign.length === 0 ? {} : { foreign }) },
      lines: [
        !isFound && `Nothing matches "${oneLine(query)}".`,
        ...sources.flatMap(({ what, name, hits, matches }) => [
          strong(what === 'notes' ? name : `${name} (${what})`),
          ...columns(
            hits.map(({ kind, handle = '', id, title, status = '', lines: [line] }) => [
              `  ${line}`.padStart(6),
              handle,
              kind,
              meaningCell(context.host.color, status),
              oneLine([id, title].filter(part => part !== undefined).join('  ')),
            ]),
          ),
          matches > hits.length && faint(`  … and ${matches - hits.length} more`),
        ]),
        foreign.length > 0 &&
          faint(`Not searched, because they were not written here: ${foreign.join(', ')}`),
      ],
    })
    return isFound ? 0 : 1
  },
})
