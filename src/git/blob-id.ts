import { createHash } from 'node:crypto'

/** Does this text have that blob id? Line ends may differ, as `core.autocrlf` makes them: then the id says no. */
export function hasBlobId(text: string, blob: string): boolean {
  const bytes = Buffer.from(text)
  const hash = createHash(blob.length === 64 ? 'sha256' : 'sha1')
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex') === blob
}
