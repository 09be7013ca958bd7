import type { Context } from './context.ts'

/** Placeholder until the journal is there. */
export function rememberChange(
  _context: Context,
  _command: string,
  _files: readonly { path: string; before: string; after: string }[],
): void {}
