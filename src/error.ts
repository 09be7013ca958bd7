/** A range of text in UTF-16 offsets; `end` is exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Every reason for the tool to stop. `terminal/program/errors.ts` maps it to an exit code. */
export type ErrorCode =
  | 'usage' // invalid command line
  | 'not-found' // the requested item does not exist
  | 'ambiguous' // several items match the request
  | 'conflict' // the same place was changed meanwhile
  | 'unreadable' // a file that cannot be opened
  | 'not-text' // binary, or not UTF-8
  | 'damaged' // unclosed construct, conflict markers
  | 'config' // notes.config.json is invalid
  | 'outside' // a path that leaves the project root
  | 'locked' // another live process holds the file
  | 'not-written' // disk full, folder read-only

/** The problem (`message`), its location (`span`, `path`), and the command or edit that fixes it (`hint`). */
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

/** The error for a command line or tool input that cannot be understood. */
export function usage(message: string, hint: string): NotesError {
  return new NotesError('usage', message, hint)
}

/** Rewords an error with what only the caller knows. Errors of other types are returned as they are. */
export function reworded(
  error: unknown,
  words: (error: NotesError) => Partial<Pick<NotesError, 'message' | 'hint' | 'path'>>,
): unknown {
  if (!(error instanceof NotesError)) return error
  const { message = error.message, hint = error.hint, path = error.path } = words(error)
  return new NotesError(error.code, message, hint, { path, span: error.span, cause: error })
}

/** Adds a path to an error from code that does not know which file its text came from. */
export function withPath(error: unknown, path: string): unknown {
  if (error instanceof NotesError && error.path !== undefined) return error
  return reworded(error, () => ({ path }))
}

/** The code of a system error, such as `ENOENT` or `EEXIST`; undefined for any other error. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** The message of whatever was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
