/** Whether a text holds any of some parts: no pattern has to be built, which takes a cold process 0.1 ms each. */
export function hasAny(text: string, parts: readonly string[]): boolean {
  for (const part of parts) if (text.includes(part)) return true
  return false
}
