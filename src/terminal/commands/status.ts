import { handleOf } from '../../notes/handle.ts'
import { kindOf } from '../../notes/kinds.ts'
import type { Notes } from '../../notes/notes.ts'
import { presentContexts } from '../../notes/standing.ts'
import type { OpenRecord, Status } from '../../notes/status.ts'
import { recordToJson, sectionToJson } from '../../notes/to-json.ts'
import { readProject, statusOf } from '../../project/read.ts'
import { painter } from '../../safety/door.ts'
import { defineCommand } from '../program/command.ts'
import { meaningCell } from '../program/meaning.ts'
import { columns, type Line, oneLine, report } from '../program/output.ts'

export const status = defineCommand({
  name: 'status',
  summary: 'Show what is open, sizes, and what has grown',
  details: 'Sizes are in bytes and estimated tokens. Hints say what to do about growth and passed dates.',
  examples: [
    { line: 'notes status', does: 'what is open, sizes per section, hints' },
    { line: 'notes status --json', does: 'the same as data' },
  ],
  exits: { 0: 'read', 2: 'cannot run; there is no notes file' },

  run(context) {
    const { notes, path } = readProject(context)
    const found = statusOf(context, notes)
    report(context, {
      json: asJson(notes, path, found),
      lines: describe(notes, path, found, context.host.color),
    })
    return 0
  },
})

function asJson(notes: Notes, file: string, found: Status) {
  const { document, profile } = notes
  const [context] = presentContexts(notes)
  return {
    file,
    profile,
    bytes: found.bytes,
    tokens: found.tokens,
    ...(context === undefined ? {} : { context: recordToJson(document, context, handleOf(notes, context)) }),
    open: found.open.map(record => recordToJson(document, record, handleOf(notes, record))),
    counts: found.counts,
    sections: found.sections.map(({ section, bytes, tokens, records: count }) => ({
      ...sectionToJson(document, section),
      bytes,
      tokens,
      records: count,
    })),
    hints: found.hints,
  }
}

function describe(notes: Notes, path: string, found: Status, color: boolean): Line[] {
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
    strong('Sections'),
    ...sizes(found),
    ...(hints.length === 0 ? [] : ['', strong('Hints'), ...hints]),
  ]
}

function describeContext(notes: Notes, strong: (text: string) => string): Line[] {
  const [context] = presentContexts(notes)
  if (context === undefined) return [strong('Active context'), '  none recorded', '']
  const bead = [context.bead?.id, context.bead?.title].filter(part => part !== undefined).join(' ')
  const rows = [
    ['  bead', bead],
    ['  checkpoint', context.checkpoint?.text ?? ''],
    ['  state', context.state ?? ''],
    ['  next', context.next ?? ''],
    ['  blocked by', context.blockedBy ?? ''],
  ].filter(([, value]) => value !== '')
  return [strong('Active context'), ...columns(rows, { wraps: true }), '']
}

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
  const more = open.length > MAX_OPEN ? [`  … and ${open.length - MAX_OPEN} more`] : []
  return [strong(`Open (${open.length})`), ...columns(rows), ...more, '']
}

const MAX_OPEN = 30

function sizes({ sections }: Status): readonly Line[] {
  const rows = sections.map(({ section, bytes, tokens, records }) => [
    `  ${'  '.repeat(Math.max(0, section.depth - 1))}${section.title === '' ? '(before the first heading)' : oneLine(section.title)}`,
    `${bytes} bytes`,
    `~${tokens} tokens`,
    records === 0 ? '' : `${records} record${records === 1 ? '' : 's'}`,
  ])
  return columns(rows)
}
