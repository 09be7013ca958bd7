import { budgetCorners } from './budget.ts'
import { contextCorners } from './context.ts'
import type { Corners } from './corner.ts'
import { decisionCorners } from './decisions.ts'
import { evidenceCorners } from './evidence.ts'
import { historyCorners } from './history.ts'
import { pathCorners } from './paths.ts'
import { structureCorners } from './structure.ts'
import { tableCorners } from './tables.ts'
import { workCorners } from './work.ts'

/** Edge cases of each rule that would make its page longer, but no clearer. */
export const corners: Corners = {
  ...structureCorners,
  ...contextCorners,
  ...pathCorners,
  ...decisionCorners,
  ...evidenceCorners,
  ...tableCorners,
  ...workCorners,
  ...historyCorners,
  ...budgetCorners,
}
