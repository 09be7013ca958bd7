import type { Claim } from '../../evidence/states.ts'
import type { Span } from '../../markdown/block.ts'
import type { KindName } from '../../notes/kinds.ts'
import type { DamageFound } from '../read/damage-notice.ts'
import type { Contents } from './contents.ts'

export type ItemKind = KindName

/** One line of a recovery: what a record comes down to. */
export interface Item {
  readonly kind: ItemKind
  readonly id?: string
  readonly title?: string
  /** Stands before the text and is never cut: `Checkpoint: `, or the place of a reference. */
  readonly label: string
  /** Goes into the label where there is room for it: six tokens each. */
  readonly date?: string
  /** The label says something without its text: an id, a place. */
  readonly stands?: true
  /** No record: words that stand where one should. */
  readonly isProse?: true
  /** Made safe to show; may be clipped at a word. */
  readonly text: string
  readonly span: Span
  /** Where a decision is quoted from, asked for when the item is shown. */
  readonly claims?: () => readonly Claim[]
  /** The same as lines of source, from a reader that does not take them apart. */
  readonly evidence?: readonly string[]
}

/** The records of one kind, those that matter most first. */
export interface Group {
  readonly kind: ItemKind
  readonly items: readonly Item[]
  /** Records of this kind that nobody looked at any closer: older decisions. */
  readonly rest?: Rest
}

export interface Rest {
  readonly count: number
  readonly span: Span
}

/** What level 1 is made of, however the file was read. Groups stand in the order of need. */
export interface Essentials {
  readonly groups: readonly Group[]
  readonly damage?: DamageFound
  /** Asked for when nothing is known. */
  readonly contents?: () => Contents
}
