import type { CodeReader } from '../code.ts'
import type { Claim } from '../states.ts'

const DAY = 86_400_000

/**
 * Dates a reference. One stamped only with a time of day gets the last such time before its row was committed; without
 * an offset, the time is UTC. One without a date whose file is lost gets the time at which its line was committed.
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
