import { checkEvidence } from './check.ts'
import type { CodeReader } from './code.ts'
import { onItsLine } from './on-its-line.ts'
import { relocateAll } from './relocate.ts'
import type { Claim, EvidenceCheck } from './states.ts'

/** So much alike, the line was edited where it stands, and a copy of its old words elsewhere is another's. */
const EDITED = 0.75

/**
 * Compares all claims with the code. Those that are nowhere in their file are looked for in the whole project, if
 * the reader knows its files: that takes a pass over all of it, so nobody pays for it whose claims stand.
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
    // Several copies elsewhere say less than the line of the cited file that is most like the quote.
    const isNews = elsewhere?.state === 'moved' || one.check.state !== 'changed'
    return isNews ? (elsewhere ?? one.check) : one.check
  })
}

/** Nowhere in its file, or the file is gone. */
function isLost(check: EvidenceCheck): boolean {
  if (check.state === 'changed') return check.closest.similarity < EDITED
  if (check.state !== 'missing') return false
  return check.what === 'line' || (check.what === 'file' && check.problem === 'missing')
}
