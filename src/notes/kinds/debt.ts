import { usage } from '../../error.ts'
import type { Span } from '../../markdown/block.ts'
import { type Conventions, idLength } from '../conventions.ts'
import { AUTHOR, afterLead } from '../decision/lead.ts'
import { type AsBead, agree, type Kind, type OfSprint, unsaidOption } from '../kind.ts'
import { isDoneGroup, listed } from '../listed.ts'
import { present, type RecordBase, type Source } from '../record.ts'
import { beadId } from '../state/read-context.ts'
import { fieldText, readFields } from '../text/fields.ts'
import { decodeItem, encodeText } from '../text/inline.ts'
import { ENDS_DONE, isOver, readStruckCell, textBelow } from '../text/items.ts'
import { parseLocator } from '../text/locator.ts'
import { readRows } from '../text/rows.ts'
import { readSeverity, SEVERITIES, type Severity } from '../text/severity.ts'

/** A problem found along the way that needs attention later. */
export interface DebtRecord extends RecordBase {
  readonly kind: 'debt'
  readonly title: string
  readonly severity?: Severity
  /** The severity as written, if it is not one of the four. */
  readonly severityText?: string
  readonly foundBy?: string
  readonly sprint?: string
  readonly file?: string
  readonly line?: string
  /** The issue created for it. */
  readonly bead?: string
  readonly done: boolean
}

export const debtColumns = {
  id: ['id', '#'],
  title: ['description', 'issue', 'item', 'debt', 'what', 'summary'],
  severity: ['severity', 'sev', 'priority', 'prio', 'level', 'how bad'],
  foundBy: ['found by', 'by', 'agent', 'source', 'owner'],
  sprint: ['sprint', 'cycle', 'when', 'date'],
  file: ['file', 'path', 'location'],
  line: ['line', 'lines'],
  status: ['status', 'state'],
  bead: ['bead', 'issue id', 'ticket'],
} as const

