import type { TagCount } from './find-cards.ts'
import type { Card } from './pad.ts'

/** Formats cards for a model. */
export function cardList(notes: readonly Card[], none: string, total: number): string {
  if (notes.length === 0) return none
  const parts = notes.map((card, index) =>
    [
      `${index + 1}. [${card.id}]${card.tags.length === 0 ? '' : ` (tags: ${card.tags.join(', ')})`}`,
      `   ${card.content}`,
      ...(card.scratched ? ['   [SCRATCHED]'] : []),
      '',
    ].join('\n'),
  )
  const more = total > notes.length ? `\n${total - notes.length} more; raise \`limit\` to see them.\n` : ''
  return `Found ${notes.length} note(s):\n\n${parts.join('\n')}${more}`
}

export function tagList(tags: readonly TagCount[]): string {
  if (tags.length === 0) return 'No tags found in active notes.'
  return `Found ${tags.length} unique tag(s) in active notes:\n\n${tags.map(({ tag, count }) => `${tag} (${count})`).join('\n')}`
}
