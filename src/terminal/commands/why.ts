import { joinTitle } from '../../notes/record.ts'
import { printLines } from '../../notes/text/locator.ts'
import { codePlacesIn, type RestingRecord, whyProject } from '../../project/evidence/why.ts'
import { painter } from '../../safety/door.ts'
import { oneLine } from '../../safety/one-line.ts'
import { meaningCell } from '../print/meaning.ts'
import { type Cell, columns, type Line, report } from '../print/output.ts'
import { type Places, placesIn } from '../print/places.ts'
import { type Context, defineCommand } from '../program/command.ts'

export const why = defineCommand({
  name: 'why',
  summary: 'List what was decided about a piece of code',
  details:
    'Reads the notes and their archive file. Lines are compared with where each quote is today. Lists what rests on the lines first, then what is about the whole file, then what is elsewhere in it, each newest first; superseded and closed records are marked. A folder covers everything below it. For a file that is gone, the answer comes from the notes alone.',
  arguments: {
    path: { does: 'a path, path:line or path:from-to', required: true, variadic: true },
  },
  options: { verbose: { kind: 'flag', does: 'also print each rationale and quote' } },
  setup: ['notes ref add src/auth/jwt.ts:45-67 "Token validation logic"'],
  examples: [
    { line: 'notes why src/auth/jwt.ts', does: 'a whole file' },
    { line: 'notes why src/auth/jwt.ts:45-52', does: 'some lines' },
    { line: 'notes why src --verbose', does: 'a folder, with the reasons' },
  ],
  exits: { 0: 'found', 1: 'nothing rests on this code', 2: 'cannot run, since there is no notes file' },
  run(context, { path: typed, verbose }) {
    const { file, asked, records } = whyProject(context, ...typed.flatMap(codePlacesIn))
    report(context, {
      json: { file, asked, records },
      lines:
        records.length === 0
          ? [`Nothing in ${file} rests on ${typed.map(text => oneLine(text)).join(', ')}.`]
          : listed(context, records, verbose),
    })
    return records.length === 0 ? 1 : 0
  },
})

const HEADINGS = {
  here: undefined,
  file: 'About the whole file:',
  elsewhere: 'Elsewhere in the file:',
} as const

function listed(context: Context, records: readonly RestingRecord[], verbose: boolean): readonly Line[] {
  const { strong } = painter(context.host.color)
  const places = placesIn(context)
  return (['here', 'file', 'elsewhere'] as const).flatMap(where => {
    const some = records.filter(record => record.where === where)
    if (some.length === 0) return []
    const heading = HEADINGS[where]
    return [
      heading !== undefined && strong(heading),
      ...(verbose
        ? some.flatMap(record => [...columns([row(context, places, record)]), ...detailed(places, record)])
        : columns(some.map(record => row(context, places, record)))),
    ]
  })
}

function row(
  { host: { color } }: Context,
  places: Places,
  record: RestingRecord,
): readonly (string | Cell)[] {
  const { handle, kind, id, at = '', title, decision, status, state, archivedIn, supersededBy } = record
  const [{ path, lines }] = record.places
  const standing = archivedIn !== undefined && status === 'in-force' ? 'archived' : status
  const said = kind === 'decision' || kind === 'archive' ? joinTitle(title, decision) : title
  const successor = supersededBy === undefined ? '' : ` (superseded by ${supersededBy})`
  return [
    handle,
    at,
    {
      text: `${places.pathOf(path)}${printLines(lines)}`,
      look: text => places.link(text, path, lines[0]?.from ?? 1),
    },
    meaningCell(color, state === 'ok' || state === 'unquoted' ? '' : state),
    meaningCell(color, standing === 'in-force' || standing === 'open' ? '' : standing),
    [kind, id].filter(Boolean).join(' '),
    oneLine(`${said}${successor}`, Number.POSITIVE_INFINITY),
  ]
}

function detailed(places: Places, { rationale, places: rests }: RestingRecord): readonly Line[] {
  const quotes = rests.flatMap(({ path, lines, quote }) =>
    quote === undefined ? [] : [`    ${places.pathOf(path)}${printLines(lines)}: ${oneLine(quote, 200)}`],
  )
  return [rationale !== undefined && `    why: ${oneLine(rationale, 1000)}`, ...quotes]
}
