/** The text of a code file. Derived data is cached for as long as this object lives. */
export interface CodeFile {
  readonly text: string
}

export interface CodeProblem {
  readonly problem: 'missing' | 'outside' | 'unreadable' | 'too-large' | 'directory'
}

/** Access to code: this folder does no I/O itself. */
export interface CodeReader {
  /** Reads a file. `path` is relative to the project root, with `/`: `src/a.ts`. */
  read(path: string): CodeFile | CodeProblem
  /** Converts an absolute path, or one below `~`, to a project path. Without it such paths count as outside. */
  readonly toProject?: (path: string) => string | undefined
  /**
   * Lists every file of the project, the same array each time. Without it quotes are searched only in their own file.
   */
  readonly files?: () => readonly string[]
}
