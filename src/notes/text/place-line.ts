import { parseLocator } from './locator.ts'

/** A line that points to something: `path:12 — purpose`. Neither part is decoded. */
export interface PlaceLine {
  readonly place: string
  readonly purpose: string
}

/**
 * Splits `path:12 — purpose`, `[path](url) purpose`, `path: purpose`, `**Purpose**: path:12` or ``Purpose: `path` ``.
 * The place is often in backticks.
 */
export function splitPlace(text: string): PlaceLine {
  const labelled =
    /^(?:\*\*([^*\n]{1,60}?)(?::\*\*|\*\*:)\s+(?=\S)|([A-Z][^:*`\n]{0,40}):\s+(?=`[^`\n]+`))/.exec(text)
  if (labelled !== null) {
    const { place, purpose } = splitPlace(text.slice(labelled[0].length))
    return { place, purpose: [labelled[1] ?? labelled[2], purpose].filter(part => part !== '').join(': ') }
  }
  const marked = /^(?:(`+)(.+?)\1|(\[[^\]\n]*\]\([^)\s]*\)))\s*(?:[—–:-]+\s*)?/.exec(text)
  const place = marked?.[2] ?? marked?.[3]
  if (place !== undefined) return { place, purpose: text.slice(marked?.[0].length) }
  const cut = /\s+(?:[—–-]+|->|→)\s+|\s{2,}|(?<=^[^\s:]*[/.][^\s:]*):\s+/.exec(text)
  return cut === null
    ? { place: text, purpose: '' }
    : { place: text.slice(0, cut.index), purpose: text.slice(cut.index + cut[0].length) }
}

/** Does the line name a path and what it is for? */
export function isPlaceLine(text: string): boolean {
  const { place, purpose } = splitPlace(text)
  return purpose !== '' && !text.startsWith('**') && isPath(place)
}

/** Is this a path with a folder or an extension, rather than any word or a command such as `/clear`? */
export function isPath(text: string): boolean {
  const locator = /\s/.test(text.trim()) ? undefined : parseLocator(text)
  return (
    locator !== undefined && 'path' in locator && /[/.]/.test(locator.path.replace(/^\/(?=[a-z-]+$)/, ''))
  )
}
