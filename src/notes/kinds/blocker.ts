import { usage } from '../../error.ts'
import { agree, type Kind, unsaidOption } from '../kind.ts'
import { isDoneGroup, listed } from '../listed.ts'
import { present, type RecordBase, type Source } from '../record.ts'
import { decodeCell, decodeItem, decodeText, encodeText } from '../text/inline.ts'
import { encodeNote, isOver, readWords, shieldNotes, splitNotes, textBelow } from '../text/items.ts'
import { isNothing, readRows } from '../text/rows.ts'
import { DAY, type Timestamp, timestampAtStart } from '../text/timestamp.ts'

/** An external obstacle. */
export interface BlockerRecord extends RecordBase {
  readonly kind: 'blocker'
  readonly title: string
  /** The text below the heading, if the blocker is a heading. */
  readonly details?: string
  /** The start of the line: `Waiting:` for something that will arrive, `Blocked:` for something to be done first. */
  readonly type?: 'waiting' | 'blocked'
  readonly eta?: string
  readonly etaAt?: Timestamp
  /** The issue created for it. */
  readonly bead?: string
  readonly done: boolean
}

/** Labels of the notes in parentheses at the end of a blocker. */
const BLOCKER_NOTES: readonly string[] = ['eta', 'bead']

/** A symbol may lead: `⏳ Waiting: …`. `BLOCKER:` marks a line for scripts that scan the end of the file. */
const TYPE = /^(?:[^ -~\s]{1,4}\s+)?\**(waiting|blocked|blocker)(?: (?:on|by|for))?\**:\**\s*/i

const blockerColumns = {
  title: ['blocker', 'blocker / dependency', 'dependency', 'description', 'issue', 'item', 'what'],
  status: ['status', 'state'],
  eta: ['eta', 'expected', 'due'],
  type: ['type', 'kind'],
  owner: ['owner', 'waiting on', 'by'],
} as const

function readBlockers(source: Source): BlockerRecord[] {
  const rows = readRows(source.document.text, source.section.blocks, blockerColumns)
    .filter(({ cells }) => !isNothing(cells.title ?? ''))
    .map(({ span, cells, sources }): BlockerRecord => {
      const { source: words, done } = readWords(sources.title ?? '')
      const said = readSaid(words)
      const eta = cells.eta ?? said.eta
      return {
        kind: 'blocker',
        section: source.section,
        span,
        title: decodeCell(said.text),
        done:
          done ||
          said.done ||
          isOver(cells.status ?? '') ||
          /^\W*none\b/i.test(cells.status ?? '') ||
          isDoneGroup(source.section),
        ...present({
          type: typeOf(/^\W*(waiting|blocked)\b/i.exec(cells.type ?? '')?.[1]) ?? said.type,
          eta,
          etaAt: eta === undefined ? undefined : timestampAtStart(eta),
        }),
      }
    })
  return [...rows, ...listedBlockers(source)].sort((a, b) => a.span.start - b.span.start)
}

/** Reads the words of a bullet or a cell: `Waiting: OAuth credentials (ETA: 2026-12-01)`. */
function readSaid(
  words: string,
): Pick<BlockerRecord, 'type' | 'eta' | 'bead' | 'done'> & { readonly text: string } {
  const type = TYPE.exec(words)
  const { text: said, notes } = splitNotes(words.slice(type?.[0].length ?? 0), BLOCKER_NOTES)
  const noted = (name: string): string | undefined =>
    notes.has(name) ? decodeText(notes.get(name) ?? '') : undefined
  const struck = type === null ? undefined : /^~~(.+)~~$/s.exec(said)?.[1]
  const text = struck ?? said
  return {
    text,
    done: struck !== undefined,
    ...present({ type: typeOf(type?.[1]), eta: noted('eta'), bead: noted('bead') }),
  }
}

function listedBlockers(source: Source): BlockerRecord[] {
  return listed(source).map(({ span, source: words, details, done, item }): BlockerRecord => {
    const { text, type, eta: note, bead, done: isStruck } = readSaid(words)
    const below = item && textBelow(source.document.text, item, blockerColumns.eta)
    const eta = note ?? below
    return {
      kind: 'blocker',
      section: source.section,
      span,
      title: decodeItem(text),
      done: done || isStruck,
      ...present({
        details,
        type,
        eta,
        etaAt: eta === undefined ? undefined : timestampAtStart(eta),
        bead,
      }),
    }
  })
}

const wordOf = (type: BlockerDraft['type']): string => (type === 'waiting' ? 'Waiting' : 'Blocked')

const typeOf = (word: string | undefined): BlockerRecord['type'] =>
  word === undefined ? undefined : word.toLowerCase() === 'waiting' ? 'waiting' : 'blocked'

export interface BlockerDraft {
  readonly kind: 'blocker'
  readonly type: 'waiting' | 'blocked'
  readonly title: string
  readonly eta?: string
}

function printed({ type, title, eta }: Partial<BlockerDraft> & { readonly title: string }): string {
  const lead = type === undefined ? '' : `${wordOf(type)}: `
  const note = eta === undefined ? '' : ` (ETA: ${encodeNote(eta)})`
  return `${lead}${shieldNotes(encodeText(title), BLOCKER_NOTES)}${note}`
}

