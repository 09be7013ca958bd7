/** The option of every command that writes. */
export const dryRun = { kind: 'flag', does: 'show the difference, and write nothing' } as const
