import { selectRecord } from '../change/select.ts'
import { NotesError } from '../error.ts'
import { checkClaims } from '../evidence/check.ts'
import { type CodeReader, projectPath } from '../evidence/code.ts'
import { quoteFrom } from '../evidence/quote.ts'
import type { EvidenceCheck } from '../evidence/states.ts'
import { claimsOf } from '../evidence/verify.ts'
import { handleOf } from '../notes/handle.ts'
import type { DecisionRecord } from '../notes/kinds/decision.ts'
import type { Notes } from '../notes/notes.ts'
import type { Evidence } from '../notes/text/evidence.ts'
import { type ChangeRequest, changeProject, type ProjectChange } from './change.ts'
import { codeBeside, projectCode } from './code.ts'
import type { OpenProject } from './open.ts'

export interface EvidenceUpdate extends ProjectChange {
  /** The evidence that still does not match: its quote moved, or its place is gone. */
  readonly left: readonly { readonly evidence: Evidence; readonly state: EvidenceCheck['state'] }[]
}

/** Quotes the changed evidence of a decision anew, from the code at the place that it cites. */
export async function updateEvidence(
  open: OpenProject,
  { which, ...request }: Omit<ChangeRequest, 'intents' | 'command'> & { readonly which: string },
): Promise<EvidenceUpdate> {
  const { project } = open
  let left: EvidenceUpdate['left'] = []
  const intents = (notes: Notes) => {
    const decision = selectRecord(notes, 'decision', which)
    const checked = checkAll(decision, codeBeside(projectCode(project.root), project.root, project.file))
    left = checked.flatMap(({ evidence, state, quote }) =>
      quote !== undefined || state === 'ok' || state === 'external' ? [] : [{ evidence, state }],
    )
    const quotes = new Map(
      checked.flatMap(({ quote }, index) => (quote === undefined ? [] : [[index, quote] as const])),
    )
    return [{ do: 'requote' as const, which: handleOf(notes, decision), quotes }]
  }
  const change = await changeProject(open, { ...request, command: 'evidence update', intents })
  return { ...change, left }
}

/** Every piece of evidence with its state, and the new quote of one that changed. */
function checkAll(decision: DecisionRecord, code: CodeReader) {
  return checkClaims(claimsOf(decision), code).flatMap(({ state }, index) => {
    const evidence = decision.evidence[index]
    if (evidence === undefined) return []
    const isChanged = state === 'changed' || state === 'gone'
    return [{ evidence, state, quote: isChanged ? quoteAt(evidence, code) : undefined }]
  })
}

function quoteAt({ locator, span }: Evidence, code: CodeReader): string {
  const [range] = locator !== undefined && 'lines' in locator ? locator.lines : []
  const path = locator !== undefined && 'path' in locator ? projectPath(locator, code) : undefined
  const file = path === undefined ? undefined : code.read(path)
  const quote =
    range === undefined || file === undefined || 'problem' in file ? undefined : quoteFrom(file, range)
  if (quote !== undefined && quote.trim() !== '') return quote
  throw new NotesError(
    'not-found',
    `${locator?.text ?? 'The evidence'} has nothing to quote`,
    'Name another place with `notes edit HANDLE --evidence PATH:LINE`',
    { span },
  )
}
