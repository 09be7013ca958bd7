import type { Entry } from './entries.ts'
import type { Space } from './pad.ts'

/** A past version of a space; `cut` is the part of the write that did not fit. */
export interface Version {
  readonly space: Space
  readonly at: string | undefined
  readonly text: string
  readonly cut?: string
}

/** Every version of notes, plan and refs, oldest first. Refs are one per line. */
export function versionsOf(branch: readonly Entry[]): readonly Version[] {
  const versions: Version[] = []
  let cut: string | undefined
  for (const { change, at } of branch) {
    if (change?.key === 'cut') cut = change.text
    const version = versionOf(change, at)
    if (version === undefined) continue
    versions.push(cut === undefined ? version : { ...version, cut })
    cut = undefined
  }
  return versions
}

function versionOf(change: Entry['change'], at: string | undefined): Version | undefined {
  switch (change?.key) {
    case 'notes':
    case 'legacy':
      return { space: 'notes', at, text: change.text }
    case 'plan':
      return { space: 'plan', at, text: change.text }
    case 'refs':
      return { space: 'refs', at, text: change.refs.join('\n') }
  }
  return undefined
}
