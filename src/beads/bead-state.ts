import { createHash } from 'node:crypto'
import type { BeadState } from '../notes/state/read-context.ts'
import { readBeads } from './listing.ts'

export interface ShowAnswer {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/**
 * Reads the answer to `show ID --json`. The tools match partial ids, so an answer about another bead does not count. A
 * missing bead is reported in several ways: bd 0.47 exits with 0 and prints nothing, others exit with 1 or 3 and print
 * a message. Any other answer leaves the state unverified.
 */
export function beadState(id: string, { status, stdout, stderr }: ShowAnswer): BeadState {
  const beads = readBeads(stdout)
  const bead = beads?.find(one => one.id === id)
  if (bead !== undefined && status === 0)
    return bead.status === 'tombstone' ? 'missing' : bead.status === 'closed' ? 'closed' : 'open'
  if (status === null) return 'unverified'
  const saysMissing = /no issues? found|issue not found|ISSUE_NOT_FOUND|AMBIGUOUS_ID/i.test(stdout + stderr)
  if (status === 0) return stdout.trim() === '' || beads !== undefined ? 'missing' : 'unverified'
  return saysMissing ? 'missing' : 'unverified'
}

/**
 * The id of a record's bead, the same in every clone: `bd-n4x09ab2`. bd recognizes a suffix of four or more characters
 * as one of its hashes only if it contains a digit, hence the digit after the `n`.
 */
export function beadIdFor(prefix: string, ref: string): string {
  const hash = numberFor(ref)
  return `${prefix}-n${hash % 10n}${hash.toString(36).slice(-6)}`
}

/** A short name for a record that has no id of its own. */
export const shortHash = (text: string): string => numberFor(text).toString(36).slice(-8)

const numberFor = (text: string): bigint => BigInt(`0x${createHash('sha256').update(text).digest('hex')}`)
