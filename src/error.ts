/** A stretch of a text: UTF-16 offsets, `end` not included. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Every reason for which the tool stops. `cli.ts` turns it into an exit code; nothing else does. */
export type ErrorCode =
  | 'usage' // the command line makes no sense
  | 'not-found' // what was asked for is not there
  | 'ambiguous' // it is there more than once
  | 'conflict' // somebody changed the same place
  | 'unreadable' // a file that cannot be opened
  | 'not-text' // binary, or not UTF-8
  | 'damaged' // unclosed construct, conflict markers
  | 'config' // notes.config.json is wrong
  | 'outside' // a path that leaves the project root
  | 'locked' // another live process holds the file
  | 'not-written' // disk full, folder read-only

/** What is wrong (`message`), where (`span`, `path`), and the command or edit that repairs it (`hint`). */
export class NotesError extends Error {
  override readonly name = 'NotesError'
  readonly code: ErrorCode
  readonly hint: string
  readonly path: string | undefined
  readonly span: Span | undefined

  constructor(
    code: ErrorCode,
    message: string,
    hint: string,
    where: { path?: string | undefined; span?: Span | undefined; cause?: unknown } = {},
  ) {
    super(message, where.cause === undefined ? undefined : { cause: where.cause })
    this.code = code
    this.hint = hint
    this.path = where.path
    this.span = where.span
  }
}

/** The same error, of a file: what works on a text does not know where that came from. */
export function withPath(error: unknown, path: string): unknown {
  if (!(error instanceof NotesError) || error.path !== undefined) return error
  const { code, message, hint, span } = error
  return new NotesError(code, message, hint, { path, span, cause: error })
}
