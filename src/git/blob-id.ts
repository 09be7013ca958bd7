import { createHash } from 'node:crypto'

/** Does the text hash to this blob id? No when `core.autocrlf` has changed its line endings. */
export function hasBlobId(text: string, blob: string): boolean {
  const bytes = Buffer.from(text)
  const hash = createHash(blob.length === 64 ? 'sha256' : 'sha1')
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex') === blob
}
