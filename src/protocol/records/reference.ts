import { decodeItem, decodeText } from '../inline.ts'
import { readItems } from '../items.ts'
import { type Locator, parseLocator } from '../locator.ts'
import { readRows } from '../rows.ts'
import { parseTimestamp, type Timestamp } from '../timestamp.ts'
import { present, type RecordBase, type Source } from './base.ts'

/** A lightweight identifier: where something is, so that it need not be in the context. */
export interface ReferenceRecord extends RecordBase {
  readonly kind: 'reference'
  readonly identifier: string
  readonly locator?: Locator
  readonly purpose?: string
  readonly verified?: Timestamp
}

export const referenceColumns = {
  identifier: ['identifier', 'reference', 'path', 'file', 'location'],
  purpose: ['purpose', 'description', 'what', 'notes'],
  verified: ['last verified', 'verified', 'checked'],
} as const

export function readReferences({ document, section }: Source): ReferenceRecord[] {
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
  const bullets = readItems(document.text, section.blocks).map(({ span, source }): ReferenceRecord => {
    const { place, purpose } = splitBullet(source)
    const identifier = decodeItem(place)
    return {
      kind: 'reference',
      section,
      span,
      identifier,
      ...present({ locator: parseLocator(identifier), purpose: decodeText(purpose) }),
    }
  })
  return [...rows, ...bullets].sort((a, b) => a.span.start - b.span.start)
}

/** `path:12 — purpose`, the place often in backticks. */
function splitBullet(text: string): { place: string; purpose: string } {
  const quoted = /^(`+)(.+?)\1\s*(?:[—–:-]+\s*)?/.exec(text)
  if (quoted?.[2] !== undefined) return { place: quoted[2], purpose: text.slice(quoted[0].length) }
  const cut = /\s+(?:[—–-]+|->|→)\s+/.exec(text)
  return cut === null
    ? { place: text, purpose: '' }
    : { place: text.slice(0, cut.index), purpose: text.slice(cut.index + cut[0].length) }
}
