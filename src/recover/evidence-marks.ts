import { checkEvidence } from '../evidence/check.ts'
import type { CodeReader } from '../evidence/code.ts'
import type { Claim, EvidenceCheck } from '../evidence/states.ts'
import { readEvidence } from '../notes/text/evidence.ts'
import type { Item } from './levels/item.ts'

export type Mark = 'moved' | 'changed' | 'ambiguous' | 'missing' | 'outside'

/** Which of several findings is told: the one that takes most of the decision's ground away. */
const GRAVITY: readonly Mark[] = ['moved', 'ambiguous', 'outside', 'changed', 'missing']

/** Files of code that a recovery looks at, and how much it compares quotes with; what is beyond is left unmarked. */
const MOST_FILES = 12
const MOST_COMPARED = 8 * 1024 * 1024

export type MarkOf = (item: Pick<Item, 'claims' | 'evidence'>) => Mark | undefined

/** Compares what an item quotes with the code: the gravest state that is not as it should be. */
export function evidenceMarks(code: CodeReader): MarkOf {
  const bounded = boundedReader(code)
  return ({ claims, evidence = [] }) => {
    const source = evidence.map(line => `- ${line}\n`).join('')
    const all = claims?.() ?? readEvidence(source, { start: 0, end: source.length })
    const marks = all.map(claim => markOf(claim, bounded))
    return GRAVITY.findLast(mark => marks.includes(mark))
  }
}

function markOf(claim: Claim, code: CodeReader): Mark | undefined {
  // A place without quote, or a quote without place, claims too little to be wrong; lint says so.
  if (claim.quote === undefined || claim.locator === undefined) return undefined
  const check = checkEvidence(claim, code)
  return isUnknown(check) || check.state === 'ok' || check.state === 'external' ? undefined : check.state
}

/** Not read is not the same as not there. */
const isUnknown = (check: EvidenceCheck): boolean =>
  check.state === 'missing' && check.what === 'file' && check.problem === 'too-large'

function boundedReader(code: CodeReader): CodeReader {
  const paths = new Set<string>()
  let compared = 0
  return {
    ...code,
    read: path => {
      const isBeyond = compared > MOST_COMPARED || (paths.size >= MOST_FILES && !paths.has(path))
      if (isBeyond) return { problem: 'too-large' }
      paths.add(path)
      const file = code.read(path)
      // A thousand quotes from one file are compared with it a thousand times.
      if ('text' in file) compared += file.text.length
      return file
    },
  }
}
