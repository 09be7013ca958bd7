import { DAY } from '../../notes/text/timestamp.ts'
import type { CodeReader } from '../code.ts'
import type { Claim } from '../states.ts'

/**
 * Dates a reference. A reference stamped only with a time of day gets the last such time before its row was committed,
 * in UTC unless the stamp has an offset. A reference without a date gets the time at which its line was committed, but
 * only if its file is lost.
 */
export function dated(claim: Claim, code: CodeReader, isLost = false): Claim {
  const { at, locator, isReference = false } = claim
  if (!isReference || locator === undefined) return claim
  if (at === undefined && isLost) {
    const known = code.writtenAt?.([locator.text])
    return known === undefined
      ? claim
      : { ...claim, at: { text: '', precision: 'second', approximate: false, at: known } }
  }
  if (at?.precision !== 'time') return claim
  const clock = /(\d\d):(\d\d)(?::(\d\d))?(?:\.\d+)?(?:([+-])(\d\d):?(\d\d))?/.exec(at.text)
  const known = code.writtenAt?.([locator.text, at.text])
  if (clock === null || known === undefined) return claim
  const [hours, minutes, seconds, , zoneHours, zoneMinutes] = clock.slice(1).map(part => Number(part ?? 0))
  const zone = ((zoneHours ?? 0) * 60 + (zoneMinutes ?? 0)) * (clock[4] === '-' ? -1 : 1)
  const ofDay = (((hours ?? 0) * 60 + (minutes ?? 0) - zone) * 60 + (seconds ?? 0)) * 1000
  return { ...claim, at: { ...at, precision: 'second', at: known - ((known - ofDay) % DAY) } }
}
