import { checkEvidence } from '../evidence/check.ts'
import type { CodeReader } from '../evidence/code.ts'
import type { Claim, EvidenceCheck } from '../evidence/states.ts'
import type { Item } from './levels/item.ts'

export type Mark = 'moved' | 'changed' | 'ambiguous' | 'missing' | 'outside'

/** Ranks marks by severity, least severe first. Only the most severe one is shown. */
const GRAVITY: readonly Mark[] = ['moved', 'ambiguous', 'outside', 'changed', 'missing']

/** Limits for reading code and for comparing quotes with it. Anything beyond is left unmarked. */
const MAX_FILES = 12
const MAX_COMPARED = 8 * 1024 * 1024

export type MarkOf = (item: Pick<Item, 'claims'>) => Mark | undefined

/** Compares the quotes of an item with the code. Returns the most severe mark, if any. */
export function evidenceMarks(code: CodeReader): MarkOf {
  const bounded = boundedReader(code)
  return ({ claims }) => {
    const marks = (claims?.() ?? []).map(claim => markOf(claim, bounded))
    return GRAVITY.findLast(mark => marks.includes(mark))
  }
}

function markOf(claim: Claim, code: CodeReader): Mark | undefined {
  // A place without a quote, or the reverse, claims too little to be wrong. Lint reports it.
  if (claim.quote === undefined || claim.locator === undefined) return undefined
  const check = checkEvidence(claim, code)
  const { state } = check
  return isUnknown(check) || state === 'ok' || state === 'external' || state === 'unquoted'
    ? undefined
    : state
}

/** Distinguishes a file that was not read from one that does not exist. */
const isUnknown = (check: EvidenceCheck): boolean =>
  check.state === 'missing' && check.what === 'file' && check.problem === 'too-large'

function boundedReader(code: CodeReader): CodeReader {
  const paths = new Set<string>()
  let compared = 0
  return {
    ...code,
    read: path => {
      const isBeyond = compared > MAX_COMPARED || (paths.size >= MAX_FILES && !paths.has(path))
      if (isBeyond) return { problem: 'too-large' }
      paths.add(path)
      const file = code.read(path)
      // Counts every comparison: a thousand quotes from one file are compared with it a thousand times.
      if ('text' in file) compared += file.text.length
      return file
    },
  }
}
