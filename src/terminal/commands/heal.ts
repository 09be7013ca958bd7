import type { GoneRecord } from '../../project/guard/guard.ts'
import { type HealedProject, healProject } from '../../project/guard/heal.ts'
import { defineCommand, dryRun } from '../program/command.ts'
import { columns, diffText, type Line, oneLine, report } from '../program/output.ts'

export const heal = defineCommand({
  name: 'heal',
  summary: 'Put back records that vanished from the notes',
  details:
    'Commands and hooks keep a copy of the notes file in your state folder, and what it held before records vanished. This puts back what is missing, each record as it was written, in its section and in the order it stood, and touches nothing else. What was edited, closed, superseded, moved or archived is not missing. A file that is empty or gone is put back as a whole. `notes undo` takes it back.',
  options: {
    dryRun,
    accept: { kind: 'flag', does: 'take the file as it is for good, and forget what it lost' },
  },
  setup: ['notes question add "Which cache?"'],
  examples: [
    { line: 'notes heal --dry-run', does: 'show what would be put back' },
    { line: 'notes heal', does: 'put it back' },
    { line: 'notes heal --accept', does: 'nothing is missing: it was removed on purpose' },
  ],
  exits: {
    0: 'put back, shown with --dry-run, or nothing is missing',
    1: 'there is no place for some records',
    2: 'cannot run; there is no notes file and no copy of one',
  },
  async run(context, { dryRun, accept }) {
    const healed = await healProject(context, { dryRun, accept })
    const { path, restored, left, isWhole, diff, remarks } = healed
    report(context, {
      json: {
        file: path,
        changed: !dryRun && (restored.length > 0 || isWhole),
        ...(accept ? { accepted: !dryRun } : {}),
        ...(isWhole ? { whole: true } : {}),
        restored,
        ...(left.length === 0 ? {} : { left }),
        ...(diff === undefined ? {} : { dryRun: true, diff }),
        ...(remarks.length === 0 ? {} : { remarks }),
      },
      lines: accept ? [`${path} is taken as it is.`] : linesOf(healed, diff && diffText(context, diff)),
    })
    return left.length === 0 ? 0 : 1
  },
})

function linesOf(
  { path, restored, left, isWhole, remarks }: HealedProject,
  diff: string | undefined,
): readonly Line[] {
  if (restored.length === 0 && left.length === 0 && !isWhole) return [`Nothing is missing from ${path}.`]
  return [
    ...(diff === undefined ? [] : [diff]),
    ...(isWhole && diff === undefined ? [`Put back ${path} as a whole.`] : []),
    ...(diff === undefined ? columns(restored.map(record => rowOf('put back', record))) : []),
    ...columns(left.map(record => rowOf('no place for', record))),
    ...remarks,
  ]
}

const rowOf = (what: string, { handle, kind, title }: GoneRecord): readonly string[] => [
  what,
  handle,
  kind,
  oneLine(title),
]
