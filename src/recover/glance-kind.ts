import type { SectionKind } from '../protocol/section-kind.ts'
import { isNamePrefix, kindOfName } from '../protocol/section-kind.ts'
import { isDigit } from './plain.ts'

/** What a plain heading names; undefined when only the reader of headings can say. */
export function glanceKind(title: string): SectionKind | undefined {
  const name = title.trim().toLowerCase().replace(' & ', ' and ')
  const kind = kindOfName(name)
  if (kind !== undefined) return kind
  // Anything in it that is read as decoration or separator needs the patterns of the real reader.
  return isPlainName(name) && !isNamePrefix(name) ? 'other' : undefined
}

/** Small letters, digits and a few marks; a letter first. */
function isPlainName(name: string): boolean {
  for (let at = 0; at < name.length; at++) {
    const unit = name.charCodeAt(at)
    if (unit >= 97 && unit <= 122) continue
    if (at === 0 || !(isDigit(unit) || " .,'()-".includes(name.charAt(at)))) return false
  }
  return name !== ''
}
