import type { Command } from './command.ts'

/** What `notes --help` says after the list of commands. */
export const helpForAll = `Start with \`notes init\`. \`notes COMMAND --help\` has examples.

Exit codes:
  0  fine
  1  found something, or not found what was asked for
  2  cannot run`

/** What `notes COMMAND --help` says after the options. */
export function helpAfter({ examples, exits }: Command): string {
  const width = Math.max(...examples.map(({ line }) => line.length))
  return [
    'Examples:',
    ...examples.map(({ line, does }) => `  ${line.padEnd(width)}  ${does}`),
    '',
    'Exit codes:',
    ...exitLines(exits).map(([code, meaning]) => `  ${code}  ${meaning}`),
  ].join('\n')
}

/** The exit codes of a command with their meaning; 2 is the same everywhere. */
export function exitLines(exits: Command['exits']): readonly (readonly [code: string, meaning: string])[] {
  return [
    ['0', exits[0]],
    ...(exits[1] === undefined ? [] : ([['1', exits[1]]] as const)),
    ['2', 'cannot run'],
  ]
}
