import type { DecisionRecord } from '../kinds/decision.ts'
import { present } from '../record.ts'

/** Not a word within a sentence: `Remove superseded tokens` is in force. */
const SUPERSEDED = /(?:^\W*|[[(]\s*|\b(?=superseded\s+by\b))superseded\b(?:\s+by:?\s+([^|)\].;\n]{1,200}))?/im

/** `Superseded by D-012`, `[SUPERSEDED]`; `[DRAFT]`. */
export function standing(said: string): Partial<DecisionRecord> {
  const match = SUPERSEDED.exec(said)
  if (match !== null)
    return { status: 'superseded', ...present({ supersededBy: match[1]?.replaceAll(/[`*]/g, '').trim() }) }
  return /(?:^|\s)\[?draft\]?(?:$|[\s:])/i.test(said.slice(0, 40))
    ? { status: 'draft' }
    : { status: 'in-force' }
}

/** `~~use C~~`, also in bold or in parts: nothing of it is left. Asked of a text as it is written, before it is decoded. */
export const isStruck = (source: string): boolean =>
  source.includes('~~') && /^[\s*_.]*$/.test(source.replaceAll(/~~(?:(?!~~).)+~~/gs, ''))

export const STRUCK = { status: 'superseded' } as const
