import type { Drift } from '../../../beads/drift.ts'
import { type BeadItem, beadIdFor } from '../../../beads/item.ts'
import { beadRow, createArguments, csvLines, markdownLines } from '../../../beads/print.ts'
import { usage } from '../../../error.ts'
import { asTyped, type BeadsTool } from '../../../files/programs/beads-tool.ts'
import { beadOf, kindOf, type Linkable } from '../../../notes/kinds.ts'
import { sprintHints } from '../../../notes/state/status.ts'
import { SEVERITIES } from '../../../notes/text/severity.ts'
import { type ApplyRequest, applyBeads } from '../../../project/beads/apply.ts'
import { projectItems } from '../../../project/beads/link.ts'
import { syncBeads } from '../../../project/beads/sync.ts'
import { readProject } from '../../../project/read.ts'
import { joined, shownJson } from '../../../safety/door.ts'
import { oneLine } from '../../../safety/one-line.ts'
import { columns, remark, report } from '../../print/output.ts'
import { type Command, type Context, defineCommand } from '../../program/command.ts'

/** The commands of a kind whose records can become beads. */
export const beadCommands = (kind: Linkable, setup: readonly string[]): readonly Command[] => [
  exportCommand(kind, setup),
  ...(beadOf({ kind }).severity === undefined ? [] : [syncCommand(kind, setup)]),
]

const FORMATS = ['jsonl', 'csv', 'commands', 'markdown'] as const

const commonOptions = {
  all: { kind: 'flag', does: 'include those that are done or have a bead' },
  format: { kind: 'choice', choices: FORMATS, does: 'the output format; jsonl is what `bd import` reads' },
  apply: { kind: 'flag', does: 'create the missing beads with bd or br, and record their ids' },
  dryRun: { kind: 'flag', does: 'with --apply: print the commands, and write nothing' },
} as const

interface Wanted {
  readonly all: boolean
  readonly format: (typeof FORMATS)[number] | undefined
  readonly apply: boolean
  readonly dryRun: boolean
  readonly severity?: readonly string[]
  readonly sprint?: string | undefined
}

/** Defines `notes goal --export`, and the same for every kind whose records can become beads. */
function exportCommand(kind: Linkable, setup: readonly string[]): Command {
  const { many, severity } = beadOf({ kind })
  const common = {
    name: `${kind} export`,
    asOption: true,
    summary: `Print open ${many} as beads, or create the beads`,
    details:
      `\`notes ${kind} --export\` does the same. Prints records that have no bead yet, one JSON object per line, the ` +
      'same bytes on every clone. Ids begin with the first of `beads.prefixes` in the configuration. --apply asks the ' +
      'Beads workspace first, so running it twice creates nothing twice; a closed bead stays closed.',
    setup,
    examples: [
      { line: `notes ${kind} --export`, does: 'as JSONL' },
      { line: `notes ${kind} --export --format commands`, does: 'as bd commands' },
    ],
    exits: { 0: 'printed, or created', 2: 'cannot run; with --apply, also without a Beads workspace' },
  } as const
  const run = (context: Context, wanted: Wanted) => runExport(context, kind, wanted)
  if (severity === undefined) return defineCommand({ ...common, options: commonOptions, run })
  const filters = {
    severity: { kind: 'list', value: 'severity', does: `only ${many} of this severity` },
    sprint: { kind: 'text', value: 'sprint', does: `only ${many} of this sprint, such as S03` },
  } as const
  return defineCommand({ ...common, options: { ...commonOptions, ...filters }, run })
}

function runExport(context: Context, kind: Linkable, wanted: Wanted): 0 | Promise<0> {
  if (wanted.dryRun && !wanted.apply)
    throw usage('--dry-run needs --apply: without it nothing is written', 'Add --apply, or drop --dry-run')
  if (wanted.apply && wanted.format !== undefined)
    throw usage('--apply and --format cannot be combined', 'Drop one of the two')
  const { notes } = readProject(context)
  const { items, remarks } = projectItems(context, notes)
  checkSeverities(items, wanted)
  const chosen = items.filter(item => item.record.kind === kind && isWanted(item, wanted))
  remark(context, [...remarks, ...chosen.flatMap(item => item.remarks)])
  return wanted.apply
    ? applyAndReport(context, { items, chosen, dryRun: wanted.dryRun })
    : printItems(context, items, chosen, wanted)
}

async function applyAndReport(context: Context, request: ApplyRequest): Promise<0> {
  const { tool, results, remarks } = await applyBeads(context, {
    ...request,
    allowSecret: context.allowSecret,
  })
  remark(context, remarks)
  report(context, {
    json: { tool: tool.name, ...(request.dryRun === true ? { dryRun: true } : {}), results },
    lines:
      results.length === 0
        ? ['Nothing to export.']
        : results.map(({ ref, status, bead = '', command = [] }) =>
            status === 'would create'
              ? asTyped(tool, command.slice(1))
              : `${status === 'exists' ? 'already there' : status}  ${ref}  ${bead}`,
          ),
  })
  return 0
}

/** Refuses unknown severities: with a typo, nothing would seem left to export. */
function checkSeverities(items: readonly BeadItem[], { severity = [] }: Wanted): void {
  const known = new Set([...SEVERITIES, ...items.map(item => severityOf(item).toUpperCase())])
  for (const name of severity)
    if (!known.has(name.toUpperCase()))
      throw usage(`Unknown severity "${name}"`, `Use ${SEVERITIES.join(', ')}; repeat --severity for several`)
}

const severityOf = ({ record }: BeadItem): string => beadOf(record).severity?.(record) ?? ''

function isWanted(item: BeadItem, { all, apply, severity = [], sprint }: Wanted): boolean {
  const { record } = item
  // With --apply, includes rows that name their bead, to notice beads that are gone.
  if (!all && (record.done || (record.bead !== undefined && !apply))) return false
  const own = severityOf(item)
  return (
    (severity.length === 0 || severity.some(name => name.toUpperCase() === own.toUpperCase())) &&
    (sprint === undefined || sprint.toLowerCase() === kindOf(record).sprint?.column?.(record)?.toLowerCase())
  )
}

function printItems(
  context: Context,
  items: readonly BeadItem[],
  chosen: readonly BeadItem[],
  { all, format = 'jsonl' }: Wanted,
): 0 {
  const prefix = context.config.values.beads.prefixes[0] ?? 'bd'
  const exported = new Set(chosen)
  // A dependency needs a bead at both ends: one that exists, or one that is printed too.
  const ids = new Map(
    items.flatMap(item => {
      const id = item.record.bead ?? (exported.has(item) ? beadIdFor(prefix, item.ref) : undefined)
      return id === undefined ? [] : [[item.ref, id] as const]
    }),
  )
  const rows = chosen.map(item => beadRow(item, ref => ids.get(ref), prefix))
  if (all && format === 'jsonl' && chosen.some(({ record }) => record.bead !== undefined))
    remark(context, [
      'With --all, `bd import` in bd 0.63 to 1.0.4 reopens beads that were closed; --apply never does',
    ])
  if (format === 'jsonl' && !context.json)
    context.host.out(joined(rows.map(row => shownJson(row, { ...context, indent: 0 }))))
  else report(context, { json: { items: rows }, lines: textIn(format, chosen) })
  return 0
}

function textIn(format: (typeof FORMATS)[number], items: readonly BeadItem[]): readonly string[] {
  if (format === 'csv') return csvLines(items)
  if (format === 'markdown') return markdownLines(items)
  return items.map(item => asTyped({ name: 'bd' }, createArguments(item)))
}

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
