const OWN = /^note_(\d{13,15})_(\d{6,})$/

export const isOwnCardId = (id: string): boolean => OWN.test(id)

/**
 * `note_` and milliseconds, as in the original format, plus a counter: a thousand cards can be created in one
 * millisecond, and a clock can go back. Ids sort by creation.
 */
export function nextCardId(newest: string | undefined, now: number): string {
  const [, at = '0', count = '0'] = OWN.exec(newest ?? '') ?? []
  if (now > Number(at)) return print(now, 0)
  return Number(count) < 999_999 ? print(Number(at), Number(count) + 1) : print(Number(at) + 1, 0)
}

const print = (at: number, count: number) =>
  `note_${String(at).padStart(13, '0')}_${String(count).padStart(6, '0')}`