function readDebt(source: Source): DebtRecord[] {
  const { document, section, conventions } = source
  const rows = readRows(document.text, section.blocks, debtColumns).map(
    ({ span, cells, sources }): DebtRecord => {
      const struck = readStruckCell(sources.title ?? '')
      const title = struck ?? cells.title ?? ''
      return {
        kind: 'debt',
        section,
        span,
        title,
        done:
          struck !== undefined ||
          isDoneGroup(section) ||
          isOver(cells.status ?? '') ||
          ENDS_DONE.test(title.slice(-120)),
        ...present({
          id: (cells.id ?? '').replaceAll(/[`*~]/g, ''),
          ...severityFields(cells.severity),
          foundBy: cells.foundBy,
          sprint: cells.sprint,
          file: cells.file,
          line: cells.line,
          bead:
            cells.bead === undefined
              ? beadId(title, conventions.beadPrefixes)
              : cellBead(cells.bead, conventions),
        }),
      }
    },
  )
  const bullets = listed(source).map(({ span, source: words, done, body, item }): DebtRecord => {
    const below = (name: 'severity' | 'foundBy' | 'sprint') =>
      item && textBelow(document.text, item, debtColumns[name])
    const bullet = readBullet(words, conventions)
    const severity = bullet.severity ?? below('severity') ?? severityBelow(document.text, body)
    const title = decodeItem(bullet.title)
    const bead = beadId(title, conventions.beadPrefixes)
    const fields = { ...severityFields(severity), foundBy: below('foundBy'), sprint: below('sprint') }
    return { kind: 'debt', section, span, title, done, ...present({ id: bullet.id, ...fields, bead }) }
  })
  return [...rows, ...bullets].sort((a, b) => a.span.start - b.span.start)
}

function severityBelow(text: string, body: Span | undefined): string | undefined {
  if (body === undefined) return undefined
  const isSeverity = (name: string): boolean => name === 'severity' || name === 'priority'
  const field = readFields(text, body, isSeverity).find(({ name }) => isSeverity(name))
  return field === undefined ? undefined : fieldText(text, field.value).split('\n', 1)[0]
}

/** In the bead column, accepts any lower-case prefix, so that a workspace needs no configuration. */
const cellBead = (cell: string, { beadPrefixes }: Conventions): string | undefined =>
  beadId(cell, beadPrefixes) ?? /^[`[(]*([a-z][a-z0-9-]*-[a-z0-9]+(?:\.\d+)*)/.exec(cell)?.[1]

const SEVERITY = /^\*{0,3}[[(]?\*{0,3}(CRITICAL|HIGH|MEDIUM|MED|LOW|P[0-4])\*{0,3}[\])]?:?\*{0,3}[\s:|—–-]+/

/** Parses `TD-001: text`, `[HIGH] text` and `**TD-001** (HIGH) — text`: optional id and severity, in either order. */
function readBullet(
  text: string,
  conventions: Conventions,
): { id?: string; severity?: string; title: string } {
  let [rest, id, severity]: [string, string | undefined, string | undefined] = [
    withoutAuthor(text, conventions),
    undefined,
    undefined,
  ]
  for (let turn = 0; turn < 2; turn++) {
    const marks = /^[*`[]*/.exec(rest)?.[0] ?? ''
    const bare = rest.slice(marks.length)
    const length = id === undefined ? idLength(bare, conventions.idTemplates) || anyIdLength(bare) : 0
    if (length > 0) {
      id = bare.slice(0, length)
      rest = afterLead(bare.slice(length), marks)
      continue
    }
    const found: RegExpExecArray | null = severity === undefined ? SEVERITY.exec(rest) : null
    severity = found?.[1] ?? severity
    rest = rest.slice(found?.[0].length ?? 0)
  }
  return { title: rest.trim(), ...present({ id, severity }) }
}

/** Removes the author in front of an id, as in `[eli] TD-012: text`. */
function withoutAuthor(text: string, { idTemplates }: Conventions): string {
  const rest = text.replace(AUTHOR, '')
  return rest !== text && (idLength(rest, idTemplates) > 0 || anyIdLength(rest) > 0) ? rest : text
}

/** The length of an id that matches no template, in front of a separator: `TD-3 (HIGH)`, `**LOW-001**: text`. */
const anyIdLength = (text: string): number =>
  /^[A-Z]{1,8}-\d{1,5}(?=[*`\]]*\s*[:(—–|])/.exec(text)?.[0].length ?? 0

function severityFields(text: string | undefined): { severity?: Severity; severityText?: string } {
  if (text === undefined || text === '') return {}
  const severity = readSeverity(text)
  return severity === undefined ? { severityText: text } : { severity }
}

export interface DebtDraft {
  readonly kind: 'debt'
  readonly title: string
  readonly severity: Severity
  readonly foundBy: string
  readonly sprint: string
  readonly id?: string | undefined
}

const example =
  'notes debt add "N+1 query in user list" --severity MEDIUM --found-by implementing-tasks --sprint S03'

const severityOf = ({ severity, severityText }: DebtRecord): string | undefined => severity ?? severityText

const PRIORITIES = { CRITICAL: 0, HIGH: 1, MEDIUM: 2, LOW: 3 } as const
/** Severities in common use that the protocol does not define. */
const OTHER_PRIORITIES: Readonly<Record<string, number>> = { BLOCKER: 0, INFO: 4, TRIVIAL: 4 }

const sprint: OfSprint<DebtRecord> = {
  ended: 'resolved',
  work: 'closed debts',
  open: ({ done }) => (done ? undefined : 'open'),
  column: ({ sprint }) => sprint,
  texts: ({ sprint, title }) => [sprint, title],
}

const bead: AsBead<DebtRecord> = {
  many: 'debts',
  severity: severityOf,
  priority({ severity, severityText = '' }) {
    if (severity !== undefined) return PRIORITIES[severity]
    return OTHER_PRIORITIES[severityText.replaceAll(/[^A-Za-z]/g, '').toUpperCase()]
  },
  details: ({ file, line, foundBy, sprint }) => [
    file && `File: ${line === undefined ? file : `${file}:${line}`}`,
    foundBy && `Found by: ${foundBy}`,
    sprint && `Sprint: ${sprint}`,
  ],
  labels: ({ severity, sprint, foundBy }) => [
    severity && `severity:${severity.toLowerCase()}`,
    sprint && `sprint:${sprint}`,
    foundBy && `found-by:${foundBy}`,
  ],
}

export const debt: Kind<DebtRecord, DebtDraft, 'debt'> = {
  sections: {
    debt: [
      'discovered technical debt',
      'technical debt',
      'tech debt',
      'discovered tech debt',
      'known debt',
      'debt',
      'tech debt log',
      'known issues',
      'known problems',
      'known bugs',
      'open issues',
      'open bugs',
      'shortcuts',
      'shortcuts taken',
      'debt register',
      'known limitations',
      'rough edges',
      'problems we know',
      'warts',
      'known warts',
      'deferred items',
    ],
  },
  hasParts: true,
  words: { one: 'debt', many: 'debts', letter: 't', show: 'debt', labels: ['debt'] },
  read: readDebt,
  about: severityOf,
  beside: ({ foundBy }) => foundBy && `by ${foundBy}`,
  place({ file = '', line = '' }) {
    const joined = /^\d[\d,–-]*$/.test(line) ? parseLocator(`${file}:${line}`) : undefined
    return joined ?? parseLocator(file)
  },
  json(record) {
    const { foundBy, sprint, file, line, bead, done } = record
    return { severity: severityOf(record), foundBy, sprint, file, line, bead, done }
  },
  recover: {
    need: 8,
    byWeight: true,
    first: 0,
    early: 3,
    most: 24,
    urgent: [
      { need: 2.5, is: ({ severity }) => severity === 'CRITICAL' },
      { need: 4, is: ({ severity }) => severity === 'HIGH' },
    ],
    lines(record) {
      const { id, title } = record
      const severity = severityOf(record)
      const label = `${severity === undefined ? 'Debt' : `${severity} debt`}${id === undefined ? '' : ` ${id}`}: `
      const due = /(?:^|[.!?;]\s+)([^.!?;]*\bmust\b.*)$/is.exec(title)?.[1]
      return [{ label, title, text: title, ...(due === undefined ? {} : { tail: due, most: 40 }) }]
    },
    summary: record => `${severityOf(record) ?? ''} ${record.title}`,
    cells({ file, line, foundBy, bead }) {
      const place = file === undefined ? line : line === undefined ? file : `${file}:${line}`
      return [place, foundBy, bead]
    },
  },
  sprint,
  bead,
  write: {
    columns: debtColumns,
    titles: ['ID', 'Description', 'Severity', 'Found By', 'Sprint'],
    otherTitles: ['ID', 'Description', 'File', 'Line'],
    tabular: true,
    ids: { among: ['debt'], first: 'TD-001' },
    bullet: ({ id, severity, title }) =>
      `${id === undefined ? '' : `${id}: `}[${severity}] ${encodeText(title)}`,
    blank: { foundBy: '', sprint: '' },
    fitsBullet: ({ foundBy, sprint }) => foundBy === '' && sprint === '',
    identity: ({ title }) => [title],
    // A list has no place for some fields. They are left out, and the user is told.
    says: ({ severity, foundBy, sprint }, record) =>
      [
        [severity, record.severity],
        [foundBy, record.foundBy],
        [sprint, record.sprint],
      ].every(([given, there]) => there === undefined || agree(given, there)),
    lost: ({ severity, foundBy, sprint }, record) => [
      ...(record.severity === undefined ? [`severity ${severity}`] : []),
      ...(foundBy !== '' && record.foundBy === undefined ? [`found by ${foundBy}`] : []),
      ...(sprint !== '' && record.sprint === undefined ? [`sprint ${sprint}`] : []),
    ],
    unsaid: ({ severity, foundBy, sprint }, other) => [
      ...unsaidOption('--severity', severity, other.severity),
      ...unsaidOption('--found-by', foundBy, other.foundBy),
      ...unsaidOption('--sprint', sprint, other.sprint),
    ],
  },
  command: {
    group: 'debt',
    order: 7,
    about: 'Technical debt',
    setup: [example],
    add: {
      summary: 'Write down technical debt',
      details: 'It gets the next number. A repeated description is stored once.',
      arguments: { title: { does: 'what is wrong, and where' } },
      options: {
        severity: { kind: 'choice', choices: SEVERITIES, does: 'how bad it is', required: true },
        foundBy: { kind: 'text', value: 'who', does: 'the agent or person who found it' },
        sprint: { kind: 'text', value: 'sprint', does: 'when it was found, such as S03' },
      },
      examples: [
        { line: example, does: 'one debt' },
        {
          line: `echo '[{"title":"No retry","severity":"HIGH"}]' | notes debt add --from -`,
          does: 'many at once, in one write',
        },
      ],
      draft: ({ text, needed }) => ({
        kind: 'debt',
        title: needed('title', 'it as the argument'),
        severity: givenSeverity(needed('severity')),
        foundBy: text('foundBy') ?? '',
        sprint: text('sprint') ?? '',
      }),
    },
    edit: ({ text }) => {
      const severity = text('severity')
      return present({
        title: text('title'),
        severity: severity === undefined ? undefined : givenSeverity(severity),
        foundBy: text('foundBy'),
        sprint: text('sprint'),
      })
    },
    list: { what: 'debts', all: 'resolved ones' },
    show: { example: 'TD-001' },
    finish: {
      verb: 'resolve',
      summary: 'Strike through a resolved debt',
      example: 'TD-001',
      how: 'fixed in 9c4fe73',
    },
    promote: {
      order: 2,
      options: { severity: { kind: 'choice', choices: SEVERITIES, does: 'how bad it is (default MEDIUM)' } },
      draft: ({ title }, { text }) => ({
        kind: 'debt',
        title,
        severity: givenSeverity(text('severity') ?? 'MEDIUM'),
        foundBy: '',
        sprint: '',
      }),
    },
  },
}

function givenSeverity(text: string): Severity {
  const found = SEVERITIES.find(severity => severity === text.toUpperCase())
  if (found === undefined) throw usage(`Unknown severity "${text}"`, `Use ${SEVERITIES.join(', ')}`)
  return found
}
