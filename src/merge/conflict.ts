/** Text that the two sides do not agree on. An undefined side has deleted it. */
export interface Conflict {
  /** What it is about: `TD-004`, or the title of a section. */
  readonly label: string
  readonly base: string | undefined
  readonly ours: string | undefined
  readonly theirs: string | undefined
}

export type Name = 'ours' | 'theirs'

/** Prints a conflict as git does with `merge.conflictStyle=diff3`. */
export function printConflict({ label, base, ours, theirs }: Conflict, size: number): string {
  const mark = (sign: string, name: string): string => `${sign.repeat(size)} ${name}: ${label}`
  const parts = [
    [mark('<', ours === undefined ? 'ours, deleted' : 'ours'), ours],
    [mark('|', 'base'), base],
    ['='.repeat(size), theirs],
    [mark('>', theirs === undefined ? 'theirs, deleted' : 'theirs'), undefined],
  ]
  return parts
    .flat()
    .filter(part => part !== undefined)
    .join('\n')
}

/** The three texts of a file with conflict markers. A hunk without a base counts as added by both. */
export function splitConflicts(text: string, size = 7): Record<Name | 'base', string> | undefined {
  const found = { base: '', ours: '', theirs: '' }
  const marks = new Map([...'<|=>'].map(sign => [sign, new RegExp(`^\\${sign}{${size}}(?: |\\r?\\n?$)`)]))
  const isMark = (sign: string, line: string): boolean => marks.get(sign)?.test(line) === true
  let part: Name | 'base' | undefined
  for (const line of text.match(/[^\n]*\n|[^\n]+/g) ?? []) {
    if (part === undefined && isMark('<', line)) part = 'ours'
    else if (part === 'ours' && isMark('|', line)) part = 'base'
    else if ((part === 'ours' || part === 'base') && isMark('=', line)) part = 'theirs'
    else if (part === 'theirs' && isMark('>', line)) part = undefined
    else if (part !== undefined) found[part] += line
    else for (const name of ['base', 'ours', 'theirs'] as const) found[name] += line
  }
  return part === undefined ? found : undefined
}
