/** Text on which the two sides disagree. An undefined side has deleted it. */
export interface Conflict {
  /** The subject: `TD-004`, or the title of a section. */
  readonly label: string
  readonly base: string | undefined
  readonly ours: string | undefined
  readonly theirs: string | undefined
}

export type Name = 'ours' | 'theirs'

/** A side of a conflict, or the base of both sides. */
export type Part = Name | 'base'

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

export interface Split extends Record<Part, string> {
  readonly conflicts: number
}

/**
 * Splits a file with conflict markers into its three texts. A hunk without a base counts as added by both sides.
 * Returns undefined when a conflict has no end marker.
 */
export function splitConflicts(text: string): Split | undefined {
  const found = { base: '', ours: '', theirs: '', conflicts: 0 }
  let part: Part | undefined
  for (const line of text.match(/[^\n]*\n|[^\n]+/g) ?? []) {
    const [, sign] = /^([<|=>])\1{6}(?: |\r?\n?$)/.exec(line) ?? []
    if (part === undefined && sign === '<') {
      part = 'ours'
      found.conflicts++
    } else if (part === 'ours' && sign === '|') part = 'base'
    else if (part !== undefined && part !== 'theirs' && sign === '=') part = 'theirs'
    else if (part === 'theirs' && sign === '>') part = undefined
    else
      for (const name of ['base', 'ours', 'theirs'] as const)
        if (part === undefined || part === name) found[name] += line
  }
  return part === undefined ? found : undefined
}
