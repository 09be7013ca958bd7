import { type Injected, type SessionStats, sessionStats } from '../../project/stats.ts'
import { painter } from '../../safety/door.ts'
import { columns, type Line, report } from '../print/output.ts'
import { defineCommand } from '../program/command.ts'

export const stats = defineCommand({
  name: 'stats',
  summary: 'Show what the notes cost, and how sessions use them',
  details:
    'For each session: tokens that hooks put into its context, by event; how often it ran recover or search, and how\n' +
    'often a query found something; records it wrote; pad lines and cards that became records. Source: pads and a log in the\n' +
    "user's state folder. Nothing leaves the machine.",
  options: { session: { kind: 'text', value: 'id', does: 'only this session' } },
  setup: ['notes pad write "Root cause: timezone mismatch" --session review-42'],
  examples: [
    { line: 'notes stats', does: 'all sessions of this project, newest first' },
    { line: 'notes stats --json', does: 'the same, as JSON' },
  ],
  exits: { 0: 'printed, even if there are none' },

  async run(context, { session }): Promise<0> {
    const found = (await sessionStats(context)).filter(
      one => session === undefined || one.session === session,
    )
    report(context, {
      json: { sessions: found, total: totalOf(found) },
      lines:
        found.length === 0
          ? ['No session has used the notes yet. `notes init --claude` sets up Claude Code to use them.']
          : describe(found, context.host.color),
    })
    return 0
  },
})

function totalOf(all: readonly SessionStats[]) {
  const sum = (figure: (stats: SessionStats) => number): number =>
    all.reduce((total, stats) => total + figure(stats), 0)
  return {
    sessions: all.length,
    tokens: sum(({ tokens }) => tokens),
    asked: sum(({ asked }) => asked),
    foundAgain: sum(({ foundAgain }) => foundAgain),
    wrote: sum(writtenBy),
    promoted: sum(({ promoted }) => promoted),
  }
}

const writtenBy = ({ wrote }: SessionStats): number =>
  Object.values(wrote).reduce((sum, count) => sum + count, 0)

const HEAD = ['session', 'last', 'tokens', 'compacted', 'asked', 'found', 'wrote', 'promoted']

function describe(all: readonly SessionStats[], color: boolean): readonly Line[] {
  const { strong, faint } = painter(color)
  const rows = all.map(one => [
    one.session,
    one.to.slice(0, 16).replace('T', ' '),
    ...[one.tokens, one.compactions, one.asked, one.foundAgain, writtenBy(one), one.promoted].map(String),
  ])
  const total = totalOf(all)
  const sums = ['total', '', total.tokens, '', total.asked, total.foundAgain, total.wrote, total.promoted]
  const events = Object.entries(byEvent(all)).map(([event, { times, tokens }]) => [
    `  ${event}`,
    `${times} times`,
    `${tokens} tokens`,
    faint(`~${Math.round(tokens / times)} each`),
  ])
  return [
    ...columns([HEAD, ...rows, ...(all.length > 1 ? [sums.map(String)] : [])]),
    ...(events.length === 0 ? [] : ['', strong('Put into context'), ...columns(events)]),
  ]
}

function byEvent(all: readonly SessionStats[]): SessionStats['injected'] {
  const sums: Record<string, Injected> = {}
  for (const { injected } of all)
    for (const [event, { times, tokens }] of Object.entries(injected)) {
      const before = sums[event] ?? { times: 0, tokens: 0 }
      sums[event] = { times: before.times + times, tokens: before.tokens + tokens }
    }
  return sums
}
