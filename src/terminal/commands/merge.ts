import { usage } from '../../error.ts'
import type { MergedNotes } from '../../merge/merge-notes.ts'
import { mergeForGit, repairMerge } from '../../project/merge/merge-files.ts'
import { shown } from '../../safety/door.ts'
import { oneLine } from '../../safety/one-line.ts'
import { diffText, report } from '../print/output.ts'
import { defineCommand, dryRun } from '../program/command.ts'

type Merged = Omit<MergedNotes, 'text'>

export const merge = defineCommand({
  name: 'merge',
  summary: 'Resolve what git left as conflicts, by record',
  details:
    'For a notes file with conflict markers: what either side added appears once, in the order of its section; edits of\n' +
    'different fields become one record; and if two records share a number, one is renumbered. A disagreement stays\n' +
    'marked as a conflict, around that record alone. `notes git install` lets git do this at every merge.',
  arguments: { file: { does: 'a notes file with conflict markers', required: true } },
  options: { dryRun },
  examples: [
    { line: 'notes merge grimoires/loa/NOTES.md', does: 'after a merge that stopped' },
    { line: 'notes merge grimoires/loa/NOTES.md --dry-run', does: 'show what it would look like' },
  ],
  exits: { 0: 'nothing is in conflict', 1: 'conflicts remain' },
  async run(context, { file, dryRun }) {
    const merged = await repairMerge(context, file, { dryRun })
    const { conflicts, changed, diff, remarks } = merged
    const isDone = conflicts === 0
    report(context, {
      json: { file, changed, ...jsonOf(merged), ...(diff === undefined ? {} : { dryRun: true, diff }) },
      lines: [
        diff !== undefined && diffText(context, diff),
        ...linesOf(merged),
        ...remarks.map(text => `note: ${text}`),
        !isDone
          ? `${file}: ${conflicts} to resolve by hand.`
          : changed
            ? `${file} is merged.`
            : `${file} has no conflicts.`,
      ],
    })
    return isDone ? 0 : 1
  },
})

export const mergeDriver = defineCommand({
  name: 'merge-driver',
  summary: 'Merge a notes file for git, as its merge driver',
  details:
    'git calls this once `notes git install` has set it up. The result replaces our version, %A. The file is first\n' +
    'merged as git would do it, and that result stays whenever a merge by record is in doubt.',
  arguments: {
    given: {
      does: 'what git passes: %O %A %B, then %L for the length of a marker and %P for the name of the file',
      required: true,
      variadic: true,
    },
  },
  examples: [
    {
      line: 'notes merge-driver /dev/null grimoires/loa/NOTES.md grimoires/loa/NOTES.md',
      does: 'merge two versions without a common ancestor',
    },
    {
      line: 'notes merge-driver grimoires/loa/NOTES.md grimoires/loa/NOTES.md grimoires/loa/NOTES.md 7 NOTES.md',
      does: 'as git calls it',
    },
  ],
  exits: { 0: 'merged', 1: 'merged, and conflicts are marked' },
  async run(context, { given: [base, ours, theirs, size, path = ours] }) {
    if (ours === undefined || theirs === undefined || path === undefined)
      throw usage('A merge takes three files', 'Pass the common version, ours and theirs')
    const markerSize = /^\d{1,3}$/.test(size ?? '') ? Number(size) : 7
    const merged = await mergeForGit(context, { base, ours, theirs, markerSize, path })
    // Standard output of a merge belongs to git.
    if (context.json) report(context, { json: { file: path, ...jsonOf(merged) }, lines: [] })
    else for (const line of linesOf(merged)) context.host.err(shown(`${oneLine(path)}: ${line}\n`))
    return merged.conflicts === 0 ? 0 : 1
  },
})

const jsonOf = ({ conflicts, report: { by, why, renumbered, conflicts: about } }: Merged) => ({
  conflicts,
  by,
  why,
  renumbered: renumbered.map(({ from, to, title }) => ({ from, to, title })),
  about,
})

const linesOf = ({ report: { why, renumbered, conflicts } }: Merged): readonly string[] => [
  ...(why === undefined ? [] : [`left as git merged it: ${oneLine(why)}`]),
  ...renumbered.map(({ from, to, title }) => `${from} is now ${to}: ${oneLine(title)}`),
  ...conflicts.map(label => `conflict: ${oneLine(label)}`),
]
