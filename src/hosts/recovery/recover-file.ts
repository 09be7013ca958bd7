import { NotesError } from '../../error.ts'
import { isNotesFile } from '../../protocol/notes-file.ts'
import { type RecoverOptions, recover, type Slice } from '../../recover/recover.ts'
import { askCk } from '../../workspace/ask-ck.ts'
import type { Seen } from '../../workspace/keep-slice.ts'
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

/** Recovers from a notes file; throws where there is nothing to read. */
export function recoverFile({ root, file, ...request }: FileRequest, env: Environment, seen?: Seen): Slice {
  const options = { ...request, code: watchedCode(root, path => seen?.code(root, path)) }
  const { text } = readText(file)
  assertNotesFile(file, text)
  if (request.level !== 2 || request.query === undefined) return recover(text, options)
  const hits = askCk({ file, root, query: request.query, env })
  return recover(text, hits === undefined ? options : { ...options, others: { name: 'ck', hits } })
}

/** A configuration can name any file of the project; only a notes file is quoted. */
function assertNotesFile(file: string, text: string): void {
  if (isNotesFile(file, text)) return
  throw new NotesError(
    'unreadable',
    'This is not a notes file: none of its headings is one of a notes file',
    'Name the notes file with --file, or start one with `notes init`',
    { path: file },
  )
}
