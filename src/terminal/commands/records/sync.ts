import type { Drift } from '../../../beads/drift.ts'
import type { BeadItem } from '../../../beads/item.ts'
import type { BeadsTool } from '../../../files/programs/beads-tool.ts'
import { beadOf, kindOf, type Linkable } from '../../../notes/kinds.ts'
import { sprintHints } from '../../../notes/state/status.ts'
import { syncBeads } from '../../../project/beads/sync.ts'
import { readProject } from '../../../project/read.ts'
import { oneLine } from '../../../safety/one-line.ts'
import { columns, remark, report } from '../../print/output.ts'
import { type Command, type Context, defineCommand } from '../../program/command.ts'
import { exportCommand, severityOf } from './export.ts'

/** The commands of a kind whose records can become beads. */
export const beadCommands = (kind: Linkable, setup: readonly string[]): readonly Command[] => [
  exportCommand(kind, setup),
  ...(beadOf({ kind }).severity === undefined ? [] : [syncCommand(kind, setup)]),
]

function syncCommand(kind: Linkable, setup: readonly string[]): Command {
  const { one, many } = kindOf({ kind }).words
  return defineCommand({
    name: `${kind} sync`,
    asOption: true,
    summary: `Compare ${many} with their beads, and settle differences`,
    details:
      `\`notes ${kind} --sync\` does the same. A closed bead resolves its ${one}, and the bead's closing reason is ` +
      'recorded with it; Beads owns status and priority, the notes own the text. Without --write, nothing ' +
      'changes anywhere.',
    options: {
      write: {
        kind: 'flag',
        does: 'settle each difference by updating the side that does not own the value',
      },
    },
    setup,
    examples: [
      { line: `notes ${kind} --sync`, does: 'list differences; exit 1 if there are any' },
      { line: `notes ${kind} --sync --write`, does: 'list the differences and settle them' },
    ],
    exits: { 0: 'no differences, or all settled', 1: 'there are differences' },
    run: (context, { write }) => sync(context, kind, write),
  })
}

async function sync(context: Context, kind: Linkable, write: boolean): Promise<0 | 1> {
  const { one } = kindOf({ kind }).words
  const synced = await syncBeads(context, { kind, write, allowSecret: context.allowSecret })
  if (synced === undefined) {
    report(context, {
      json: { drift: [] },
      lines: [`No ${one} has a bead, and there is no Beads workspace.`],
    })
    return 0
  }
  const { tool, drift } = synced
  report(context, {
    json: { tool: tool.name, settled: write || undefined, drift: drift.map(toJson) },
    lines:
      drift.length === 0
        ? ['No differences.']
        : columns(drift.map(one => [...describe(one), nextStep(one, tool, write)])),
  })
  if (drift.length > 0 && !write) remark(context, [`\`notes ${kind} --sync --write\` settles this`])
  if (write) suggestFolding(context)
  return drift.length > 0 && !write ? 1 : 0
}

/** Suggests folding a sprint whose records are mostly closed. */
function suggestFolding(context: Context): void {
  const { suggestAfter } = context.config.values.sprint
  for (const { what, next } of sprintHints(readProject(context).notes, suggestAfter))
    remark(context, [`${what}: ${next}`])
}

function describe(drift: Drift): readonly [string, string, string] {
  if (drift.is === 'orphan')
    return [
      drift.bead.id,
      drift.bead.ref ?? '',
      `open, but its row is gone: ${oneLine(drift.bead.title, 60)}`,
    ]
  const { item } = drift
  const said = (id: string, text: string): readonly [string, string, string] => [id, item.ref, text]
  switch (drift.is) {
    case 'gone':
      return said(drift.id, 'is named in the notes, but is not in the workspace')
    case 'several':
      return said(drift.ids.join(','), 'all claim to be its bead')
    case 'closed':
      return said(drift.bead.id, `${drift.how}; the ${wordFor(item)} is open`)
    case 'priority':
      return said(
        drift.bead.id,
        `priority ${drift.bead.priority}, so ${drift.severity}; the notes say ${severityOf(item) || 'nothing'}`,
      )
    case 'title':
      return said(
        drift.bead.id,
        `is called "${oneLine(drift.bead.title, 50)}"; the notes say "${oneLine(item.title, 50)}"`,
      )
    case 'unlinked':
      return said(drift.bead.id, 'is its bead, but the notes do not name it')
    case 'resolved':
      return said(drift.bead.id, `is ${drift.bead.status}; the ${wordFor(item)} is resolved`)
  }
}

const wordFor = ({ record }: BeadItem): string => kindOf(record).words.one

/** Says how a difference was resolved, or what the user should do. */
function nextStep(drift: Drift, tool: BeadsTool, write: boolean): string {
  switch (drift.is) {
    case 'resolved':
    case 'orphan':
      return `run: ${tool.name} close ${drift.bead.id}`
    case 'gone':
      return 'remove it from the notes'
    case 'several':
      return 'write the right id in its row'
    default:
      return write ? 'settled' : ''
  }
}

function toJson(drift: Drift) {
  const [bead, ref, says] = describe(drift)
  return { is: drift.is, ref, bead, says }
}
