import { usage } from '../../error.ts'
import { logOwn } from '../../files/user/session-log.ts'
import { joinTitle, present } from '../../notes/record.ts'
import { printLines } from '../../notes/text/locator.ts'
import {
  integer,
  listOf,
  reads,
  result,
  schema,
  string,
  text,
  texts,
} from '../../pads/vocabulary/tool-schema.ts'
import { readReference } from '../../project/evidence/reference.ts'
import { codePlacesIn, type RestingRecord, whyProject } from '../../project/evidence/why.ts'
import { askedFor, recoverProject, sliceText } from '../../project/recover/recover-project.ts'
import { searchProject } from '../../project/search.ts'
import { ambientSession } from '../../project/session/project-session.ts'
import { MIN_BUDGET } from '../../recover/layout/slice.ts'
import { wordsIn } from '../../recover/search/words.ts'
import { ours, shown } from '../../safety/door.ts'
import { lintAnswer, lintSchema } from './answers.ts'
import { lines, type ProjectTool } from './tool.ts'

/**
 * Claude Code's limit for a tool is 25,000 tokens; the margin covers texts for which the client's estimate is higher
 * than ours.
 */
const MAX_TOKENS = 20_000

const LEVELS = [1, 2, 3] as const

const recover: ProjectTool = {
  name: 'recover',
  title: 'Recover what was known',
  description:
    'Recover what was known about this project, within a token budget: where the work stands and what comes next, ' +
    'blockers, the last decisions, open questions. With a query: what was decided and noted about it.',
  inputSchema: schema({
    level: {
      type: 'integer',
      enum: LEVELS,
      description: '1 (default): where the work stands; 2 (default with a query): more; 3: the whole file',
    },
    query: text('What to look for; implies level 2'),
    budget: { type: 'integer', minimum: MIN_BUDGET, description: 'Maximum number of tokens' },
  }),
  outputSchema: result({
    level: integer,
    source: string,
    tokens: integer,
    text: string,
    omitted: { type: 'object', additionalProperties: integer },
  }),
  annotations: reads,
  atHand: true,
  call(caller, input) {
    const query = input.text('query')
    const level = LEVELS.find(one => one === input.number('level')) ?? (query === undefined ? 1 : 2)
    if (query !== undefined && level !== 2)
      throw usage(`\`query\` is for level 2, not ${level}`, 'Drop `level`')
    if (query !== undefined && wordsIn(query).length === 0)
      throw usage('`query` has no word to look for', 'Pass at least one word, such as "token expiry"')
    const budget = input.number('budget') ?? (level === 3 ? MAX_TOKENS : undefined)
    const request = { level, ...present({ query, budget }) }
    const slice = recoverProject(caller, request)
    logOwn(caller.env, caller.project.root, askedFor(request, slice))
    // The frame names the command for more: here it is this tool.
    const more = ours(
      slice.frame.open.replace(/(?:npx )?notes recover --(level) (\d)$/, 'recover with $1 $2'),
    )
    const text = sliceText({ ...slice, frame: { ...slice.frame, open: more } })
    const { source, tokens, omitted } = slice
    return { text, data: { level, source, tokens, text, omitted }, done: [text] }
  },
}

const search: ProjectTool = {
  name: 'search',
  title: 'Search the notes',
  description:
    'Search the notes file, its archive and the pad of this session, best match first, superseded and closed ' +
    'records included. For an answer within a token budget, use recover with a query.',
  inputSchema: schema({ query: text('Words to look for') }, ['query']),
  outputSchema: result({
    query: string,
    sources: listOf(
      result({
        what: string,
        name: string,
        matches: integer,
        hits: listOf(result({ kind: string, title: string, lines: listOf(integer) })),
      }),
    ),
  }),
  annotations: reads,
  async call(caller, input) {
    const query = input.text('query') ?? ''
    if (wordsIn(query).length === 0) throw usage('There is no word to look for', 'Pass at least one word')
    // Search this session's pad only: the pads of other sessions do not concern it.
    const session = ambientSession(caller.project.root, caller.env).id
    const { sources } = await searchProject(caller, query, { session })
    const matches = sources.reduce((sum, { matches: count }) => sum + count, 0)
    logOwn(caller.env, caller.project.root, { event: 'search', found: matches })
    const found = sources.flatMap(({ what, name, hits, matches }) => [
      what === 'notes' ? name : `${name} (${what})`,
      ...hits.map(({ kind, handle, id, title, lines: [line] }) =>
        [`  L${line}`, handle, kind, id, title].filter(part => part !== undefined).join('  '),
      ),
      ...(matches > hits.length ? [`  … and ${matches - hits.length} more`] : []),
    ])
    return {
      text: lines(found.length === 0 ? [`Nothing matches "${query}".`] : found),
      data: { query, sources },
    }
  },
}

