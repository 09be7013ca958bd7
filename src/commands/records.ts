/** All commands on records, which only one of them being typed, or help, needs: one file in dist/. */
export { checkpoint } from './checkpoint.ts'
export { blockerCommands } from './records/blocker.ts'
export { contextSet } from './records/context.ts'
export { debtCommands } from './records/debt.ts'
export { decisionCommands } from './records/decision.ts'
export { learningCommands, logCommands } from './records/log.ts'
export { referenceCommands } from './records/reference.ts'
export { goalCommands, questionCommands } from './records/task.ts'
