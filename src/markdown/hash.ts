/**
 * A 64-bit hash in hexadecimal, from two multiplicative lanes. Not cryptographic: loading node:crypto takes
 * longer than linting a small file.
 */
export function hash(parts: readonly string[]): string {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (const part of [...parts.map(part => `${part.length}:`), ...parts])
    for (let index = 0; index < part.length; index++) {
      const unit = part.charCodeAt(index)
      a = Math.imul(a ^ unit, 2654435761)
      b = Math.imul(b ^ unit, 1597334677)
    }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return [b, a].map(lane => (lane >>> 0).toString(16).padStart(8, '0')).join('')
}
