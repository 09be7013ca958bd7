import { recover, type Slice } from '../recover/recover.ts'
import { askCk } from '../workspace/ask-ck.ts'
import { readAscii } from '../workspace/read-large.ts'
import { readText } from '../workspace/read-text.ts'
import type { RecoverRequest } from './recover-project.ts'
import { watched } from './slow-marks.ts'

export interface PlainRequest extends RecoverRequest {
  readonly root: string
  readonly file: string
  readonly source: string
}

/**
 * Any level of a project without a configuration, when it takes more than a glance; throws where there is nothing to
 * read. `onRead` hears of the code that is compared.
 */
export function recoverPlain(
  { root, file, ...request }: PlainRequest,
  env: Readonly<Record<string, string | undefined>>,
  onRead: (path: string) => void,
): Slice {
  const options = { ...request, code: watched(root, onRead) }
  const text = readAscii(file) ?? readText(file).text
  if (request.level !== 2 || request.query === undefined) return recover(text, options)
  const hits = askCk({ file, root, query: request.query, env })
  return recover(text, hits === undefined ? options : { ...options, others: { name: 'ck', hits } })
}
