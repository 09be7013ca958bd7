import { type RecoverOptions, recover, type Slice } from '../../recover/recover.ts'
import { askCk } from '../../workspace/ask-ck.ts'
import { readText } from '../../workspace/read-text.ts'
import type { Environment } from '../setup.ts'
import { watchedCode } from './slow-marks.ts'

export interface RecoverRequest {
  readonly level: 1 | 2 | 3
  readonly query?: string
  readonly budget?: number
}

/** What is wanted of which file; without settings, the defaults of the configuration hold. */
export interface FileRequest extends Omit<RecoverOptions, 'code' | 'others'> {
  readonly root: string
  readonly file: string
}

/** Recovers from a notes file; throws where there is nothing to read. `onRead` hears of the code that is compared. */
export function recoverFile(
  { root, file, ...request }: FileRequest,
  env: Environment,
  onRead: (path: string) => void = () => {},
): Slice {
  const options = { ...request, code: watchedCode(root, onRead) }
  const { text } = readText(file)
  if (request.level !== 2 || request.query === undefined) return recover(text, options)
  const hits = askCk({ file, root, query: request.query, env })
  return recover(text, hits === undefined ? options : { ...options, others: { name: 'ck', hits } })
}
