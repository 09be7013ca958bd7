import { isPlaceLines } from '../content-kind.ts'
import type { Kind } from '../kind.ts'
import { present, type RecordBase, type Source } from '../record.ts'
import { decodeItem, decodeText, encodeText } from '../text/inline.ts'
import { readItems } from '../text/items.ts'
import { type Locator, parseLocator } from '../text/locator.ts'
import { splitPlace } from '../text/place-line.ts'
import { readRows } from '../text/rows.ts'
import { parseTimestamp, type Timestamp } from '../text/timestamp.ts'

/** A lightweight identifier: where something is, so that its content need not be in the context. */
export interface ReferenceRecord extends RecordBase {
  readonly kind: 'reference'
  readonly identifier: string
  readonly locator?: Locator
  readonly purpose?: string
  readonly verified?: Timestamp
}

const referenceColumns = {
  identifier: ['identifier', 'reference', 'path', 'file', 'location', 'where', 'place', 'paths', 'files'],
  purpose: [
    'purpose',
    'description',
    'what',
    'what for',
    'what it is for',
    'for what',
    'for',
    'use',
    'notes',
    'artifact',
  ],
  verified: ['last verified', 'verified', 'checked'],
} as const

function readReferences({ document, section }: Source): ReferenceRecord[] {
  const rows = readRows(document.text, section.blocks, referenceColumns).map(
    ({ span, cells }): ReferenceRecord => {
      const identifier = cells.identifier ?? ''
      return {
        kind: 'reference',
        section,
        span,
        identifier,
        ...present({
          locator: parseLocator(identifier),
          purpose: cells.purpose,
          verified: cells.verified === undefined ? undefined : parseTimestamp(cells.verified),
        }),
      }
    },
  )
  const lines = section.blocks
    .flatMap(block => (block.type === 'paragraph' && isPlaceLines(document.text, block) ? block.lines : []))
    .map(span => ({ span, source: document.text.slice(span.start, span.end) }))
  const bullets = [...readItems(document.text, section.blocks), ...lines].map(
    ({ span, source }): ReferenceRecord => {
      const { place, purpose } = splitPlace(source)
      const identifier = decodeItem(place)
      return {
        kind: 'reference',
        section,
        span,
        identifier,
        ...present({ locator: parseLocator(identifier), purpose: decodeText(purpose) }),
      }
    },
  )
  return [...rows, ...bullets].sort((a, b) => a.span.start - b.span.start)
}

export interface ReferenceDraft {
  readonly kind: 'reference'
  readonly identifier: string
  readonly purpose: string
  readonly verified: string
}

const example = 'notes ref add src/auth/jwt.ts:45-67 "Token validation logic"'

export const reference: Kind<ReferenceRecord, ReferenceDraft, 'references'> = {
  sections: {
    references: [
      'lightweight identifiers',
      'identifiers',
      'key files',
      'key artifacts',
      'references',
      'file references',
      'pointers',
      'code pointers',
      'relevant files',
      'important files',
      'code map',
      'code places',
      'where things are',
      'sources',
    ],
  },
  words: { one: 'reference', many: 'references', short: ['refs'] },
  read: readReferences,
  title: ({ identifier, purpose }) => (purpose === undefined ? identifier : `${identifier}  ${purpose}`),
  name: ({ identifier }) => identifier,
  time: ({ verified }) => verified?.text,
  place: ({ locator }) => locator,
  json: ({ identifier, locator, purpose, verified }) => ({
    identifier,
    path: locator !== undefined && 'path' in locator ? locator.path : undefined,
    purpose,
    verified: verified?.text,
  }),
  recover: {
    need: 7,
    byWeight: true,
    first: 0,
    early: 3,
    most: 20,
    lines(record) {
      const place = shortPlace(record)
      return [{ label: 'Ref: ', place, title: place, text: record.purpose ?? '' }]
    },
    summary: record => `${shortPlace(record)} ${record.purpose ?? ''}`,
  },
  merge: { later: ['verified'] },
  write: {
    columns: referenceColumns,
    titles: ['Identifier', 'Purpose', 'Last Verified'],
    tabular: true,
    bullet: ({ identifier, purpose }) =>
      purpose === '' ? `\`${identifier}\`` : `\`${identifier}\` — ${encodeText(purpose)}`,
    blank: { purpose: '' },
    identity: ({ identifier, purpose = '' }) => [identifier, purpose],
  },
  command: {
    group: 'ref',
    order: 2,
    about: 'References to code',
    setup: [example],
    add: {
      summary: 'Write down where something is in the code',
      details: 'A path in any form is stored as ${PROJECT_ROOT}/… . The place must exist.',
      arguments: {
        place: { does: 'path:line or path:from-to' },
        purpose: { does: 'what is there, in a few words' },
      },
      examples: [
        { line: example, does: 'a range of lines' },
        {
          line: `echo '{"place":"src/auth/jwt.ts:52","purpose":"Expiry"}' | notes ref add --from -`,
          does: 'from standard input',
        },
      ],
      fails: 'there is no such place',
      draft({ needed, place, moment }) {
        const identifier = place(needed('place', 'path:line as the first argument'))
        const purpose = needed('purpose', 'what is there as the second argument')
        return { kind: 'reference', identifier, purpose, verified: moment(undefined) }
      },
    },
    edit({ text, place }) {
      const typed = text('place')
      return present({
        identifier: typed === undefined ? undefined : place(typed),
        purpose: text('purpose'),
      })
    },
    list: { what: 'references' },
  },
}

const ROOT = '${PROJECT_ROOT}/'

/** Drops the prefix, which all places share and which costs seven tokens each time. */
function shortPlace({ identifier }: ReferenceRecord): string {
  const bare = identifier.replace(/^`/, '').replace(/`$/, '')
  return bare.startsWith(ROOT) ? bare.slice(ROOT.length) : bare
}
