import type { CodeFile, CodeProblem, CodeReader } from '../../src/evidence/code.ts'
import type { Claim } from '../../src/evidence/states.ts'
import { parseLocator } from '../../src/notes/text/locator.ts'

/** A project in memory: its files by path. */
export function project(files: Readonly<Record<string, string | CodeProblem>>): CodeReader {
  const read = new Map(
    Object.entries(files).map(([path, file]): [string, CodeFile | CodeProblem] => [
      path,
      typeof file === 'string' ? { text: file } : file,
    ]),
  )
  const names = [...read.keys()]
  return { read: path => read.get(path) ?? { problem: 'missing' }, files: () => names }
}

/** Returns the claim that a quote is at a place such as `src/a.ts:3`, in any form of a locator. */
export function claim(quote: string | undefined, place: string | undefined): Claim {
  return { quote, locator: place === undefined ? undefined : parseLocator(place) }
}

export const lineRange = (from: number, to = from) => ({ from, to })
