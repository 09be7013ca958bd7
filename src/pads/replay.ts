import type { LogPart, Problem } from '../files/sessions/read-log.ts'
import { isOwnCardId } from './cards/cards.ts'
import { type Entry, readEntry } from './entries.ts'
import { type Card, type Change, isSamePromotion, type Pad, type Promotion, type Space } from './pad.ts'

/** A pad that follows its log. */
export interface Replay {
  readonly pad: Pad
  readonly problems: readonly Problem[]
  /** The parent of the next entry: `null` for the first one, undefined in a log whose entries have no ids. */
  readonly leaf: string | null | undefined
  /** Counts the changes, so that a caller can tell whether there were any. */
  readonly revision: number
  has(id: string): boolean
  add(part: LogPart): void
  /** The entries of the pad's branch, oldest first. */
  branch(): readonly Entry[]
}

/**
 * Follows a log. For each key, the last entry on the branch of the newest entry wins. Most logs have one branch and
 * only grow, so a new entry is applied to the current pad; after a jump to another branch, the pad is rebuilt.
 */
export function createReplay(): Replay {
  let nodes: Entry[] = []
  /** The index of each node's predecessor on its branch, -1 at a root. */
  let parents: number[] = []
  let places = new Map<string, number>()
  let problems = new Map<number, Problem>()
  let pad = emptyPad()
  let revision = 0

  const reset = () => {
    nodes = []
    parents = []
    places = new Map()
    problems = new Map()
    pad = emptyPad()
    revision += 1
  }

  const parentOf = ({ parentId }: Entry): number => {
    if (parentId === undefined) return nodes.length - 1
    if (parentId === null) return -1
    // The line of a missing parent could not be read: the preceding entry is the best guess.
    return places.get(parentId) ?? nodes.length - 1
  }

  const branch = (): Entry[] => {
    const found: Entry[] = []
    for (let at = nodes.length - 1; at >= 0; at = parents[at] ?? -1) {
      const node = nodes[at]
      if (node !== undefined) found.push(node)
    }
    return found.reverse()
  }

  return {
    get pad() {
      return pad.value
    },
    get problems() {
      return [...problems.values()]
    },
    get leaf() {
      return nodes.length === 0 ? null : nodes.at(-1)?.id
    },
    get revision() {
      return revision
    },
    has: id => places.has(id),
    add(part) {
      if (part.whole && nodes.length > 0) reset()
      for (const problem of part.problems) problems.set(problem.line, problem)
      let jumped = false
      for (const { line, value } of part.lines) {
        const entry = readEntry(value)
        if (entry === undefined) continue
        if (entry.problem !== undefined) problems.set(line, { line, what: entry.problem })
        const parent = parentOf(entry)
        jumped ||= parent !== nodes.length - 1
        if (entry.id !== undefined) places.set(entry.id, nodes.length)
        nodes.push(entry)
        parents.push(parent)
        if (!jumped) pad.apply(entry.change)
        if (entry.change !== undefined) revision += 1
      }
      if (!jumped) return
      pad = emptyPad()
      for (const { change } of branch()) pad.apply(change)
    },
    branch,
  }
}

/** Wraps a pad so that its fields cannot be assigned. */
const readOnly = (pad: Pad): Pad =>
  new Proxy(pad, {
    set: (_, name) => {
      throw new TypeError(`The pad's ${String(name)} can only be changed through the tools of the session`)
    },
  })

type Growing = { -readonly [Field in keyof Pad]: Pad[Field] }

/** The only code that mutates a pad; all other code, including a harness, can only read it. */
function emptyPad(): { readonly value: Pad; apply(change: Change | undefined): void } {
  const cards = new Map<string, Card>()
  const tags = new Map<string, number>()
  const promoted: Promotion[] = []
  const texts = { notes: '', plan: '', refs: [] }
  const pad: Growing = { ...texts, cards, tags, promoted, lineage: undefined, newestCard: undefined }
  // A legacy entry counts only until there is an entry for the notes.
  let isLegacy = true

  const count = (card: Card | undefined, by: 1 | -1) => {
    for (const tag of card?.tags ?? []) {
      const now = (tags.get(tag) ?? 0) + by
      if (now > 0) tags.set(tag, now)
      else tags.delete(tag)
    }
  }

  const apply = (change: Change | undefined): void => {
    switch (change?.key) {
      case 'notes':
        pad.notes = change.text
        isLegacy = false
        break
      case 'legacy':
        if (isLegacy) pad.notes = change.text
        break
      case 'plan':
        pad.plan = change.text
        break
      case 'refs':
        pad.refs = change.refs
        break
      case 'card':
        count(cards.get(change.card.id), -1)
        count(change.card, 1)
        cards.set(change.card.id, change.card)
        if (isOwnCardId(change.card.id) && change.card.id > (pad.newestCard ?? ''))
          pad.newestCard = change.card.id
        break
      case 'card-deleted':
        count(cards.get(change.id), -1)
        cards.delete(change.id)
        break
      case 'promoted':
        replaceOrAdd(promoted, change.promotion)
        break
      case 'lineage':
        pad.lineage = change.lineage
        break
      case 'cut':
      case undefined:
    }
  }

  return { value: readOnly(pad), apply }
}

function replaceOrAdd(promoted: Promotion[], promotion: Promotion): void {
  const at = promoted.findIndex(known => isSamePromotion(known, promotion))
  if (at < 0) promoted.push(promotion)
  else promoted[at] = promotion
}

/** A past version of a space; `cut` is the part of the write that did not fit. */
export interface Version {
  readonly space: Space
  readonly at: string | undefined
  readonly text: string
  readonly cut?: string
}

/** Every version of notes, plan and refs, oldest first. Refs are one per line. */
export function versionsOf(branch: readonly Entry[]): readonly Version[] {
  const versions: Version[] = []
  let cut: string | undefined
  for (const { change, at } of branch) {
    if (change?.key === 'cut') cut = change.text
    const version = versionOf(change, at)
    if (version === undefined) continue
    versions.push(cut === undefined ? version : { ...version, cut })
    cut = undefined
  }
  return versions
}

function versionOf(change: Entry['change'], at: string | undefined): Version | undefined {
  switch (change?.key) {
    case 'notes':
    case 'legacy':
      return { space: 'notes', at, text: change.text }
    case 'plan':
      return { space: 'plan', at, text: change.text }
    case 'refs':
      return { space: 'refs', at, text: change.refs.join('\n') }
  }
  return undefined
}
