import type { Span } from '../document/block.ts'
import type { Edit } from '../document/edit.ts'
import type { FixKind, Rule, Severity } from './rule.ts'

/** One lint result. What it says is worded from the rule's message and this data. */
export interface Finding {
  readonly rule: string
  /** Which of the rule's messages. */
  readonly id: string
  readonly severity: Exclude<Severity, 'off'>
  readonly message: string
  readonly span: Span
  readonly data: Readonly<Record<string, string | number>>
  readonly fix?: { readonly kind: FixKind; readonly edits: readonly Edit[] }
  readonly cause?: Span
}

/** `{{name}}` in a message; single braces belong to `${PROJECT_ROOT}`. */
export function wordMessage({ messages }: Rule, id: string, data: Finding['data']): string {
  return (messages[id] ?? id).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(data[name] ?? ''))
}
