import { estimateTokens } from '../../markdown/tokens.ts'
import { clip } from '../../recover/layout/clip.ts'
import { quoted, type Shown, shownLine } from '../../safety/door.ts'
import { showLine } from '../../safety/show-text.ts'
import type { RestingRecord, Why } from './why.ts'

/** A notice for a model that is about to edit code on which decisions rest. */
export interface Touched {
  readonly text: Shown
  /** The decisions that the text names, so that the caller does not name them again. */
  readonly handles: readonly string[]
}

export interface TouchedOptions {
  /** Handles of decisions that this session has been told about. */
  readonly told?: ReadonlySet<string>
  /** How `notes` is run in this project. */
  readonly command?: string
  readonly factor?: number
}

const MAX_TOKENS = 80

/** Leaves room for the decision itself and for the command that shows more. */
const REASON_TOKENS = 24
const DECISION_TOKENS = 22

/**
 * Returns, in at most 80 tokens, which decisions in force rest on code that is about to be edited: the newest with its
 * reason, others as far as they fit. Undefined when there is none, or when the session has been told about all of them.
 *
 * @example touchedText(whyProject(project, { path: 'src/db.ts', from: 10, to: 24 }))?.text
 */
export function touchedText(
  { asked: [place], records }: Why,
  { told = new Set(), command = 'notes', factor = 1 }: TouchedOptions = {},
): Touched | undefined {
  const resting = records.filter(isInForce).filter(({ handle }) => !told.has(handle))
  const [first, ...others] = resting
  if (place === undefined || first === undefined) return undefined
  const { path, from, to = from } = place
  const lines = from === undefined || to === undefined ? '' : ` L${from === to ? from : `${from}-${to}`}`
  const more = `${command} why ${path}${from === undefined ? '' : `:${from}`}`
  const fits = (text: string): boolean => estimateTokens(text, factor) <= MAX_TOKENS
  const whole = (named: readonly string[], left: number): Shown =>
    shownLine(
      `Before you edit ${path}${lines}: ${named.join('; ')}${left === 0 ? '' : `; ${left} more`}. See \`${more}\`.`,
    )
  const forms = [REASON_TOKENS, REASON_TOKENS / 2, 0].map(reason => sentence(first, reason))
  const form = forms.find(one => fits(whole([one], others.length)))
  if (form === undefined) return { text: withoutPath(first, command), handles: [first.handle] }
  let named = [form]
  for (const record of others) {
    const next = [...named, sentence(record, 0)]
    if (!fits(whole(next, resting.length - next.length))) break
    named = next
  }
  return {
    text: whole(named, resting.length - named.length),
    handles: resting.slice(0, named.length).map(({ handle }) => handle),
  }
}

/** Returns the notice without the path, for a path so long (a hundred tokens) that no other form fits. */
const withoutPath = (record: RestingRecord, command: string): Shown =>
  shownLine(`Before you edit this file: ${sentence(record, 0)}. See \`${command} show ${record.handle}\`.`)

const isInForce = ({ kind, where, status }: RestingRecord): boolean =>
  where === 'here' && (kind === 'decision' || kind === 'archive') && status !== 'superseded'

function sentence({ handle, at, title, decision, rationale, status }: RestingRecord, reason: number): string {
  // Mask before cutting: half a secret is not recognized.
  const said = clip(showLine(decision ?? title), DECISION_TOKENS) ?? handle
  const why = reason === 0 || rationale === undefined ? undefined : clip(showLine(rationale), reason)
  const when = at === undefined ? '' : ` ${at.slice(0, 10)}`
  const because = why === undefined ? '' : ` because: ${quoted(why)}`
  return `${status === 'draft' ? 'draft' : 'decided'}${when} ${quoted(said)}${because} (${handle})`
}
