/** Does the text contain any of these strings? Building a pattern for them takes a cold process 0.1 ms. */
export function hasAny(text: string, parts: readonly string[]): boolean {
  for (const part of parts) if (text.includes(part)) return true
  return false
}
