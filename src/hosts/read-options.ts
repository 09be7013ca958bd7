import type { Config } from '../config/fields.ts'
import type { ReadOptions } from '../protocol/notes.ts'
import type { ProfileName } from '../protocol/profile.ts'

/** Derives the options for reading notes from a configuration. */
export function readOptionsOf({ profile, beads, debt }: Config): ReadOptions {
  return {
    ...(profile === 'auto' ? {} : { profile: profile as ProfileName }),
    conventions: { beadPrefixes: beads.prefixes, debtIds: debt.idTemplates },
  }
}
