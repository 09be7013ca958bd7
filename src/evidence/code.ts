/** A file of code as text. What is found out about it is kept as long as this very object lives. */
export interface CodeFile {
  readonly text: string
}

export interface CodeProblem {
  readonly problem: 'missing' | 'outside' | 'unreadable' | 'too-large' | 'directory'
}

/** How this folder gets at code: it does no I/O itself. */
export interface CodeReader {
  /** `path` is relative to the project root, with slashes: `src/a.ts`. */
  read(path: string): CodeFile | CodeProblem
  /** An absolute path, or one below `~`, as a path in the project; without it such places are outside. */
  readonly toProject?: (path: string) => string | undefined
  /** Every file of the project, the same list each time; without it nothing is looked for outside of its own file. */
  readonly files?: () => readonly string[]
}
