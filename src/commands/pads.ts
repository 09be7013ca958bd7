/** All commands on pads, loaded when one of them, or help, is asked for: one file in dist/. */
export { cardCommands } from './card/commands.ts'
export { gc } from './gc.ts'
export { padCommands } from './pad/commands.ts'
