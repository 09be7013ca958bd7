import type { Claim } from '../../evidence/states.ts'
import type { Span } from '../../markdown/block.ts'
import type { KindName } from '../../notes/kinds.ts'
import type { DamageFound } from '../read/damage-notice.ts'
import type { Contents } from './contents.ts'

/** One line of a recovery. All texts are safe to show. */
export interface Item {
  readonly kind: KindName
  readonly id?: string | undefined
  readonly handle?: string | undefined
  readonly title?: string | undefined
  /** Precedes the text and is never clipped: `State: `, or the place of a reference. */
  readonly label: string
  /** The label with a date, used when there is room. */
  readonly datedLabel?: string | undefined
  /** May be clipped between words. */
  readonly text: string
  /** The most important part of the text, in fewer words. */
  readonly brief?: string | undefined
  /** The part of the text that says what comes next, which is clipped last. */
  readonly tail?: string | undefined
  /** Shown once other kinds have had their turn. */
  readonly isLater?: true | undefined
  /** The end of the text matters more than its start. */
  readonly isStory?: true | undefined
  /** The text starts with what happened. */
  readonly isEvent?: true | undefined
  /** Tokens that the line gets before other kinds have had their turn. */
  readonly most: number
  /** Position in the printed text, which is not the order in which items are chosen (see `need`). */
  readonly place: number
  /** Is the label useful without its text? It then contains an id or a place. */
  readonly stands?: boolean
  /** Free text in place of a record. */
  readonly isProse?: true
  readonly span: Span
  /** Its record's claims about the code, read when the item is shown. */
  readonly claims?: (() => readonly Claim[]) | undefined
}

/** The records of one kind, most important first. Items are made on demand, since most are never shown. */
export interface Group {
  readonly kind: KindName
  /** Number of records that are shown before the next kind has its turn. */
  readonly first: number
  /** Number of records that are shown before any kind shows all of its records. */
  readonly early: number
  /** Holds no records, so nothing is missing when it is not shown. */
  readonly isAside?: true
  readonly spans: readonly { readonly span: Span }[]
  at(index: number): readonly Item[]
}

/** The content of level 1. Groups are in the order of need. */
export interface Essentials {
  readonly groups: readonly Group[]
  readonly damage?: DamageFound | undefined
  /** Computed when there are no records. */
  readonly contents?: () => Contents
}
