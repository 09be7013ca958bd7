import { findSecrets } from './secrets.ts'

/** Fits text on one line of a list. Never cuts within a secret, since half of one would not be masked. */
export function oneLine(text: string, max = 100): string {
  const flat = text.replaceAll(/\s+/g, ' ')
  if (flat.length <= max) return flat
  const cut = findSecrets(flat.slice(0, max + MAX_SECRET)).find(
    ({ span }) => span.start < max && span.end >= max,
  )
  return `${flat.slice(0, cut?.span.start ?? max - 1).trimEnd()}…`
}

/** Longer tokens are recognized by their start alone. */
const MAX_SECRET = 300