export const blocker: Kind<BlockerRecord, BlockerDraft, 'blockers'> = {
  sections: {
    blockers: [
      'blockers and dependencies',
      'external dependencies',
      'blocker',
      'blockers',
      'open blockers',
      'current blockers',
      'dependencies',
      'impediments',
      'obstacles',
      'stuck',
      'stuck on',
      'hold-ups',
      'waiting',
      'waiting for',
      'waiting on',
      'blocked',
      'blocked on',
      'blocked by',
    ],
  },
  hasParts: true,
  words: { one: 'blocker', many: 'blockers', labels: ['blocker', 'blocked', 'waiting'] },
  read: readBlockers,
  about: ({ type }) => type,
  beside: ({ eta }) => eta && `ETA ${eta}`,
  json: ({ type, eta, done, bead }) => ({ type, eta, done, bead }),
  recover: {
    need: 2,
    first: 2,
    most: 24,
    lines({ type, title, details, eta, at }) {
      const lead = /^(?:waiting|blocked)(?: (?:for|on|by)\b:?|:)\s+(?=\S)/i.exec(title)?.[0] ?? ''
      const isWaiting = type === 'waiting' || (type === undefined && /^waiting\b/i.test(title))
      const said = title.slice(lead.length)
      return [
        {
          label: isWaiting ? 'Waiting: ' : 'Blocked: ',
          title: said,
          date: at,
          text: eta === undefined ? said : `${said} (ETA: ${eta})`,
          more: details,
          brief: details,
        },
      ]
    },
  },
  bead: {
    many: 'blockers',
    priority: () => 1,
    details: ({ eta }) => [eta && `ETA: ${eta}`],
    labels: ({ type }) => [type],
  },
  write: {
    columns: blockerColumns,
    titles: ['Blocker'],
    tabular: false,
    // Fields without a column go into the text, as in a bullet.
    cells: ({ type, title, eta }, names) => ({
      title: printed({
        ...(names.includes('type') ? {} : { type }),
        ...(eta === undefined || names.includes('eta') ? {} : { eta }),
        title,
      }),
      type: wordOf(type),
      eta: encodeText(eta ?? ''),
    }),
    bullet: printed,
    identity: ({ type, title }) => [title, type ?? ''],
    says: ({ eta }, record) => agree(eta, record.eta),
    unsaid: ({ eta }, other) => unsaidOption('--eta', eta, other.eta),
  },
  command: {
    group: 'blocker',
    order: 6,
    about: 'Blockers',
    setup: ['notes blocker add --waiting "OAuth credentials"'],
    add: {
      summary: 'Write down what stops the work',
      details:
        'Use --waiting for something that will arrive, --blocked for something that must be done first.',
      arguments: { title: { does: 'what stops the work, with a bare --waiting or --blocked' } },
      options: {
        waiting: { kind: 'flagged', value: 'what', does: 'what you are waiting for' },
        blocked: { kind: 'flagged', value: 'what', does: 'what is blocked, and until when' },
        eta: { kind: 'text', value: 'when', does: 'when it is expected, such as 2026-12-01' },
      },
      examples: [
        {
          line: 'notes blocker add --waiting "OAuth credentials" --eta 2026-12-01',
          does: 'something that will arrive',
        },
        {
          line: 'notes blocker add "No payments until legal review" --blocked',
          does: 'something to be done first',
        },
      ],
      draft({ text, flag, moment }) {
        const [waits, stops, eta] = [text('waiting'), text('blocked'), text('eta')]
        const isWaiting = waits !== undefined || flag('waiting')
        const isBlocked = stops !== undefined || flag('blocked')
        const titles = [text('title'), waits, stops].filter(title => title !== undefined)
        const [title] = titles
        if (title === undefined || titles.length > 1 || isWaiting === isBlocked)
          throw usage(
            'A blocker needs one text, and either --waiting or --blocked',
            'Write it as: notes blocker add "OAuth credentials" --waiting',
          )
        const type = isWaiting ? 'waiting' : 'blocked'
        return {
          kind: 'blocker',
          type,
          title,
          ...(eta === undefined ? {} : { eta: dayOf(eta, moment(undefined)) }),
        }
      },
    },
    edit({ text, flag }) {
      const [waits, stops] = [text('waiting'), text('blocked')]
      const isWaiting = waits !== undefined || flag('waiting')
      const type = isWaiting ? 'waiting' : stops !== undefined || flag('blocked') ? 'blocked' : undefined
      return present({ type, title: text('title') ?? waits ?? stops, eta: text('eta') })
    },
    list: { what: 'open blockers', all: 'resolved ones' },
    finish: {
      verb: 'resolve',
      summary: 'Mark a blocker as resolved',
      example: 'OAuth',
      how: 'arrived by mail',
    },
    promote: {
      order: 4,
      options: { waiting: { kind: 'flag', does: 'something that will arrive' } },
      draft: ({ title }, { flag }) => ({
        kind: 'blocker',
        type: flag('waiting') ? 'waiting' : 'blocked',
        title,
      }),
    },
  },
}

/**
 * Replaces `today` and `tomorrow` with a date, since they mean another day to the next session. Keeps other words, such
 * as `next sprint`.
 */
function dayOf(eta: string, now: string): string {
  const days = ['today', 'tomorrow'].indexOf(eta.trim().toLowerCase())
  if (days >= 0) return new Date(Date.parse(now) + days * DAY).toISOString().slice(0, 10)
  if (/^\d{4}-\d/.test(eta) && timestampAtStart(eta) === undefined)
    throw usage(`"${eta}" is not a date`, 'Write it as 2026-12-01')
  return eta
}
