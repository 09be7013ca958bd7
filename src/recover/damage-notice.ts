import type { Document } from '../document/document.ts'

/** Why not everything may have been read. */
export interface DamageFound {
  readonly what: string
  readonly at: number
  /** Nothing behind it was taken for what it may be. */
  readonly hides: boolean
}

/** The first damage of a text. */
export function damageOf({
  text,
  damage: [first],
}: Pick<Document, 'text' | 'damage'>): DamageFound | undefined {
  if (first === undefined) return undefined
  const { kind, span } = first
  const feed = text.indexOf('\n', span.start)
  const hides =
    kind.startsWith('unclosed') &&
    feed >= 0 &&
    text.slice(feed, span.end).trim() !== '' &&
    text.slice(span.end).trim() === ''
  return { what: kind.replace('-', ' '), at: span.start, hides }
}

/** One line that says so. */
export function damageNotice({ what, at, hides }: DamageFound, lineAt: (offset: number) => number): string {
  return `Damaged: ${what} at line ${lineAt(at)}${hides ? '; what follows was not read' : ''}`
}
