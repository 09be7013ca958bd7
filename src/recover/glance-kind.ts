import type { SectionKind } from '../protocol/section-kind.ts'
import { isNamePrefix, kindOfName } from '../protocol/section-kind.ts'

/** What a plain heading names; undefined when only the reader of headings can say. */
export function glanceKind(title: string): SectionKind | undefined {
  const name = title.trim().toLowerCase().replace(' & ', ' and ')
  const kind = kindOfName(name)
  if (kind !== undefined) return kind
  // Anything in it that is read as decoration or separator needs the patterns of the real reader.
  return /^[a-z][a-z0-9 .,'()-]*$/.test(name) && !isNamePrefix(name) ? 'other' : undefined
}
