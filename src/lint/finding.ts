import type { Span } from '../markdown/block.ts'
import type { Edit } from '../markdown/edit.ts'
import type { FixKind, Rule, Severity } from './rule.ts'

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

/** Fills in `{{name}}`. Single braces belong to `${PROJECT_ROOT}`. */
export function wordMessage({ messages }: Rule, id: string, data: Finding['data']): string {
  return (messages[id] ?? id).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(data[name] ?? ''))
}
