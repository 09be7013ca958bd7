import { hookEvents } from './events.ts'

/** The table of `protocols/claude.md`. */
export const eventTable = (): string =>
  [
    '| Event | What `notes` does |',
    '|-------|-------------------|',
    ...hookEvents.map(({ name, tools, does }) => {
      const which = tools === undefined ? '' : ` (${tools})`
      return `| ${name}${which} | ${does} |`
    }),
    '',
  ].join('\n')
