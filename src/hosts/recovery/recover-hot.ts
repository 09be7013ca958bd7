import { BUDGETS, LEAST_BUDGET } from '../../recover/budgets.ts'
import { findHotProject, type HotProject } from '../../workspace/hot-project.ts'
import { keepSlice, keptSlice } from '../../workspace/kept-slice.ts'
import type { Environment } from '../setup.ts'
import { makeAnswer } from './make-answer.ts'
import type { RecoverRequest } from './recover-file.ts'

/** Put in by the build: another program may say something else of the same file. */
declare const NOTES_BUILD: string

/** What a slice is printed as: for people and agents, as data, or as the answer to a hook. */
export type HotForm = 'text' | 'json' | 'hook'

export interface HotRequest extends RecoverRequest {
  readonly form: HotForm
}

/**
 * Answers `notes recover` in the time that bare node takes to start, in a project without a configuration. False for
 * everything else, which the whole program answers. `beforeLoading` is called before a bundle is loaded.
 */
export function recoverAtOnce(
  host: {
    readonly argv: readonly string[]
    readonly cwd: string
    readonly env: Environment
    out(text: string): void
  },
  beforeLoading: () => void,
): boolean {
  const request = readWords(host.argv)
  const project = request === undefined ? undefined : findHotProject(host.cwd, host.env)
  if (request === undefined || project === undefined) return false
  const text = recoverHot(project, request, host.env, beforeLoading)
  if (text === undefined) return false
  host.out(text)
  return true
}

/** A recovery as it was kept, or made now; undefined when the whole program has to say why not. Level 1 is kept. */
export function recoverHot(
  project: HotProject,
  request: HotRequest,
  env: Environment,
  beforeLoading: () => void,
): string | undefined {
  const { form, level, budget = BUDGETS[1] } = request
  const slot = { form, key: `${NOTES_BUILD} ${budget}` }
  try {
    const kept = level === 1 ? keptSlice(project, slot) : undefined
    if (kept !== undefined) return kept
    beforeLoading()
    const made = makeAnswer(project, request, env)
    if (made !== undefined && level === 1) keepSlice(project, slot, made)
    return made?.text
  } catch {
    return undefined
  }
}

/** `--json`, `--level N`, `--budget N` and `--query WORDS`; anything else is parsed by the whole program. */
function readWords([, ...words]: readonly string[]): HotRequest | undefined {
  const said: { level?: 1 | 2 | 3; budget?: number; query?: string } = {}
  let form: HotForm = 'text'
  for (let at = 0; at < words.length; at++) {
    const word = words[at]
    const next = words[at + 1] ?? ''
    if (word === '--json') form = 'json'
    else if (word === '--level' && (next === '1' || next === '2' || next === '3')) {
      said.level = next === '1' ? 1 : next === '2' ? 2 : 3
      at++
    } else if (word === '--budget' && /^[1-9]\d{0,6}$/.test(next) && Number(next) >= LEAST_BUDGET) {
      said.budget = Number(next)
      at++
    } else if (word === '--query' && hasWord(next) && !next.startsWith('-')) {
      said.query = next
      at++
    } else return undefined
  }
  const { query, level = query === undefined ? 1 : 2 } = said
  return query !== undefined && level !== 2 ? undefined : { ...said, level, form }
}

/** Of a query without one, the whole program says what is wrong. */
const hasWord = (query: string): boolean => /[a-z\d]/i.test(query) || /[\p{L}\p{N}\p{M}]/u.test(query)
