import type { Claim } from '../../evidence/states.ts'
import type { Span } from '../../markdown/block.ts'
import type { KindName } from '../../notes/kinds.ts'
import type { DamageFound } from '../read/damage-notice.ts'
import type { Contents } from './contents.ts'

export type ItemKind = KindName

/** One line of a recovery. */
export interface Item {
  readonly kind: ItemKind
  readonly id?: string
  readonly title?: string
  /** Precedes the text and is never clipped: `Checkpoint: `, or the place of a reference. */
  readonly label: string
  /** Added to the label if there is room for its six tokens. */
  readonly date?: string
  /** The label is useful without its text: it contains an id or a place. */
  readonly stands?: true
  /** Free text in place of a record. */
  readonly isProse?: true
  /** Made safe to show. May be clipped between words. */
  readonly text: string
  readonly span: Span
  /** The evidence of a decision, read when the item is shown. */
  readonly claims?: () => readonly Claim[]
  /** Evidence as lines of source, from a reader that does not parse it. */
  readonly evidence?: readonly string[]
}

/** The records of one kind, most important first. */
export interface Group {
  readonly kind: ItemKind
  readonly items: readonly Item[]
  /** Older decisions, which are only counted. */
  readonly rest?: Rest
}

export interface Rest {
  readonly count: number
  readonly span: Span
}

/** The content of level 1, whichever way the file was read. Groups are in the order of need. */
export interface Essentials {
  readonly groups: readonly Group[]
  readonly damage?: DamageFound
  /** Computed when there are no records. */
  readonly contents?: () => Contents
}
