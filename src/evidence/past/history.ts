/** A commit on the line of first parents that ends at HEAD. */
export interface Commit {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly at: number
}

/** A run of lines that one commit replaced by others; either side may be empty. */
export interface Hunk {
  /** The 1-based number of the first old line, or of the line after the insertion. */
  readonly from: number
  readonly old: readonly string[]
  readonly to: number
  readonly new: readonly string[]
}

/** The change to one file in a commit. Without `from` the file was added, without `to` it was removed. */
export interface FilePatch {
  readonly from?: string
  readonly to?: string
  readonly hunks: readonly Hunk[]
}

export interface CommitPatch {
  readonly commit: string
  readonly files: readonly FilePatch[]
}

/** A file as it was in a commit; `path` is relative to the project root. */
export interface PastFile {
  readonly commit: string
  readonly path: string
}

/** The past of the project's code. This folder does no I/O itself: `git/history.ts` asks git. */
export interface CodeHistory {
  /** Returns the commits from the last one before `since` to HEAD, oldest first. Empty without git or commits. */
  commits(since: number): readonly Commit[]
  /** The text of each file; undefined when the commit does not have the file. */
  textsAt(files: readonly PastFile[]): readonly (string | undefined)[]
  /** The changes to these files in the commits after `commit`, oldest first. */
  patchesSince(commit: string, paths: readonly string[]): readonly CommitPatch[]
  /** Every change in these commits. */
  patchesOf(commits: readonly string[]): readonly CommitPatch[]
  /** Maps today's names of files that were renamed since a commit to their names at that commit. */
  renamesSince(commit: string): ReadonlyMap<string, string>
  /** May an answer be empty only because a time limit was reached or git failed? */
  readonly isCut: boolean
}
