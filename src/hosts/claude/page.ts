import { hookEvents } from './events.ts'

/** The table of `protocols/claude.md`. */
export const eventTable = (): string =>
  [
    '| Event | What `notes` does |',
    '|-------|-------------------|',
    ...hookEvents.map(({ name, matcher, does }) => {
      const tools = matcher === undefined ? '' : ` (${matcher.split('|').join(', ')})`
      return `| ${name}${tools} | ${does} |`
    }),
    '',
  ].join('\n')
