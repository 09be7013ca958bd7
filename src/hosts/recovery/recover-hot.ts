import { MIN_BUDGET } from '../../recover/budgets.ts'
import { makeSlice, type Slice } from '../../recover/slice.ts'
import { framed, joined, ours, type Shown, shownJson } from '../../safety/door.ts'
import { findHotProject } from '../../workspace/hot-project.ts'
import {
  type KeptText,
  keepSlice,
  keptSlice,
  removeOldSlices,
  type Seen,
  type SliceKey,
  type StartingPoint,
  startSeeing,
} from '../../workspace/kept-slice.ts'
import { makeAnswer } from './make-answer.ts'
import type { RecoverRequest } from './recover-file.ts'

/** Put in by the build: another program may say something else of the same file. */
declare const NOTES_BUILD: string

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
  const slice = request === undefined ? undefined : recoverHot(host, request, beforeLoading)
  if (request === undefined || slice === undefined) return false
  host.out(request.json ? sliceJson(slice) : sliceText(slice))
  return true
}

export const sliceText = ({ frame, text }: Slice): Shown => joined([framed(frame, text), ours('\n')])

export const sliceJson = (slice: Slice): Shown =>
  shownJson(slice, { done: [slice.frame.open, slice.frame.close, slice.text] })

/** A recovery as it was kept, or made now; undefined when the whole program has to say why not. */
export function recoverHot(
  start: StartingPoint,
  request: RecoverRequest & { readonly json?: boolean },
  beforeLoading: () => void,
): Slice | undefined {
  try {
    // What `--json` says besides the text is not kept.
    const kept = request.level === 1 && request.json !== true ? keptSlice(start, keyOf(request)) : undefined
    if (kept !== undefined) return sliceOf(kept)
    const seen = startSeeing(start)
    const project = findHotProject(start.cwd, start.env)
    if (project === undefined) return undefined
    beforeLoading()
    const made = makeAnswer(project, request, start.env, seen)
    if (made !== undefined) keep(start, request, { ...made, factor: 1 }, seen)
    removeOldSlices(project.root)
    return made
  } catch {
    return undefined
  }
}

/** Keeps a level 1 for the next start in the same folder. */
export function keep(
  start: StartingPoint,
  request: RecoverRequest,
  { level, source, budget, text, factor }: Slice & { readonly factor: number },
  seen: Seen,
): void {
  if (level === 1 && budget !== null) keepSlice(start, keyOf(request), { source, factor, budget, text }, seen)
}

const keyOf = ({ budget }: RecoverRequest): SliceKey => `${NOTES_BUILD} ${budget ?? 'usual'}`

/** Masked, framed and weighed as if it were made now; undefined when it does not keep its budget. */
function sliceOf({ text, ...about }: KeptText): Slice | undefined {
  const slice = makeSlice({ level: 1, ...about }, text, { records: [], omitted: {} })
  return slice.tokens <= about.budget ? slice : undefined
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
