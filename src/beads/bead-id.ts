import { createHash } from 'node:crypto'

/**
 * The id a record gets in any clone: `bd-n4x09ab2`. bd takes a suffix of four or more characters for one of its own
 * hashes only when it holds a digit, hence the digit behind the `n`.
 */
export function beadIdFor(prefix: string, ref: string): string {
  const hash = BigInt(`0x${createHash('sha256').update(ref).digest('hex')}`)
  return `${prefix}-n${hash % 10n}${hash.toString(36).slice(-6)}`
}

/** A short name for a record that has no id of its own. */
export const shortHash = (text: string): string =>
  BigInt(`0x${createHash('sha256').update(text).digest('hex')}`)
    .toString(36)
    .slice(-8)
