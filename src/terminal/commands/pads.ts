import { transferCommands } from './pad/import.ts'
import { padPromote } from './pad/promote.ts'
import { sessionsCommands } from './pad/sessions.ts'
import { padBlock, padHistory, padReport, padShow } from './pad/show.ts'
import { writeCommands } from './pad/write.ts'

/** All commands on pads: one file in dist/, loaded when one of them or its help is needed. */
export { cardCommands } from './card.ts'
export { gc } from './gc.ts'

export const padCommands = [
  padShow,
  ...writeCommands,
  padBlock,
  padHistory,
  ...sessionsCommands,
  ...transferCommands,
  padReport,
  padPromote,
]
