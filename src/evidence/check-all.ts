import { checkEvidence } from './check.ts'
import type { CodeReader } from './code.ts'
import { onItsLine } from './on-its-line.ts'
import { relocateAll } from './relocate.ts'
import type { Claim, EvidenceCheck } from './states.ts'

/**
 * At this similarity the line was edited in place, and a copy of its old text elsewhere belongs to something else.
 */
const EDITED_SIMILARITY = 0.75

/**
 * Checks all claims against the code. Quotes missing from their file are searched in the whole project, if the reader
 * can list its files. That reads every file, so it happens only when a claim fails.
 */
export function checkAll(claims: readonly Claim[], code: CodeReader): readonly EvidenceCheck[] {
  const compared = claims.map(claim => ({
    claim,
    check: onItsLine(claim, code) ?? checkEvidence(claim, code),
  }))
  const lost = compared.filter(({ check }) => isLost(check))
  if (lost.length === 0 || code.files === undefined) return compared.map(({ check }) => check)
  const found = relocateAll(
    lost.map(({ claim }) => claim),
    code.files(),
    code,
  )
  const places = new Map(lost.map((one, index) => [one, found[index]]))
  return compared.map(one => {
    const elsewhere = places.get(one)
    // Several copies elsewhere tell less than the closest line in the cited file.
    const isBetter = elsewhere?.state === 'moved' || one.check.state !== 'changed'
    return isBetter ? (elsewhere ?? one.check) : one.check
  })
}

/** Is the quote missing from its file, or the file itself missing? */
function isLost(check: EvidenceCheck): boolean {
  if (check.state === 'changed') return check.closest.similarity < EDITED_SIMILARITY
  if (check.state !== 'missing') return false
  return check.what === 'line' || (check.what === 'file' && check.problem === 'missing')
}
