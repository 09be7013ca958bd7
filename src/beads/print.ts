import { encodeText } from '../notes/text/inline.ts'
import { type BeadItem, beadIdFor } from './item.ts'

/**
 * The timestamp of every exported row. Records have none, and one taken from git or the clock would differ between
 * clones. An old timestamp also keeps an import from overwriting a bead: bd takes the newer of two rows.
 */
const EXPORTED_AT = '2000-01-01T00:00:00Z'

/** Builds one row of Beads' JSONL. Always sets `priority` and `issue_type`: bd reads a missing priority as 0. */
export function beadRow(item: BeadItem, idOf: (ref: string) => string | undefined, prefix: string): object {
  const id = item.record.bead ?? beadIdFor(prefix, item.ref)
  const needs = item.needs.map(idOf).filter(need => need !== undefined)
  return {
    id,
    title: item.title,
    description: item.description,
    status: item.record.done ? 'closed' : 'open',
    priority: item.priority,
    issue_type: 'chore',
    created_at: EXPORTED_AT,
    created_by: 'notes',
    updated_at: EXPORTED_AT,
    ...(item.record.done ? { closed_at: EXPORTED_AT, close_reason: 'Resolved in the notes' } : {}),
    external_ref: item.ref,
    labels: item.labels,
    ...(needs.length === 0
      ? {}
      : {
          dependencies: needs.map(need => ({
            issue_id: id,
            depends_on_id: need,
            type: 'blocks',
            created_at: EXPORTED_AT,
          })),
        }),
  }
}

/** Prints CSV as in RFC 4180. */
export function csvLines(items: readonly BeadItem[]): readonly string[] {
  const rows = items.map(({ ref, title, priority, labels, record }) => [
    ref,
    title,
    String(priority),
    record.done ? 'closed' : 'open',
    labels.join(' '),
    record.bead ?? '',
  ])
  return [['ref', 'title', 'priority', 'status', 'labels', 'bead'], ...rows].map(row =>
    row.map(cell => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(','),
  )
}

/** Prints a Markdown task list, for a pull request or an issue. */
export const markdownLines = (items: readonly BeadItem[]): readonly string[] =>
  items.map(
    ({ ref, title, priority, record: { done } }) =>
      `- [${done ? 'x' : ' '}] ${encodeText(title)} (P${priority}, ${ref})`,
  )

interface CreateOptions {
  /** Must be unused: bd 0.63 to 1.0 overwrites and reopens a bead that has this id. */
  readonly id?: string | undefined
  readonly needs?: readonly string[]
}

/** Joins options and values with `=`, so that a value can start with a dash. */
export const createArguments = (
  item: BeadItem,
  { id, needs = [] }: CreateOptions = {},
): readonly string[] => [
  'create',
  `--title=${item.title}`,
  `--description=${item.description}`,
  '--type=chore',
  `--priority=${item.priority}`,
  `--labels=${item.labels.join(',')}`,
  `--external-ref=${item.ref}`,
  ...(id === undefined ? [] : [`--id=${id}`]),
  ...(needs.length === 0 ? [] : [`--deps=${needs.join(',')}`]),
  '--json',
]
