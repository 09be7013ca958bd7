/** One entry of a session's log. `line` says where it is, for messages. */
export interface StoredLine {
  readonly line: number
  readonly value: unknown
}

/** Something in a log that could not be read, and was passed over. */
export interface Problem {
  readonly line: number
  readonly what: string
  readonly path?: string
}

/** What a log says: all of it (`whole`), or what came since a cursor. */
export interface LogPart {
  readonly lines: readonly StoredLine[]
  readonly problems: readonly Problem[]
  readonly whole: boolean
  /** Means something to the store alone. */
  readonly cursor: string
}

export interface SessionInfo {
  readonly id: string
  /** When something was last added, in milliseconds. */
  readonly changed: number
  readonly bytes: number
  readonly archived: boolean
}

/**
 * Where sessions are kept. One is a list of JSON objects that only grows; a file, a table of a database and an
 * array can all be that.
 */
export interface SessionStore {
  /** The log of a session, or what came since `after`; empty for a session that there is not. */
  read(id: string, after?: string): Promise<LogPart>
  /**
   * Adds what `plan` makes of what came since `after`, and returns what was added. Nobody else adds in between:
   * by a lock, a transaction, or by asking again with what came meanwhile. What it returned for is kept for good;
   * when it rejects, nothing was added.
   */
  append(id: string, after: string | undefined, plan: (fresh: LogPart) => readonly object[]): Promise<LogPart>
  list(): Promise<readonly SessionInfo[]>
  /**
   * Puts a session away, still to be read; false when there is none, or something was added to it after `since`
   * (milliseconds). Adding to it brings it back.
   */
  archive(id: string, since?: number): Promise<boolean>
}
