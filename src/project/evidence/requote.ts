import { selectRecord } from '../../change/select.ts'
import { NotesError } from '../../error.ts'
import { checkClaims } from '../../evidence/check.ts'
import { type CodeReader, projectPath } from '../../evidence/code.ts'
import { quoteFrom } from '../../evidence/quote.ts'
import type { Changed, EvidenceCheck } from '../../evidence/states.ts'
import { claimsOf, isHeld } from '../../evidence/verify.ts'
import { handleOf } from '../../notes/handle.ts'
import type { DecisionRecord } from '../../notes/kinds/decision.ts'
import type { Notes } from '../../notes/notes.ts'
import type { Evidence } from '../../notes/text/evidence.ts'
import { printLocator } from '../../notes/text/locator.ts'
import { type ChangeRequest, changeProject, type ProjectChange } from '../change.ts'
import type { OpenProject } from '../open.ts'
import { codeFor } from './code.ts'

export interface EvidenceUpdate extends ProjectChange {
  /** The evidence that still does not match: its quote moved, or its place is gone. */
  readonly left: readonly { readonly evidence: Evidence; readonly state: EvidenceCheck['state'] }[]
}

/** Quotes a decision's changed evidence again, from where its lines are today. */
export async function updateEvidence(
  open: OpenProject,
  { which, ...request }: Omit<ChangeRequest, 'intents' | 'command'> & { readonly which: string },
): Promise<EvidenceUpdate> {
  let left: EvidenceUpdate['left'] = []
  const intents = (notes: Notes) => {
    const decision = selectRecord(notes, 'decision', which)
    const checked = checkAll(decision, codeFor(open))
    left = checked.flatMap(({ evidence, state, anew }) =>
      anew !== undefined || isHeld({ state }) ? [] : [{ evidence, state }],
    )
    const quotes = new Map(
      checked.flatMap(({ anew }, index) => (anew === undefined ? [] : [[index, anew] as const])),
    )
    return [{ do: 'requote' as const, which: handleOf(notes, decision), quotes }]
  }
  const change = await changeProject(open, { ...request, command: 'evidence update', intents })
  return { ...change, left }
}

/** Returns every piece of evidence with its state and, if its line changed, the new quote. */
function checkAll(decision: DecisionRecord, code: CodeReader) {
  return checkClaims(claimsOf(decision), code).flatMap((check, index) => {
    const evidence = decision.evidence[index]
    if (evidence === undefined) return []
    return [
      {
        evidence,
        state: check.state,
        anew: check.state === 'changed' ? quoteAnew(evidence, check, code) : undefined,
      },
    ]
  })
}

function quoteAnew({ locator, span }: Evidence, { path, closest }: Changed, code: CodeReader) {
  const file = code.read(path)
  const quote = 'problem' in file ? undefined : quoteFrom(file, closest.lines)
  if (quote === undefined || quote.trim() === '')
    throw new NotesError(
      'not-found',
      `${locator?.text ?? 'The evidence'} has nothing to quote`,
      'Name another place with `notes edit HANDLE --evidence PATH:LINE`',
      { span },
    )
  const [cited] = locator !== undefined && 'lines' in locator ? locator.lines : []
  const isThere =
    locator !== undefined &&
    'path' in locator &&
    projectPath(locator, code) === path &&
    cited?.from === closest.lines.from
  return isThere ? { quote } : { quote, place: printLocator(path, [closest.lines]) }
}
