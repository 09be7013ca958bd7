import { padBlock } from './pad/block.ts'
import { forkCommands } from './pad/fork.ts'
import { padHistory } from './pad/history.ts'
import { transferCommands } from './pad/import.ts'
import { padPlan } from './pad/plan.ts'
import { padPromote } from './pad/promote.ts'
import { padRef } from './pad/ref.ts'
import { replaceCommands } from './pad/replace.ts'
import { padReport } from './pad/report.ts'
import { sessionsCommands } from './pad/sessions.ts'
import { padShow } from './pad/show.ts'
import { writeCommands } from './pad/write.ts'

/** All commands on pads: one file in dist/, loaded when one of them or its help is needed. */
export { cardCommands } from './card/commands.ts'
export { gc } from './gc.ts'

export const padCommands = [
  padShow,
  ...writeCommands,
  ...replaceCommands,
  padPlan,
  padRef,
  padBlock,
  padHistory,
  ...sessionsCommands,
  ...forkCommands,
  ...transferCommands,
  padReport,
  padPromote,
]
