import { selectRecord } from '../../../change/select.ts'
import { checkPlace } from '../../../evidence/verify.ts'
import { codeReader } from '../../../files/read-code.ts'
import { handleOf } from '../../../notes/handle.ts'
import type { ReferenceRecord } from '../../../notes/kinds/reference.ts'
import { kindOf, type NotesRecord } from '../../../notes/kinds.ts'
import type { Notes } from '../../../notes/notes.ts'
import { recordToJson } from '../../../notes/to-json.ts'
import { diffOf } from '../../../project/change.ts'
import { readProject } from '../../../project/read.ts'
import { defineCommand, dryRun } from '../../program/command.ts'
import type { Context } from '../../program/context.ts'
import { momentOf, usage } from '../../program/entries.ts'
import { diffText, oneLine, report } from '../../program/output.ts'
import { changeAndReport, changeProject, changeToJson, sayDropped } from '../change-project.ts'
import { codeAt, placeOf } from '../place-of.ts'

const { setup = [] } = kindOf({ kind: 'reference' }).command ?? {}

/** The time for the Last Verified column, which has a time of day in the protocol. */
const clock = (context: Context): string => momentOf(context, undefined).slice(11)

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
    const place = placeOf(context, placeText(context, ref))
    const text = codeAt(context, place)
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

function placeText(context: Context, typed: string): string {
  if (/[:#]L?\d/.test(typed)) return typed
  return selectRecord(readProject(context).notes, 'reference', typed).identifier
}

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
  exits: { 0: 'all exist', 1: 'some point to nothing, and are listed' },
  async run(context, { refs, all, dryRun }) {
    if (refs.length === 0 && !all) throw usage('Nothing to verify', 'Name references, or pass --all')
    const code = codeReader(context.project.root)
    const isThere = ({ locator }: ReferenceRecord) =>
      ['ok', 'external'].includes(checkPlace(locator, code).state)
    let checked: { notes: Notes; good: ReferenceRecord[]; stale: ReferenceRecord[] } | undefined
    // Selects in the text that is being changed: since an earlier read, other processes may have moved the lines.
    const intents = (notes: Notes) => {
      const wanted = new Set(
        all ? notes.records.filter(isReference) : refs.map(ref => selectRecord(notes, 'reference', ref)),
      )
      const good = [...wanted].filter(isThere)
      checked = { notes, good, stale: [...wanted].filter(record => !good.includes(record)) }
      const at = clock(context)
      return good.map(record => ({ do: 'stamp' as const, which: handleOf(notes, record), at }))
    }
    const change = await changeProject(context, { command: 'ref verify', intents, dryRun })
    if (checked === undefined) throw new Error('The references were not checked')
    const { notes, good, stale } = checked
    const said = (record: ReferenceRecord) => `${handleOf(notes, record)}  ${oneLine(record.identifier)}`
    report(context, {
      json: {
        ...changeToJson(change, { dryRun }),
        there: good.map(record => recordToJson(notes.document, record, handleOf(notes, record))),
        stale: stale.map(record => recordToJson(notes.document, record, handleOf(notes, record))),
      },
      lines: [
        ...good.map(record => `there    ${said(record)}`),
        ...stale.map(record => `nothing  ${said(record)}`),
        ...(good.length + stale.length === 0 ? ['There are no references.'] : []),
        ...(dryRun ? [diffText(context, diffOf(change))] : []),
      ],
    })
    sayDropped(context, change)
    return stale.length === 0 ? 0 : 1
  },
})

const isReference = (record: NotesRecord): record is ReferenceRecord => record.kind === 'reference'

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
  run: (context, { ref, dryRun: dry }) =>
    changeAndReport(context, {
      command: 'ref remove',
      intents: [{ do: 'remove', kind: 'reference', which: ref }],
      dryRun: dry,
    }),
})

export const referenceCommands = [get, verify, remove]
