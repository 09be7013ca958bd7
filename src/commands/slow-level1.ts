import { recover, type Slice } from '../recover/recover.ts'
import { readText } from '../workspace/read-text.ts'
import { watched } from './slow-marks.ts'

export interface Level1Request {
  readonly root: string
  readonly file: string
  readonly source: string
  readonly budget: number
}

/** Level 1 of a file that takes more than a glance; throws where there is nothing to read. */
export function slowLevel1(
  { root, file, source, budget }: Level1Request,
  onRead: (path: string) => void,
): Slice {
  return recover(readText(file).text, { level: 1, source, budget, code: watched(root, onRead) })
}
