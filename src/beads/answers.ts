import type { BeadState } from '../notes/state/read-context.ts'

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

export interface ShowAnswer {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/**
 * Reads the answer to `show ID --json`. The tools match partial ids, so an answer about another bead does not count. A
 * missing bead is reported in several ways: bd 0.47 exits with 0 and prints nothing, others exit with 1 or 3 and print
 * a message. Any other answer leaves the state unverified.
 */
export function beadState(id: string, { status, stdout, stderr }: ShowAnswer): BeadState {
  const beads = readBeads(stdout)
  const bead = beads?.find(one => one.id === id)
  if (bead !== undefined && status === 0)
    return bead.status === 'tombstone' ? 'missing' : bead.status === 'closed' ? 'closed' : 'open'
  if (status === null) return 'unverified'
  const saysMissing = /no issues? found|issue not found|ISSUE_NOT_FOUND|AMBIGUOUS_ID/i.test(stdout + stderr)
  if (status === 0) return stdout.trim() === '' || beads !== undefined ? 'missing' : 'unverified'
  return saysMissing ? 'missing' : 'unverified'
}
