import { handleOf } from '../../notes/handle.ts'
import { allKinds, type KindName, titleOf } from '../../notes/kinds.ts'
import { type MigratedProject, migrateProject } from '../../project/migrate.ts'
import { oneLine } from '../../safety/one-line.ts'
import { columns, diffText, type Line, report } from '../print/output.ts'
import { defineCommand, dryRun } from '../program/command.ts'

export const migrate = defineCommand({
  name: 'migrate',
  summary: "Rewrite the notes in the protocol's format",
  details:
    'Turns a notes file of any profile into `sam`, which `notes init` writes: its sections, in its order, with its columns and fields. The result is read again, and nothing is written unless it holds every record with all of its fields, and every line outside of records, except separators and words for nothing, such as `- None`. Sections that the protocol does not know follow its own, byte for byte. A record that would lose a word keeps the form it was written in. What is missing stays missing: `notes lint` reports it. The archive file and the configuration are left alone. `notes undo` reverts the migration.',
  options: {
    to: { kind: 'choice', choices: ['sam'], does: 'the profile to write (default: sam, the only one)' },
    dryRun,
  },
  examples: [
    { line: 'notes migrate --dry-run', does: 'show what would change' },
    { line: 'notes migrate', does: 'rewrite the file' },
    {
      line: 'notes migrate --to sam --json',
      does: 'with the counts and hashes of all records, for a script',
    },
  ],
  exits: {
    0: 'migrated, shown with --dry-run, or there is nothing to do',
    2: 'cannot run: the file is damaged, or something in it would be lost; nothing is written',
  },
  async run(context, { dryRun }): Promise<0> {
    const migrated = await migrateProject(context, { dryRun })
    const { path, changed, from, records, kept, unknown, before, findings, remarks, diff } = migrated
    report(context, {
      json: {
        file: path,
        changed,
        dryRun: diff === undefined ? undefined : true,
        from,
        to: 'sam',
        records,
        kept: kept.map(record => ({
          kind: record.kind,
          handle: handleOf(before, record),
          title: titleOf(record),
          line: before.document.lines.lineAt(record.span.start),
        })),
        unknown,
        findings,
        remarks,
        diff,
      },
      lines: linesOf(migrated, diff && diffText(context, diff)),
    })
    return 0
  },
})

function linesOf(
  { path, from, records, kept, unknown, before, findings, remarks, changed, isUndoable }: MigratedProject,
  diff: string | undefined,
): readonly Line[] {
  if (!changed && !diff) return [`${path} is in the protocol's format already.`, ...remarks]
  const counted = allKinds.flatMap(([name, { words }]) => {
    const count = records[name as KindName]?.count ?? 0
    return count === 0 ? [] : [`${count} ${count === 1 ? words.one : words.many}`]
  })
  const left = findings && findings.errors + findings.warnings
  return [
    diff,
    `${diff === undefined ? 'Migrated' : 'Would migrate'} ${path}${from === 'sam' ? ' to the whole outline of' : ` from ${from} to`} sam: ${counted.join(', ') || 'no records'}, each the same as before.`,
    unknown.length > 0 && `Kept as they are: ${oneLine(unknown.join(', '), 400)}`,
    kept.length > 0 && `Kept as written, since something would be lost: ${kept.length}`,
    ...columns(
      kept
        .slice(0, MAX_KEPT)
        .map(record => [
          `  line ${before.document.lines.lineAt(record.span.start)}`,
          handleOf(before, record),
          record.kind,
          oneLine(titleOf(record)),
        ]),
    ),
    kept.length > MAX_KEPT && `  and ${kept.length - MAX_KEPT} more`,
    ...remarks,
    left === 0
      ? 'Nothing is missing.'
      : `What the file does not say was left out, not invented: \`notes lint\` reports ${left === undefined ? 'it' : left === 1 ? '1 finding' : `${left} findings`}.`,
    diff === undefined && isUndoable && '`notes undo` reverts the migration.',
  ]
}

const MAX_KEPT = 20
