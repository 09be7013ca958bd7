import { handleOf } from '../../notes/handle.ts'
import type { ReferenceRecord } from '../../notes/kinds/reference.ts'
import { joinTitle } from '../../notes/record.ts'
import { printLines } from '../../notes/text/locator.ts'
import { schema, text, texts } from '../../pads/vocabulary/tool-input.ts'
import { changeProject } from '../../project/change.ts'
import { checkpointProject, checkpointToJson } from '../../project/checkpoint.ts'
import { momentOf } from '../../project/given.ts'
import { lintProject } from '../../project/lint/project.ts'
import { sliceText } from '../../project/recover/recover-kept.ts'
import { askedFor, recoverProject } from '../../project/recover/recover-project.ts'
import { readReference, verifyReferences } from '../../project/reference.ts'
import { searchProject } from '../../project/search.ts'
import { logAsked } from '../../project/session/log-asked.ts'
import { ambientSession } from '../../project/session/project-session.ts'
import { codePlacesIn, type RestingRecord, whyProject } from '../../project/why.ts'
import { MIN_BUDGET } from '../../recover/layout/slice.ts'
import { wordsIn } from '../../recover/search/words.ts'
import { changeAnswer, changeSchema } from './change-answer.ts'
import { readInput, usage } from './input.ts'
import { adds, lines, reads, type Tool } from './tool.ts'

const [string, integer, number, boolean] = [
  { type: 'string' },
  { type: 'integer' },
  { type: 'number' },
  { type: 'boolean' },
] as const
const listOf = (items: object) => ({ type: 'array', items }) as const
const result = (properties: Readonly<Record<string, object>>, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
})

/** What Claude Code accepts from a tool (25,000 tokens), with room for a file that its estimate finds longer. */
const MAX_TOKENS = 20_000

const recoverInput = schema({
  level: {
    type: 'integer',
    enum: [1, 2, 3],
    description: '1 (default): where the work stands; 2 (default with a query): more; 3: the whole file',
  },
  query: text('What to look for; implies level 2'),
  budget: { type: 'integer', minimum: MIN_BUDGET, description: 'Maximum number of tokens' },
})

const recover: Tool = {
  name: 'recover',
  title: 'Recover what was known',
  description:
    'Recover what was known about this project, within a token budget: where the work stands and what comes next, ' +
    'blockers, the last decisions, open questions. With a query: what was decided and noted about it.',
  inputSchema: recoverInput,
  outputSchema: result({
    level: integer,
    source: string,
    tokens: integer,
    text: string,
    omitted: { type: 'object', additionalProperties: integer },
  }),
  annotations: reads,
  atHand: true,
  call(caller, given) {
    const input = readInput(recoverInput, given)
    const query = input.text('query')
    const level = input.number('level') ?? (query === undefined ? 1 : 2)
    if (query !== undefined && level !== 2)
      throw usage(`\`query\` is for level 2, not ${level}`, 'Drop `level`')
    if (query !== undefined && wordsIn(query).length === 0)
      throw usage('`query` has no word to look for', 'Pass words, such as "token expiry"')
    const budget = input.number('budget') ?? (level === 3 ? MAX_TOKENS : undefined)
    const request = {
      level: level === 3 ? (3 as const) : level === 2 ? (2 as const) : (1 as const),
      ...(query === undefined ? {} : { query }),
      ...(budget === undefined ? {} : { budget }),
    }
    const slice = recoverProject(caller, request)
    logAsked(caller.env, caller.project.root, askedFor(request, slice))
    const text = sliceText(slice)
    const { source, tokens, omitted } = slice
    return { text, data: { level, source, tokens, text, omitted }, done: [text] }
  },
}

const searchInput = schema({ query: text('Words to look for') }, ['query'])

const search: Tool = {
  name: 'search',
  title: 'Search the notes',
  description:
    'Search the notes file, its archive and the pad of this session, best match first, superseded and closed ' +
    'records included. For an answer within a token budget, use recover with a query.',
  inputSchema: searchInput,
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
  async call(caller, given) {
    const query = readInput(searchInput, given).text('query') ?? ''
    if (wordsIn(query).length === 0) throw usage('There is no word to look for', 'Pass words')
    // The pads of other sessions are none of this one's business.
    const session = ambientSession(caller.project.root, caller.env).id
    const { sources } = await searchProject(caller, query, { session })
    const matches = sources.reduce((sum, { matches: count }) => sum + count, 0)
    logAsked(caller.env, caller.project.root, { event: 'search', found: matches })
    const found = sources.flatMap(({ what, name, hits, matches }) => [
      what === 'notes' ? name : `${name} (${what})`,
      ...hits.map(({ kind, handle, id, title, lines: [line] }) =>
        [`  L${line}`, handle, kind, id, clipped(title)].filter(part => part !== undefined).join('  '),
      ),
      ...(matches > hits.length ? [`  … and ${matches - hits.length} more`] : []),
    ])
    return {
      text: lines(found.length === 0 ? [`Nothing matches "${query}".`] : found),
      data: { query, sources },
    }
  },
}

