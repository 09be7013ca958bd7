import type { Kind } from './kind.ts'
import { blocker } from './kinds/blocker.ts'
import { context } from './kinds/context.ts'
import { debt } from './kinds/debt.ts'
import { archive, decision } from './kinds/decision.ts'
import { goal } from './kinds/goal.ts'
import { learning } from './kinds/learning.ts'
import { log } from './kinds/log.ts'
import { question } from './kinds/question.ts'
import { reference } from './kinds/reference.ts'

/** Every kind of record, in the order of the protocol's sections. A new kind is a file in `kinds/` and a line here. */
const kinds = {
  context,
  reference,
  decision,
  question,
  goal,
  debt,
  blocker,
  log,
  archive,
  learning,
}

type Kinds = typeof kinds

export type KindName = keyof Kinds
export type RecordOf<K extends KindName> = ReturnType<Kinds[K]['read']>[number]
export type NotesRecord = { [K in KindName]: RecordOf<K> }[KindName]

/** The kinds whose records have field `F`. */
type With<F extends string> = {
  [K in KindName]: F extends keyof RecordOf<K> ? K : never
}[KindName]

/** Kinds of records that can be completed. */
export type Finishable = With<'done'>
/** Kinds of records that can become a bead. */
export type Linkable = With<'bead'> & Finishable

/** The kind whose records have a severity. */
export const RANKED = 'debt' satisfies With<'severity'>

/** The kinds of record in a folded sprint, in the order of its summary. Keys are the fields of `SprintCounts`. */
export const foldedKinds = { debts: 'debt', decisions: 'archive', logRows: 'log' } as const
export type FoldedKind = (typeof foldedKinds)[keyof typeof foldedKinds]
/** The records that can belong to a sprint. */
export type SprintRecord = RecordOf<FoldedKind | 'decision'>
/** The number of records of each kind in a sprint. */
export type SprintCounts = Readonly<Record<keyof typeof foldedKinds, number>>

/** The fields of a record to write, for every kind that can be added to. */
export type Draft = {
  [K in KindName]: Parameters<NonNullable<Kinds[K]['write']>['bullet']>[0]
}[KindName]

/**
 * The kinds of section: those that hold a kind of record, the title of the file, and anything unknown to the protocol.
 */
export type SectionKind = { [K in KindName]: keyof Kinds[K]['sections'] }[KindName] | 'title' | 'other'

/** The type of a kind in loops over all of them. */
export type AnyKind = Kind<NotesRecord, Draft, SectionKind>

const table: Readonly<Record<KindName, AnyKind>> = kinds

export const kindOf = ({ kind }: { readonly kind: KindName }): AnyKind => table[kind]

export const allKinds: readonly (readonly [name: KindName, kind: AnyKind])[] = namesOf(kinds).map(name => [
  name,
  table[name],
])

/** A record's name in lists. */
export const titleOf = (record: NotesRecord): string => kindOf(record).title?.(record) ?? record.title ?? ''

/** How a record becomes a bead. Throws for kinds that never do. */
export function beadOf({ kind }: { readonly kind: Linkable }): NonNullable<AnyKind['bead']> {
  const { bead } = table[kind]
  if (bead === undefined) throw new Error(`No ${kind} ever becomes a bead`)
  return bead
}

/** How a record belongs to a sprint. Throws for kinds that never do. */
export function ofSprint({ kind }: { readonly kind: SprintRecord['kind'] }): NonNullable<AnyKind['sprint']> {
  const { sprint } = table[kind]
  if (sprint === undefined) throw new Error(`No ${kind} belongs to a sprint`)
  return sprint
}

export const isOfSprint = (record: NotesRecord): record is SprintRecord =>
  table[record.kind].sprint !== undefined

export const isLinkable = (name: KindName): name is Linkable => table[name].bead !== undefined

/** Can the record become a bead? */
export const becomesBead = (record: NotesRecord): record is RecordOf<Linkable> => isLinkable(record.kind)

export const isFinishable = (name: KindName): name is Finishable => table[name].command?.finish !== undefined

export const finishableKinds = (): readonly Finishable[] =>
  allKinds.map(([name]) => name).filter(isFinishable)

/** The writing rules of a kind. Throws for the context, which is never added to. */
export function writingOf(kind: KindName): NonNullable<AnyKind['write']> {
  const { write } = table[kind]
  if (write === undefined) throw new Error(`No ${kind} is ever added`)
  return write
}

/** The section that new records of a kind go to. */
export const sectionOf = (kind: AnyKind): SectionKind => namesOf(kind.sections)[0] ?? 'other'

/** `Object.keys` for an object known to have only the keys of its type. */
function namesOf<T extends object>(named: T): (keyof T)[] {
  return Object.keys(named) as (keyof T)[]
}
