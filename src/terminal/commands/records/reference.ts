import { usage } from '../../../error.ts'
import type { EvidenceCheck } from '../../../evidence/states.ts'
import { handleOf } from '../../../notes/handle.ts'
import type { ReferenceRecord } from '../../../notes/kinds/reference.ts'
import { kindOf } from '../../../notes/kinds.ts'
import { printLines } from '../../../notes/text/locator.ts'
import { recordToJson } from '../../../notes/to-json.ts'
import { changeToJson, diffOf } from '../../../project/change.ts'
import { readReference, verifyReferences } from '../../../project/evidence/reference.ts'
import { oneLine } from '../../../safety/one-line.ts'
import { maskSecrets } from '../../../safety/secrets.ts'
import { diffText, report } from '../../print/output.ts'
import { defineCommand, dryRun } from '../../program/command.ts'
import { changeAndReport, sayDropped } from '../change-project.ts'

const { setup = [] } = kindOf({ kind: 'reference' }).command ?? {}

const get = defineCommand({
  name: 'ref get',
  summary: 'Print the lines that a reference points to',
  details: 'Accepts words of the purpose or place of a reference, or any path:from-to in the project.',
  arguments: { ref: { does: 'a reference, or a place in the code', required: true } },
  setup,
  examples: [
    { line: 'notes ref get "Token validation"', does: 'by its purpose' },
    { line: 'notes ref get src/auth/jwt.ts:1-3', does: 'any place' },
  ],
  exits: { 0: 'printed', 1: 'no such reference or place' },
  run(context, { ref }) {
    const { place, text } = readReference(context, ref)
    report(context, {
      json: {
        place: place.text,
        path: place.path,
        lines: place.lines.map(({ from, to }) => [from, to]),
        text,
      },
      lines: [text],
    })
    return 0
  },
})

const verify = defineCommand({
  name: 'ref verify',
  summary: 'Check references and update Last Verified',
  arguments: { refs: { does: 'references, by words of purpose or place', variadic: true } },
  options: { all: { kind: 'flag', does: 'all references' }, dryRun },
  setup,
  examples: [
    { line: 'notes ref verify --all', does: 'all of them' },
    { line: 'notes ref verify "Token validation"', does: 'one' },
  ],
  details:
    'Compares the lines of each reference with what they were at Last Verified, according to git. Unchanged references get a new timestamp, moved ones also get their new place, and changed ones are listed for review: `notes edit HANDLE --place PATH:LINE` points one elsewhere.',
  exits: { 0: 'all hold', 1: 'some changed or are gone, and are listed' },
  async run(context, { refs, all, dryRun }) {
    if (refs.length === 0 && !all) throw usage('Nothing to verify', 'Name references, or pass --all')
    const { allowSecret } = context
    const { change, notes, good, moved, stale } = await verifyReferences(context, {
      ...(all ? {} : { which: refs }),
      dryRun,
      allowSecret,
    })
    const said = (record: ReferenceRecord) => `${handleOf(notes, record)}  ${oneLine(record.identifier)}`
    report(context, {
      json: {
        ...changeToJson(change, { dryRun }),
        there: good.map(record => recordToJson(notes.document, record, handleOf(notes, record))),
        moved: [...moved].map(([record, to]) => ({ handle: handleOf(notes, record), to })),
        stale: stale.map(({ reference, check }) => ({
          ...recordToJson(notes.document, reference, handleOf(notes, reference)),
          state: check.state,
        })),
      },
      lines: [
        ...good.map(record => {
          const to = moved.get(record)
          return to === undefined ? `ok       ${said(record)}` : `moved    ${said(record)}  -> ${oneLine(to)}`
        }),
        ...stale.map(({ reference, check }) => `${check.state.padEnd(9)}${said(reference)}${whatNow(check)}`),
        good.length + stale.length === 0 && 'There are no references.',
        dryRun && diffText(context, diffOf(change)),
      ],
    })
    sayDropped(context, change)
    return stale.length === 0 ? 0 : 1
  },
})

function whatNow(check: EvidenceCheck): string {
  if (check.state === 'changed')
    return `  now ${check.path}${printLines([check.closest.lines])}: ${oneLine(maskSecrets(check.closest.text), 60)}`
  return check.state === 'moved' ? `  perhaps ${check.to.path}${printLines([check.to.lines])}` : ''
}

const remove = defineCommand({
  name: 'ref remove',
  summary: 'Remove a reference',
  arguments: { ref: { does: 'by its handle, its place, or words of its purpose', required: true } },
  options: { dryRun },
  setup,
  examples: [
    { line: 'notes ref remove "Token validation"', does: 'by words of its purpose' },
    { line: 'notes ref remove "Token validation" --dry-run', does: 'preview the change' },
  ],
  exits: { 0: 'removed', 1: 'no match, or several' },
  run: (context, { ref, dryRun }) =>
    changeAndReport(context, { intents: [{ do: 'remove', kind: 'reference', which: ref }], dryRun }),
})

export const referenceCommands = [get, verify, remove]
