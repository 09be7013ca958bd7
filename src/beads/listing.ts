/** The fields of a bead that `list --json` and `show --json` print in every version of bd and br. */
export interface ListedBead {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly status: string
  readonly priority: number
  readonly ref: string | undefined
  readonly closeReason: string | undefined
}

/** Parses a list of beads. Undefined when any entry is not a bead: a partial list proves nothing. */
export function readBeads(answer: string): readonly ListedBead[] | undefined {
  const entries = unwrap(parse(answer))
  const beads = entries?.map(readBead).filter(bead => bead !== undefined)
  return beads !== undefined && beads.length === entries?.length ? beads : undefined
}

/** Accepts a list, one object, or either in an envelope (`BD_JSON_ENVELOPE`, br 0.2 and later). */
function unwrap(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value
  if (!isObject(value)) return undefined
  if (typeof value.id === 'string') return [value]
  const inner = value.data ?? value.issues ?? value.items
  return inner === undefined ? undefined : unwrap(inner)
}

function readBead(value: unknown): ListedBead | undefined {
  if (!isObject(value)) return undefined
  const { id, title, status, description = '', priority = 0, external_ref: ref, close_reason: reason } = value
  if (typeof id !== 'string' || typeof title !== 'string' || typeof status !== 'string') return undefined
  if (typeof description !== 'string' || typeof priority !== 'number') return undefined
  return {
    id,
    title,
    description,
    status,
    priority,
    ref: typeof ref === 'string' && ref !== '' ? ref : undefined,
    closeReason: typeof reason === 'string' && reason.trim() !== '' ? reason : undefined,
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads `prefix` from `where --json`, or `value` from `config get issue_prefix --json`. */
export function prefixIn(answer: string): string | undefined {
  const value = parse(answer)
  if (!isObject(value)) return undefined
  const found = [value.prefix, value.value].find(
    text => typeof text === 'string' && /^[A-Za-z][\w-]*$/.test(text),
  )
  return typeof found === 'string' ? found : undefined
}
