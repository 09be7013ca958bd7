import { damageNotes } from '../../markdown/damage.ts'
import { handleOf } from '../../notes/handle.ts'
import { kindOf } from '../../notes/kinds.ts'
import type { Notes, RecordOf } from '../../notes/notes.ts'
import { presentContexts } from '../../notes/state/standing.ts'
import type { OpenRecord, Status } from '../../notes/state/status.ts'
import { recordToJson, sectionToJson } from '../../notes/to-json.ts'
import { type Grounding, groundingOf, type StaleProject, staleClaims } from '../../project/evidence/verify.ts'
import { readProject, statusOf } from '../../project/read.ts'
import { painter } from '../../safety/door.ts'
import { oneLine } from '../../safety/one-line.ts'
import { maskSecrets } from '../../safety/secrets.ts'
import { meaningCell } from '../print/meaning.ts'
import { columns, type Line, remarkDamage, report } from '../print/output.ts'
import { citedCell, placesIn, placeText, sayMany, wordsOf } from '../print/places.ts'
import { type Context, defineCommand, type ExitCode } from '../program/command.ts'

export const status = defineCommand({
  name: 'status',
  summary: 'Show what is open, sizes, and what has grown',
  details:
    'Sizes are in bytes and estimated tokens. Hints say what to do about growth and overdue dates. --stale lists the quotes and references whose lines have changed since they were quoted or last verified, each with the days since then and the number of commits that changed the file.',
  options: { stale: { kind: 'flag', does: 'list quotes and references whose lines have changed' } },
  examples: [
    { line: 'notes status', does: 'what is open, sizes per section, hints' },
    { line: 'notes status --json', does: 'the same, as JSON' },
    { line: 'notes status --stale', does: 'what has changed in the code since it was written about' },
  ],
  exits: {
    0: 'read; with --stale: nothing has changed',
    1: 'with --stale: lines have changed, or damage to the notes may hide claims',
    2: 'cannot run, since there is no notes file',
  },

  run(context, { stale }) {
    if (stale) return showStale(context)
    const { notes, path } = readProject(context)
    const found = statusOf(context, notes)
    const grounding = groundingOf(context, notes)
    report(context, {
      json: asJson(notes, path, found, grounding),
      lines: describe(notes, path, { ...found, grounding }, context.host.color),
    })
    remarkDamage(context, notes)
    return 0
  },
})

function showStale(context: Context): ExitCode {
  const found = staleClaims(context, sayMany(context))
  const damage = damageNotes(found.notes.document, 'claims')
  report(context, {
    json: {
      ...staleAsJson(found),
      ...(damage.length === 0 ? {} : { damage: damage.map(({ kind, line }) => ({ kind, line })) }),
    },
    lines: [...staleAsLines(context, found), ...damage.map(({ said }) => said)],
  })
  return found.stale.length === 0 && damage.length === 0 ? 0 : 1
}

const staleAsJson = ({ notes, path, stale, claims, unchecked }: StaleProject) => ({
  file: path,
  stale: stale.map(({ claim, since, days, commits }) => ({
    kind: claim.kind,
    handle: handleOf(notes, claim.record),
    state: claim.check.state,
    line: notes.document.lines.lineAt(claim.span.start),
    place: maskSecrets(placeText(claim) ?? ''),
    words: wordsOf(claim),
    since: since === undefined ? null : new Date(since).toISOString(),
    days: days ?? null,
    commits: commits ?? null,
  })),
  claims,
  unchecked,
})

function staleAsLines(context: Context, { notes, stale, claims, unchecked }: StaleProject): readonly Line[] {
  if (claims === 0) return ['The notes make no claims about the code.']
  const { pathOf, link } = placesIn(context)
  const rows = stale.map(({ claim, days, commits }) => [
    meaningCell(context.host.color, claim.check.state),
    handleOf(notes, claim.record),
    citedCell(claim, pathOf, link),
    commits === undefined ? '' : counted(commits, 'commit'),
    days === undefined ? '' : counted(days, 'day'),
    oneLine(wordsOf(claim), 200),
  ])
  return [
    ...(stale.length === 0
      ? [
          `The lines of ${counted(claims - unchecked, 'quote and reference', 'quotes and references')} have not changed.`,
        ]
      : columns(rows, { head: ['state', 'record', 'place', 'commits since', 'age', 'claim'] })),
    unchecked > 0 && `${counted(unchecked, 'other')} could not be checked: \`notes verify\` names them`,
    ...(stale.length === 0 ? [] : ['', '`notes verify` shows what the lines are now']),
  ]
}