const clipped = (title: string): string => title.replaceAll(/\s+/g, ' ').trim()

const whyInput = schema(
  { places: texts('Paths, path:line or path:from-to; a folder stands for all below it') },
  ['places'],
)

/** More would crowd out the rest of a context. */
const MAX_RESTING = 30

const why: Tool = {
  name: 'why',
  title: 'What rests on this code',
  description:
    'List the decisions, references, debts and other records that rest on code you are about to change: those on ' +
    'the lines first, then those about the whole file, then those elsewhere in it.',
  inputSchema: whyInput,
  outputSchema: result({
    file: string,
    records: listOf(
      result({ handle: string, kind: string, title: string, status: string, where: string, state: string }),
    ),
    more: integer,
  }),
  annotations: reads,
  call(caller, given) {
    const places = readInput(whyInput, given).list('places') ?? []
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

/** As `d-1a2b  src/a.ts:12-34  changed, superseded  Title: decision (why: rationale)`. */
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

const referenceInput = schema({ which: text('Words of its purpose or place, or any path:from-to') }, [
  'which',
])

const referenceGet: Tool = {
  name: 'ref_get',
  title: 'Read the code of a reference',
  description: 'Read the lines that a reference points to, or any path:from-to in the project.',
  inputSchema: referenceInput,
  outputSchema: result({ place: string, path: string, lines: listOf(listOf(integer)), text: string }),
  annotations: reads,
  call(caller, given) {
    const { place, text } = readReference(caller, readInput(referenceInput, given).text('which') ?? '')
    return {
      text: lines([text]),
      data: {
        place: place.text,
        path: place.path,
        lines: place.lines.map(({ from, to }) => [from, to]),
        text,
      },
    }
  },
}

const verifyInput = schema({ which: texts('Words of purpose or place; default: all references') })

const referenceVerify: Tool = {
  name: 'ref_verify',
  title: 'Verify references',
  description:
    'Check that the lines of references are those that were verified, follow those that moved, and update Last Verified of these.',
  inputSchema: verifyInput,
  outputSchema: result({ file: string, there: listOf(string), stale: listOf(string) }),
  annotations: adds,
  async call(caller, given) {
    const which = readInput(verifyInput, given).list('which')
    const { change, notes, good, moved, stale } = await verifyReferences(
      caller,
      which === undefined ? {} : { which },
    )
    const named = (record: ReferenceRecord) => `${handleOf(notes, record)} ${record.identifier}`
    const failed = stale.map(({ reference, check }) => `${named(reference)} (${check.state})`)
    return {
      text: lines([
        ...good.map(
          record => `ok     ${named(record)}${moved.has(record) ? ` -> ${moved.get(record)}` : ''}`,
        ),
        ...failed.map(said => `stale  ${said}`),
        ...(good.length + stale.length === 0 ? ['There are no references.'] : []),
      ]),
      data: { file: change.path, there: good.map(named), stale: failed },
    }
  },
}

const contextInput = schema({
  bead: text('The current bead: its id, and the task in parentheses'),
  state: text('Where you left off'),
  next: text('What comes next'),
})

const contextSet: Tool = {
  name: 'context_set',
  title: 'Record where the work stands',
  description: 'Record where you left off and what comes next, for the next session. Updates the checkpoint.',
  inputSchema: contextInput,
  outputSchema: changeSchema,
  annotations: adds,
  async call(caller, given) {
    const { text } = readInput(contextInput, given)
    const fields = { bead: text('bead'), state: text('state'), next: text('next') }
    if (Object.values(fields).every(field => field === undefined))
      throw usage('Nothing to set', 'Pass `bead`, `state` or `next`')
    const checkpoint = momentOf(caller, undefined)
    return changeAnswer(
      await changeProject(caller, {
        command: 'context set',
        intents: [{ do: 'set-context', fields: { ...fields, checkpoint } }],
      }),
    )
  },
}

const checkpointInput = schema({
  agent: text('Who hands over; default: $NOTES_AGENT, else "agent"'),
  summary: text('The text of the log row; default: the reasoning state'),
  strict: { type: 'boolean', description: 'Write nothing when the grounding is too low' },
})

const checkpoint: Tool = {
  name: 'checkpoint',
  title: 'Prepare for /clear',
  description:
    'Prepare the notes for /clear: compare the evidence of every decision in force with the code, report what is ' +
    'not grounded and what is open, then write the time and a row in the session log.',
  inputSchema: checkpointInput,
  outputSchema: result({
    checkpoint: string,
    written: boolean,
    grounding: number,
    grounded: boolean,
    ungrounded: listOf({ type: 'object' }),
    withoutScenarios: listOf(string),
    open: { type: 'object', additionalProperties: integer },
  }),
  annotations: { ...adds, idempotentHint: false },
  async call(caller, given) {
    const { text, flag } = readInput(checkpointInput, given)
    const done = await checkpointProject(caller, {
      agent: text('agent'),
      summary: text('summary'),
      strict: flag('strict'),
    })
    const found = checkpointToJson(done)
    const open = Object.entries(found.open).map(
      ([kind, count]) => `${count} ${kind}${count === 1 ? '' : 's'}`,
    )
    return {
      text: lines([
        `grounding ${found.grounding.toFixed(2)}${found.grounded ? '' : ', too low'}`,
        ...found.ungrounded.map(
          ({ line, state, place, quote, decision }) =>
            `  L${line} ${state}: ${place ?? quote ?? ''} (${decision})`,
        ),
        ...found.withoutScenarios.map(title => `  fewer than 3 scenarios: ${title}`),
        `open: ${open.join(', ')}`,
        ...done.change.notes,
        ...done.change.dropped,
        done.refused ? 'Nothing was written.' : `Checkpoint ${done.at} written; the context can be cleared.`,
      ]),
      data: { checkpoint: done.at, written: !done.refused, ...found },
      refused: done.refused,
    }
  },
}

const MAX_FINDINGS = 50

const lintInput = schema({
  strict: { type: 'boolean', description: 'Make every rule of the profile an error, except advice' },
})

const lintResult = result(
  {
    errors: integer,
    warnings: integer,
    fixable: integer,
    fixed: integer,
    findings: listOf(
      result({ rule: string, severity: string, message: string, line: integer, fixable: boolean }),
    ),
  },
  ['errors', 'warnings', 'fixable', 'findings'],
)

const lint: Tool = {
  name: 'lint',
  title: 'Lint the notes',
  description: 'Check the notes file: its structure, its paths, and whether its quotes still match the code.',
  inputSchema: lintInput,
  outputSchema: lintResult,
  annotations: reads,
  call: (caller, given) => lintAnswer(caller, { strict: readInput(lintInput, given).flag('strict') }),
}

const lintFix: Tool = {
  name: 'lint_fix',
  title: 'Fix the notes',
  description: 'Apply the safe fixes of lint, such as the new line of a quote that has moved.',
  inputSchema: schema({}),
  outputSchema: lintResult,
  annotations: adds,
  call(caller, given) {
    readInput(lintFix.inputSchema, given)
    return lintAnswer(caller, { fix: 'safe' })
  },
}

async function lintAnswer(
  caller: Parameters<typeof lintProject>[0],
  request: { readonly strict?: boolean; readonly fix?: 'safe' },
) {
  const { report } = await lintProject(caller, request)
  const { errors, warnings, fixable } = report.counts
  const fixed = report.files.reduce((sum, file) => sum + file.fixed, 0)
  const all = report.files.flatMap(({ path, crashes, findings }) =>
    [...crashes, ...findings].map(({ rule, severity, message, line, fix }) => ({
      path,
      line,
      severity,
      rule,
      message,
      fixable: fix?.kind === 'safe',
    })),
  )
  const findings = all.slice(0, MAX_FINDINGS)
  const counts = `${errors} errors, ${warnings} warnings`
  return {
    text: lines([
      ...findings.map(
        ({ path, line, severity, rule, message }) => `${path}:${line} ${severity} ${message} (${rule})`,
      ),
      ...(all.length > findings.length ? [`… ${all.length - findings.length} more: run \`notes lint\``] : []),
      request.fix === undefined
        ? `${counts}${fixable === 0 ? '' : `; lint_fix fixes ${fixable}`}`
        : `${fixed} fixed; ${counts} left`,
    ]),
    data: { errors, warnings, fixable, ...(request.fix === undefined ? {} : { fixed }), findings },
  }
}

export const projectTools: readonly Tool[] = [
  recover,
  search,
  why,
  contextSet,
  referenceGet,
  referenceVerify,
  checkpoint,
  lint,
  lintFix,
]
