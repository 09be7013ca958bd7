import { type BeadItem, type ItemOptions, type Items, itemsOf } from '../../beads/item.ts'
import type { Intent } from '../../change/intent.ts'
import { DEFAULT_FILE } from '../../files/project-root.ts'
import { pathBelow } from '../../files/real-path.ts'
import { handleOf } from '../../notes/handle.ts'
import type { Linkable } from '../../notes/kinds.ts'
import type { Notes } from '../../notes/notes.ts'
import { changeProject } from '../change.ts'
import type { OpenProject } from '../open.ts'

/** All records of the project's notes that can become beads. */
export const projectItems = (open: OpenProject, notes: Notes): Items => itemsOf(notes, itemOptions(open))

/** Identifies the notes file by its path in the project: refs must not depend on how the caller spelled it. */
function itemOptions({ project, config }: OpenProject): ItemOptions {
  const path = pathBelow(project.root, project.file)
  return {
    path,
    isSecond: ![DEFAULT_FILE.replaceAll('\\', '/'), 'NOTES.md', config.values.file].includes(path),
  }
}

interface LinkRequest {
  readonly command: string
  readonly dryRun: boolean
  readonly kind: Linkable
  readonly idOf: (item: BeadItem) => string | undefined
  readonly allowSecret?: string | undefined
}

/** Writes the ids of beads to records that have none. */
export async function linkBeads(open: OpenProject, request: LinkRequest): Promise<void> {
  const { kind, idOf, ...change } = request
  const where = open.config.values.beads.idIn
  if (where === 'none') return
  const intents = (notes: Notes): readonly Intent[] => {
    const links = projectItems(open, notes).items.flatMap(item => {
      const bead = item.record.kind === kind && item.record.bead === undefined ? idOf(item) : undefined
      return bead === undefined ? [] : [{ which: handleOf(notes, item.record), bead }]
    })
    return links.length === 0 ? [] : [{ do: 'link', kind, where, links }]
  }
  await changeProject(open, { ...change, intents })
}
