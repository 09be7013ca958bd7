import { shellWord } from '../../files/programs/programs.ts'
import { type ComparedCandidate, countRecords, type GoneRecord } from '../../project/guard/candidates.ts'
import { type HealedProject, healProject } from '../../project/guard/heal.ts'
import { oneLine } from '../../safety/one-line.ts'
import { columns, diffText, type Line, report } from '../print/output.ts'
import { defineCommand, dryRun } from '../program/command.ts'

export const heal = defineCommand({
  name: 'heal',
  summary: 'Put back lost records and damaged notes',
  details:
    'Commands and hooks keep a copy of the notes file in your state folder, and the text from before records vanished. This puts missing records back as they were written, in their sections and in their old order, and touches nothing else. Records that were edited, closed, superseded, moved or archived do not count as missing.\n\n' +
    'A file that is missing, empty or blank comes back as a whole, from the newest text that is not damaged: a copy, the index, HEAD, or the last good commit; a stash only when there is nothing else. A file that was cut off (inside a line, a fence or a comment, or before sections that the earlier text has) gets its end back. A file that cannot be merged into (garbage, a merge conflict, or a fence or comment that is never closed) stays as it is: `notes heal` only shows what could be put back. --apply replaces such a file; `notes heal` can then merge the records of the replaced text. `notes undo` reverts all of this.',
  options: {
    list: { kind: 'flag', does: 'show the earlier texts, what each would bring back, and what it lacks' },
    from: {
      kind: 'text',
      value: 'text',
      does: 'the earlier text to use: snapshot, lost@{0}, index, HEAD, stash@{0}, or any commit',
    },
    apply: {
      kind: 'flag',
      does: 'replace the whole file; without --from, only if it is damaged',
    },
    dryRun,
    accept: { kind: 'flag', does: 'accept the file as it is, and forget the records that it lost' },
  },
  setup: ['notes question add "Which cache?"'],
  examples: [
    { line: 'notes heal --dry-run', does: 'show what would be put back' },
    { line: 'notes heal', does: 'put it back' },
    { line: 'notes heal --list', does: 'show the other texts that it could come from' },
    { line: 'notes heal --from snapshot', does: 'merge what is missing from one of them' },
    { line: 'notes heal --accept', does: 'what is missing was removed on purpose' },
  ],
  exits: {
    0: 'put back, shown with --dry-run or --list, or nothing is missing',
    1: 'the file cannot be merged into, and --apply was not given; or some records could not be put back',
    2: 'cannot run, since there is neither a notes file nor any earlier text of it',
  },
  async run(context, { list, from, apply, dryRun, accept }) {
    const healed = await healProject(context, { dryRun: dryRun || list, accept, from, apply })
    const { path, state, by, changed, restored, left, dropped, stuck, candidates, diff, remarks } = healed
    report(context, {
      json: {
        file: path,
        state,
        changed,
        ...(accept ? { accepted: !dryRun } : {}),
        ...(by === 'whole' ? { whole: true } : {}),
        ...(by === 'end' ? { end: true } : {}),
        from: healed.from,
        restored,
        ...(left.length === 0 ? {} : { left }),
        ...(dropped.length === 0 ? {} : { dropped }),
        ...(stuck === undefined ? {} : { stuck, next: nextSteps(healed) }),
        candidates,
        ...(diff === undefined ? {} : { dryRun: true, diff }),
        ...(remarks.length === 0 ? {} : { remarks }),
      },
      lines: accept
        ? [`${path} is accepted as it is.`]
        : list
          ? [`${path} is ${state}.`, ...candidateLines(candidates)]
          : linesOf(healed, diff && diffText(context, diff)),
    })
    return left.length === 0 && (stuck === undefined || list) ? 0 : 1
  },
})

function linesOf(healed: HealedProject, diff: string | undefined): readonly Line[] {
  const { path, state, by, restored, left, dropped, stuck, candidates, remarks } = healed
  const said = remarks.map(text => `note: ${text}`)
  if (stuck !== undefined)
    return [
      `${path} is ${state}, and was not changed. ${stuck}.`,
      ...candidateLines(candidates),
      ...said,
      ...nextSteps(healed),
    ]
  if (by === 'records' && restored.length === 0 && left.length === 0)
    return [`Nothing is missing from ${path}.`, ...said]
  const where = healed.from === undefined ? '' : `, from ${nameOf(healed.from)}`
  return [
    diff,
    diff === undefined && by === 'whole' && `${path} was ${state}. Restored the whole file${where}.`,
    diff === undefined && by === 'end' && `${path} was cut off. Restored its end${where}.`,
    ...(diff === undefined ? columns(restored.map(record => rowOf('put back', record))) : []),
    ...columns(left.map(record => rowOf('not put back', record))),
    ...columns(dropped.map(record => rowOf('replaced', record))),
    dropped.length > 0 &&
      '`notes heal` merges the replaced records back in; `notes undo` reverts the replacement.',
    ...said,
  ]
}

function nextSteps({ path, state }: HealedProject): readonly string[] {
  return [
    ...(state === 'conflicted'
      ? [`Next: \`notes merge ${shellWord(path)}\` resolves the conflict by record.`]
      : []),
    '`notes heal --apply` replaces the file with the newest undamaged text; --from names another one. Add --dry-run to preview.',
  ]
}

const rowOf = (what: string, { handle, kind, title }: GoneRecord): readonly string[] => [
  what,
  handle,
  kind,
  oneLine(title),
]

function candidateLines(candidates: readonly ComparedCandidate[] = []): readonly Line[] {
  if (candidates.length === 0) return ['There is no earlier text to restore from.']
  return columns(
    candidates.map(({ names, at, records, damaged, brings, lacks }) => [
      names.join(', '),
      at?.slice(0, 16).replace('T', ' ') ?? '',
      damaged ? 'damaged' : records === 1 ? '1 record' : `${records} records`,
      brings.length === 0 ? 'brings nothing' : `brings ${countRecords(brings)}`,
      lacks.length === 0 ? 'lacks nothing' : `lacks ${countRecords(lacks)}`,
    ]),
  )
}

const nameOf = ({ names: [name], at }: ComparedCandidate): string =>
  at === undefined ? name : `${name} of ${at.slice(0, 16).replace('T', ' ')}`
