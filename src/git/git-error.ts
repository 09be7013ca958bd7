import { NotesError } from '../error.ts'

/** Turns git's message into an error. */
export function gitError(top: string, problem: string): NotesError {
  return problem.includes('dubious ownership')
    ? new NotesError(
        'unreadable',
        `git does not trust the repository in ${top}: it belongs to another user`,
        `If you trust it: \`git config --global --add safe.directory ${top}\``,
      )
    : new NotesError(
        'unreadable',
        `git failed: ${problem || 'it does not say why'}`,
        'Run this inside a git repository, with git installed',
      )
}