/** A longer list would crowd out the rest of a context. */
const MAX_RESTING = 30

const why: ProjectTool = {
  name: 'why',
  title: 'What rests on this code',
  description:
    'List the decisions, references and other records that rest on code you are about to change: those on ' +
    'the lines first, then those about the whole file, then those elsewhere in it.',
  inputSchema: schema(
    { places: texts('Paths, path:line or path:from-to; a folder covers everything below it') },
    ['places'],
  ),
  outputSchema: result({
    file: string,
    records: listOf(
      result({ handle: string, kind: string, title: string, status: string, where: string, state: string }),
    ),
    more: integer,
  }),
  annotations: reads,
  call(caller, input) {
    const places = input.list('places') ?? []
    const { file, records } = whyProject(caller, ...places.flatMap(codePlacesIn))
    const shown = records.slice(0, MAX_RESTING)
    const more = records.length - shown.length
    return {
      text: lines([
        ...(shown.length === 0 ? [`Nothing in ${file} rests on ${places.join(', ')}.`] : []),
        ...shown.map(restingLine),
        ...(more === 0 ? [] : [`… ${more} more: name the lines`]),
      ]),
      data: { file, records: shown, more },
    }
  },
}

/** `d-1a2b  src/a.ts:12-34  changed, superseded  Title: decision (why: rationale)` */
function restingLine(record: RestingRecord): string {
  const { handle, kind, id, title, decision, rationale, status, state, where, archivedIn, supersededBy } =
    record
  const [{ path, lines }] = record.places
  const marks = [
    where === 'here' ? '' : where === 'file' ? 'the whole file' : 'elsewhere in the file',
    state === 'ok' || state === 'unquoted' ? '' : state,
    status === 'in-force' || status === 'open' ? '' : status,
    archivedIn === undefined ? '' : `in ${archivedIn}`,
    supersededBy === undefined ? '' : `by ${supersededBy}`,
  ]
  return [
    handle,
    `${path}${printLines(lines)}`,
    marks.filter(Boolean).join(', '),
    [kind, id].filter(Boolean).join(' '),
    `${joinTitle(title, decision)}${rationale === undefined ? '' : ` (why: ${rationale})`}`,
  ]
    .filter(Boolean)
    .join('  ')
}

const referenceGet: ProjectTool = {
  name: 'ref_get',
  title: 'Read the code of a reference',
  description: 'Read the lines that a reference points to, or any path:from-to in the project.',
  inputSchema: schema({ which: text('Words of its purpose or place, or any path:from-to') }, ['which']),
  outputSchema: result({ place: string, path: string, lines: listOf(listOf(integer)), text: string }),
  annotations: reads,
  call(caller, input) {
    const { place, text } = readReference(caller, input.text('which') ?? '')
    return {
      text: shown(text),
      data: {
        place: place.text,
        path: place.path,
        lines: place.lines.map(({ from, to }) => [from, to]),
        text,
      },
    }
  },
}

const lint: ProjectTool = {
  name: 'lint',
  title: 'Lint the notes',
  description: 'Check the notes file: its structure, its paths, and whether its quotes still match the code.',
  inputSchema: schema({
    strict: { type: 'boolean', description: 'Make every rule of the profile an error, except advice' },
  }),
  outputSchema: lintSchema,
  annotations: reads,
  call: (caller, input) => lintAnswer(caller, { strict: input.flag('strict') }),
}

export const readingTools: readonly ProjectTool[] = [recover, search, why, referenceGet, lint]
