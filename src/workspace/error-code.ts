/** The system's name for a failure: `ENOENT`, `EEXIST`; undefined for errors that are not the system's. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