const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`

function asJson(notes: Notes, file: string, found: Status, evidence: Grounding) {
  const { document, profile } = notes
  const [context] = presentContexts(notes)
  return {
    file,
    profile,
    bytes: found.bytes,
    tokens: found.tokens,
    context: context && recordToJson(document, context, handleOf(notes, context)),
    open: found.open.map(record => recordToJson(document, record, handleOf(notes, record))),
    counts: found.counts,
    evidence,
    sections: found.sections.map(({ section, bytes, tokens, records: count }) => ({
      ...sectionToJson(document, section),
      bytes,
      tokens,
      records: count,
    })),
    hints: found.hints,
  }
}

function describe(
  notes: Notes,
  path: string,
  found: Status & { grounding: Grounding },
  color: boolean,
): Line[] {
  const { strong, faint } = painter(color)
  const size = `${notes.profile}, ${found.bytes} bytes, ~${found.tokens} tokens`
  const hints = found.hints.flatMap(({ what, next }) => [
    `  ${oneLine(what, 200)}`,
    `    ${faint(oneLine(next, 200))}`,
  ])
  return [
    `${strong(path)}  ${faint(size)}`,
    '',
    ...describeContext(notes, strong),
    ...describeOpen(notes, found.open, color),
    ...describeGrounding(found.grounding, strong),
    strong('Sections'),
    ...sizes(found),
    ...(hints.length === 0 ? [] : ['', strong('Hints'), ...hints]),
  ]
}

function describeContext(notes: Notes, strong: (text: string) => string): Line[] {
  const rows = presentContexts(notes).slice(0, MAX_CONTEXTS).flatMap(fieldsOf)
  return [
    strong('Active context'),
    ...(rows.length === 0 ? ['  none recorded'] : columns(rows, { wraps: true })),
    '',
  ]
}

/** Status and Next may be sections of their own. */
const MAX_CONTEXTS = 3

function fieldsOf({ bead, checkpoint, state, next, blockedBy, others }: RecordOf<'context'>): string[][] {
  const fields = [
    { name: 'bead', value: [bead?.id, bead?.title].filter(part => part !== undefined).join(' ') },
    { name: 'checkpoint', value: checkpoint?.text },
    { name: 'state', value: state },
    { name: 'next', value: next },
    { name: 'blocked by', value: blockedBy },
    ...others.slice(0, MAX_OTHERS),
  ]
  return fields.flatMap(({ name, value = '' }) =>
    value === '' ? [] : [[`  ${oneLine(name, 40)}`, oneLine(value, MAX_FIELD)]],
  )
}

const MAX_OTHERS = 8

/** Some files hold a status of many pages. */
const MAX_FIELD = 600

function describeOpen(notes: Notes, open: readonly OpenRecord[], color: boolean): Line[] {
  const { strong } = painter(color)
  if (open.length === 0) return [strong('Open'), '  nothing', '']
  const rows = open.slice(0, MAX_OPEN).map(record => {
    const title = [record.id, record.title].filter(part => part !== undefined).join('  ')
    return [
      `  ${handleOf(notes, record)}`,
      record.kind,
      meaningCell(color, (kindOf(record).about?.(record) ?? '').toLowerCase()),
      oneLine(title),
    ]
  })
  const more = open.length > MAX_OPEN && `  … and ${open.length - MAX_OPEN} more`
  return [strong(`Open (${open.length})`), ...columns(rows), more, '']
}

const MAX_OPEN = 30

function describeGrounding(
  { claims, grounded, grounding, unchecked }: Grounding,
  strong: (text: string) => string,
): Line[] {
  if (claims === 0) return []
  const more = unchecked === 0 ? '' : `, ${unchecked} not checked in time`
  const line = `  grounding ${grounding.toFixed(2)}: ${grounded} of ${counted(claims, 'quote')} of code ${grounded === 1 ? 'matches' : 'match'}${more}`
  return [strong('Evidence'), line, grounded !== claims && '    `notes verify` names the others', '']
}

function sizes({ sections }: Status): readonly Line[] {
  const rows = sections.map(({ section, bytes, tokens, records }) => [
    `  ${'  '.repeat(Math.max(0, section.depth - 1))}${section.title === '' ? '(before the first heading)' : oneLine(section.title)}`,
    `${bytes} bytes`,
    `~${tokens} tokens`,
    records === 0 ? '' : `${records} record${records === 1 ? '' : 's'}`,
  ])
  return columns(rows)
}
