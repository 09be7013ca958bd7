import type { Severity } from '../notes/kinds/debt.ts'
import type { Draft, Finishable, Linkable } from '../notes/kinds.ts'

/** What somebody wants of a notes file, whatever it looks like when the time comes. */
export type Intent =
  | { readonly do: 'add'; readonly draft: Draft }
  | {
      readonly do: 'finish'
      readonly kind: Finishable
      readonly which: string
      readonly how?: string | undefined
    }
  | {
      readonly do: 'annotate'
      readonly which: string
      readonly label: 'blocking' | 'depends on'
      readonly text: string
    }
  | { readonly do: 'supersede'; readonly which: string; readonly by: string }
  | { readonly do: 'stamp'; readonly which: string; readonly at: string }
  | { readonly do: 'remove'; readonly which: string }
  | {
      readonly do: 'link'
      readonly kind: Linkable
      readonly where: BeadPlace
      readonly links: readonly BeadLink[]
    }
  | { readonly do: 'set-severity'; readonly which: string; readonly severity: Severity }
  | { readonly do: 'set-context'; readonly fields: ContextFields }

/** Where the id of a bead is written: a table's own column, or behind the title. */
export type BeadPlace = 'column' | 'inline'

/** The id of the bead that a record became. */
export interface BeadLink {
  readonly which: string
  readonly bead: string
}

export interface ContextFields {
  readonly bead?: string | undefined
  readonly checkpoint?: string | undefined
  readonly state?: string | undefined
}
