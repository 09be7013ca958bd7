import type { CodeReader } from '../evidence/code.ts'
import type { Claim, EvidenceCheck, Moved } from '../evidence/states.ts'
import type { Span } from '../markdown/block.ts'
import type { Edit } from '../markdown/edit.ts'
import type { Conventions } from '../notes/conventions.ts'
import type { DecisionRecord } from '../notes/kinds/decision.ts'
import type { Notes } from '../notes/notes.ts'
import type { ProfileName } from '../notes/profile.ts'
import type { BeadState } from '../notes/state/read-context.ts'
import type { FileLocator } from '../notes/text/locator.ts'

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

/** Safe: keeps the meaning and loses nothing. Unsafe: a good guess that needs a review. */
export type FixKind = 'safe' | 'unsafe'

/**
 * The input of a rule. Code and history are undefined where there are none: for stdin, without a project, without git.
 */
export interface LintContext {
  readonly notes: Notes
  readonly text: string
  readonly now: Date
  readonly settings: LintSettings
  readonly code: CodeReader | undefined
  /** Checked evidence. Leaves out plain decisions if every quote matches the line it cites. Empty without code. */
  readonly claims: readonly CheckedClaim[]
  /** The cited places that are no longer there, each with the place to which git traced it. */
  readonly movedPlaces: ReadonlyMap<FileLocator, Moved>
  /** The committed version (HEAD, or --since); undefined without git and for a new file. */
  readonly committed: Notes | undefined
  /** The archive file beside the notes file. */
  readonly archived: Notes | undefined
  /** Facts a session needs that level 1 cuts or leaves out. Empty if recovery was not run. */
  readonly level1Losses: readonly Level1Loss[]
  /** Looks up a bead: `unverified` without a Beads workspace. */
  readonly beadState: (id: string) => BeadState
}

export interface Level1Loss {
  readonly what: 'state' | 'next step' | 'open blocker'
  readonly how: 'cut' | 'left out'
  readonly span: Span
}

export interface CheckedClaim {
  readonly decision: DecisionRecord
  readonly claim: Claim
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
  readonly fix?: readonly Edit[] | undefined
  /** Overrides the kind of the rule, for rules with fixes of both kinds. */
  readonly fixKind?: FixKind | undefined
  /** A second place that explains the first. */
  readonly cause?: Span
}

/** One lint result. Its `message` is the template of the rule, filled in with `data`. */
export interface Finding {
  readonly rule: string
  /** Id of the message in the rule. */
  readonly id: string
  readonly severity: Exclude<Severity, 'off'>
  readonly message: string
  readonly span: Span
  readonly data: Readonly<Record<string, string | number>>
  readonly fix?: { readonly kind: FixKind; readonly edits: readonly Edit[] }
  readonly cause?: Span
}

/** An example is a test of the rule, and part of its page and `notes explain`: input, findings and fixed text. */
export interface RuleExample {
  readonly title: string
  readonly before: string
  /** `line:column message-id`, in order. Empty for a valid example. */
  readonly reports: readonly string[]
  /** The text after the fixes, if there are any. */
  readonly after?: string
  readonly profile?: ProfileName
  /** Files of the project, for rules that read code. Null: too large to read. */
  readonly code?: Readonly<Record<string, string | null>>
  /** The same files in the repository's first commit, for rules that check where lines have moved. */
  readonly past?: Readonly<Record<string, string>>
  /** The project root, for rules about absolute paths. */
  readonly root?: string
  /** The committed text, for rules about history. */
  readonly committed?: string
  /** The archive file beside the notes. */
  readonly archived?: string
  /** State of these beads; all others are unverified. */
  readonly beads?: Readonly<Record<string, BeadState>>
  readonly settings?: Partial<LintSettings>
  readonly now?: string
}

export interface Rule {
  readonly name: string
  readonly group: Group
  /** `Require …` or `Disallow …`, without a period. */
  readonly summary: string
  /** One or two sentences: what goes wrong without the rule. */
  readonly why: string
  /** Kind of the fixes, if there are any. */
  readonly fix?: FixKind
  /** Severity by profile. Profiles that are not listed use `loose`. */
  readonly severity: Readonly<Partial<Record<ProfileName, Severity>>> & { readonly loose: Severity }
  /** Depends on the date, on size or on Beads: never more than a warning, even with --strict. */
  readonly advice?: true
  readonly messages: Readonly<Record<string, string>>
  readonly examples: readonly RuleExample[]
  check(context: LintContext, report: (message: string, detail: Detail<Finding['data']>) => void): void
}

/** Names of the `{{name}}` placeholders in a message. */
type Placeholders<Text extends string> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never

type DetailFor<Text extends string> = [Placeholders<Text>] extends [never]
  ? Detail<never>
  : Detail<Readonly<Record<Placeholders<Text>, string | number>>> & {
      readonly data: Readonly<Record<Placeholders<Text>, string | number>>
    }

/** Checks each report against its message: an unknown id, or data that the message does not use, does not compile. */
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
