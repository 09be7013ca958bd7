import type { Config } from '../config/fields.ts'
import type { ReadOptions } from '../protocol/notes.ts'
import type { ProfileName } from '../protocol/profile.ts'

/** How a configuration wants notes to be read. */
export function readOptionsOf({ profile, beads, debt }: Config): ReadOptions {
  return {
    ...(profile === 'auto' ? {} : { profile: profile as ProfileName }),
    conventions: { beadPrefixes: beads.prefixes, debtIds: debt.idTemplates },
  }
}
