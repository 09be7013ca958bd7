import { padBlock } from './block.ts'
import { forkCommands } from './fork.ts'
import { padHistory } from './history.ts'
import { transferCommands } from './import.ts'
import { padPlan } from './plan.ts'
import { padPromote } from './promote.ts'
import { padRef } from './ref.ts'
import { replaceCommands } from './replace.ts'
import { sessionsCommands } from './sessions.ts'
import { padShow } from './show.ts'
import { writeCommands } from './write.ts'

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
  padPromote,
]
