/** A change made by one of our commands. */
export interface ChangeEntry {
  readonly id: string
  /** ISO timestamp. */
  readonly at: string
  /** As the user typed it: `notes question add`. */
  readonly command: string
  readonly files: readonly ChangedFile[]
}

export interface ChangedFile {
  /** POSIX path relative to the project root. Unverified input: check it before writing there. */
  readonly path: string
  /** The data needed to undo the change. */
  readonly step?: unknown
}

/** Parses the changes that were not undone, oldest first. Skips lines that are not journal entries. */
export function parseJournal(text: string): ChangeEntry[] {
  const entries = new Map<string, ChangeEntry>()
  for (const line of text.split('\n')) {
    const value = parse(line)
    if (value === undefined) continue
    if (typeof value.undone === 'string') entries.delete(value.undone)
    else if (isEntry(value)) entries.set(value.id, value)
  }
  return [...entries.values()]
}

function parse(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isEntry(value: object): value is ChangeEntry {
  if (!('id' in value && 'at' in value && 'command' in value && 'files' in value)) return false
  const { id, at, command, files } = value
  return (
    [id, at, command].every(field => typeof field === 'string') && Array.isArray(files) && files.every(isFile)
  )
}

const isFile = (value: unknown): boolean => isObject(value) && typeof value.path === 'string'

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
