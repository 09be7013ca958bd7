import { estimateTokens } from '../../document/tokens.ts'
import { MIN_BUDGET } from '../../recover/budgets.ts'
import { frameNamed } from '../../recover/frame.ts'
import type { Slice } from '../../recover/slice.ts'
import { framed, joined, ours, type Shown, shown, shownJson } from '../../safety/door.ts'
import { findHotProject } from '../../workspace/hot-project.ts'
import { type KeptText, keptSlice, type StartingPoint } from '../../workspace/kept-slice.ts'
import { makeAnswer } from './make-answer.ts'
import type { RecoverRequest } from './recover-file.ts'
import { keyOf } from './slice-key.ts'

interface TypedRequest extends RecoverRequest {
  readonly json: boolean
}

/**
 * Answers `notes recover` in the time that bare node takes to start: with the slice that was kept, else with one made
 * for a project without a configuration. False for everything else, which the whole program answers.
 */
export function recoverAtOnce(
  host: StartingPoint & { readonly argv: readonly string[]; out(text: Shown): void },
  beforeLoading: () => void,
): boolean {
  const request = readWords(host.argv)
  const answer = request === undefined ? undefined : recoverHot(host, request, beforeLoading)
  if (answer === undefined) return false
  host.out(answer.slice !== undefined && request?.json ? sliceJson(answer.slice) : withLineEnd(answer.framed))
  return true
}

const withLineEnd = (text: Shown): Shown => joined([text, ours('\n')])

export const sliceText = ({ frame, text }: Slice): Shown => withLineEnd(framed(frame, text))

export const sliceJson = (slice: Slice): Shown =>
  shownJson(slice, { done: [slice.frame.open, slice.frame.close, slice.text] })

interface Answer {
  readonly framed: Shown
  /** Only when it was made now. */
  readonly slice?: Slice
}

/** A recovery as it was kept, or made now; undefined when the whole program has to say why not. */
export function recoverHot(
  start: StartingPoint,
  request: RecoverRequest & { readonly json?: boolean },
  beforeLoading: () => void,
): Answer | undefined {
  try {
    // What `--json` says besides the text is not kept.
    const kept = request.level === 1 && request.json !== true ? keptSlice(start, keyOf(request)) : undefined
    const again = kept === undefined ? undefined : framedAgain(kept)
    if (again !== undefined) return { framed: again }
    const project = findHotProject(start.cwd, start.env)
    if (project === undefined) return undefined
    beforeLoading()
    const slice = makeAnswer(project, request, start)
    return slice === undefined ? undefined : { framed: framed(slice.frame, slice.text), slice }
  } catch {
    return undefined
  }
}

/** Masked, framed and weighed as if it were made now; undefined when it is over its budget. Name and text pass the door at once. */
function framedAgain({ name, text, factor, budget }: KeptText): Shown | undefined {
  const safe = shown(`${name}\n${text}`)
  const end = safe.indexOf('\n')
  const rest = ours(safe.slice(end + 1))
  // Weighing takes 0.2 ms: three characters a token are never far over.
  const fits = rest.length <= 3 * budget || estimateTokens(rest, factor) <= budget
  return fits ? framed(frameNamed(safe.slice(0, end), 1), rest) : undefined
}

/** `--json`, `--level N`, `--budget N` and `--query WORDS`; anything else is parsed by the whole program. */
function readWords([, ...words]: readonly string[]): TypedRequest | undefined {
  const said: { level?: 1 | 2 | 3; budget?: number; query?: string } = {}
  let json = false
  for (let at = 0; at < words.length; at++) {
    const word = words[at]
    const next = words[at + 1] ?? ''
    if (word === '--json') json = true
    else if (word === '--level' && (next === '1' || next === '2' || next === '3')) {
      said.level = next === '1' ? 1 : next === '2' ? 2 : 3
      at++
    } else if (word === '--budget' && /^[1-9]\d{0,6}$/.test(next) && Number(next) >= MIN_BUDGET) {
      said.budget = Number(next)
      at++
    } else if (word === '--query' && hasWord(next) && !next.startsWith('-')) {
      said.query = next
      at++
    } else return undefined
  }
  const { query, level = query === undefined ? 1 : 2 } = said
  return query !== undefined && level !== 2 ? undefined : { ...said, level, json }
}

/** A query without a word falls through, so that the whole program can report it. */
const hasWord = (query: string): boolean => /[a-z\d]/i.test(query) || /[\p{L}\p{N}\p{M}]/u.test(query)
