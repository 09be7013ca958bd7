import type { Span } from '../document/block.ts'
import type { Edit } from '../document/edit.ts'
import type { CodeReader } from '../evidence/code.ts'
import type { EvidenceCheck } from '../evidence/states.ts'
import type { BeadState } from '../protocol/kinds/context.ts'
import type { DecisionRecord } from '../protocol/kinds/decision.ts'
import type { Notes } from '../protocol/notes.ts'
import type { ProfileName } from '../protocol/profile.ts'
import type { Conventions } from '../protocol/records/base.ts'

export type Severity = 'off' | 'warning' | 'error'

export const GROUPS = [
  'structure',
  'active-context',
  'paths',
  'decisions',
  'evidence',
  'tables',
  'debt',
  'work',
  'append-only',
  'budget',
  'safety',
] as const

export type Group = (typeof GROUPS)[number]

/** Safe: means the same and cannot lose anything. Unsafe: a good guess that somebody should look at. */
export type FixKind = 'safe' | 'unsafe'

/** What a rule looks at. The code and the history are missing where there are none: stdin, no project, no git. */
export interface LintContext {
  readonly notes: Notes
  readonly text: string
  readonly now: Date
  readonly settings: LintSettings
  readonly code: CodeReader | undefined
  /** Evidence with what became of it; not that of plain decisions whose evidence all stands as cited. Empty without code. */
  readonly claims: readonly CheckedClaim[]
  /** The text as it was committed (HEAD, or --since); undefined without git or when it is new. */
  readonly committed: Notes | undefined
  /** Decisions that the archive file beside the notes file holds. */
  readonly archived: Notes | undefined
  /** Looks a bead up; unverified where there is no Beads workspace. */
  readonly beadState: (id: string) => BeadState
}

export interface CheckedClaim {
  readonly decision: DecisionRecord
  readonly index: number
  readonly check: EvidenceCheck
}

export interface LintSettings {
  readonly conventions: Conventions
  readonly level1: number
  readonly keep: number
  readonly fileBytes: number
  readonly tokenFactor: number
}

export interface Detail<Data> {
  readonly span: Span
  readonly data?: Data
  readonly fix?: readonly Edit[]
  /** For a rule whose fixes are not all of one kind. */
  readonly fixKind?: FixKind
  /** A second place that explains the first. */
  readonly cause?: Span
}

/** An example is the rule's test, its page and its `notes explain`: before, what is reported, after the fix. */
export interface RuleExample {
  readonly title: string
  readonly before: string
  /** `line:column message-id`, in order. None: the example is right as it is. */
  readonly reports: readonly string[]
  /** The text after the fixes, when there are any. */
  readonly after?: string
  readonly profile?: ProfileName
  /** Files of the project, for rules that look at code. */
  readonly code?: Readonly<Record<string, string>>
  /** Where the project is, for rules about absolute paths. */
  readonly root?: string
  /** The committed text, for rules about history. */
  readonly committed?: string
  /** The archive file beside the notes. */
  readonly archived?: string
  /** What Beads says of these; of others, nothing. */
  readonly beads?: Readonly<Record<string, BeadState>>
  readonly settings?: Partial<LintSettings>
  readonly now?: string
}

export interface Rule {
  readonly name: string
  readonly group: Group
  /** `Require …` or `Disallow …`, without a full stop. */
  readonly summary: string
  /** One or two sentences: what goes wrong otherwise. */
  readonly why: string
  /** What its fixes are, if it has any. */
  readonly fix?: FixKind
  /** How serious it is by profile; profiles that are not named are like `loose`. */
  readonly severity: Readonly<Partial<Record<ProfileName, Severity>>> & { readonly loose: Severity }
  /** Depends on today's date, or on how much there is: never more than a warning, also under --strict. */
  readonly advice?: true
  readonly messages: Readonly<Record<string, string>>
  readonly examples: readonly RuleExample[]
  check(
    context: LintContext,
    report: (message: string, detail: Detail<Readonly<Record<string, string | number>>>) => void,
  ): void
}

/** What `{{name}}` stands for in a message. */
type Placeholders<Text extends string> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never

type DetailFor<Text extends string> = [Placeholders<Text>] extends [never]
  ? Detail<never>
  : Detail<Readonly<Record<Placeholders<Text>, string | number>>> & {
      readonly data: Readonly<Record<Placeholders<Text>, string | number>>
    }

/** Holds each report to its message: an unknown id, or data that the message does not have, does not compile. */
export function defineRule<const Messages extends Readonly<Record<string, string>>>(
  rule: Omit<Rule, 'messages' | 'check'> & {
    readonly messages: Messages
    check(
      context: LintContext,
      report: <Id extends keyof Messages & string>(message: Id, detail: DetailFor<Messages[Id]>) => void,
    ): void
  },
): Rule {
  return rule as unknown as Rule
}
