import { brokenHook, type Replay } from '../../hosts/claude/set-up/try-hooks.ts'
import type { Check, Diagnosis } from '../../hosts/doctor/check.ts'
import { diagnose, repair } from '../../hosts/doctor/doctor.ts'
import { estimateTokens } from '../../markdown/tokens.ts'
import { painter } from '../../safety/door.ts'
import { oneLine } from '../../safety/one-line.ts'
import { report } from '../print/output.ts'
import { type Context, defineCommand } from '../program/command.ts'

export const doctor = defineCommand({
  name: 'doctor',
  summary: 'Check hooks, and show what a session gets',
  details:
    'Looks at Node, folders, the notes file, its lock, pads, settings, the MCP server, and bd, br or ck if they are there.\n' +
    'Runs each installed hook with a recorded payload as the client does, and shows what the model would get, its size\n' +
    'and time. Real sessions are not disturbed: these runs have folders and a session of their own.',
  options: {
    fix: { kind: 'flag', does: 'repair what can be repaired without losing anything' },
    verbose: { kind: 'flag', short: 'v', does: 'show the whole text that a model would get' },
  },
  examples: [
    { line: 'notes doctor', does: 'what is in order and what is not' },
    { line: 'notes doctor -v', does: 'with everything a session gets' },
    { line: 'notes doctor --fix', does: 'install missing hooks, remove a lock that was left behind' },
  ],
  exits: { 0: 'all in order', 1: 'something is broken' },

  async run(context, { fix, verbose }) {
    const first = diagnose(context)
    const repaired = fix ? await repair(first) : []
    const found = repaired.length === 0 ? first : diagnose(context)
    const broken = [
      ...found.checks.filter(({ state }) => state === 'broken'),
      ...found.replays.filter(isBroken),
    ]
    report(context, {
      json: { ok: broken.length === 0, repaired, ...asJson(found) },
      lines: [
        ...repaired.map(name => `repaired  ${name}`),
        ...found.checks.flatMap(check => describe(check, context)),
        ...found.replays.flatMap(replay => describeReplay(replay, context, verbose)),
        '',
        broken.length === 0 ? 'All in order.' : `${broken.length} to repair.`,
      ],
    })
    return broken.length === 0 ? 0 : 1
  },
})

const isBroken = ({ problem }: Replay): boolean => problem !== undefined

const asJson = ({ checks, replays }: Diagnosis) => ({
  checks: checks.map(({ name, state, what, fix }) => ({ name, state, what, fix: fix?.say })),
  hooks: replays.map(replay => ({
    event: replay.event,
    state: isBroken(replay) ? 'broken' : 'ok',
    problem: replay.problem,
    fix: isBroken(replay) ? brokenHook(replay).fix : undefined,
    ms: Math.round(replay.ms),
    units: replay.stdout.length,
    tokens: replay.context === '' ? 0 : estimateTokens(replay.context),
    context: replay.context,
  })),
})

function describe({ name, state, what, fix }: Check, { host }: Context): readonly string[] {
  const { good, bad, strong, faint } = painter(host.color)
  const paint = state === 'ok' ? good : state === 'broken' ? bad : strong
  const first = `${paint(state.padEnd(WIDTH))}${name.padEnd(NAMES)}${oneLine(what, 300)}`
  return fix === undefined ? [first] : [first, `${' '.repeat(WIDTH)}${faint('fix:')} ${fix.say}`]
}

const WIDTH = 8
const NAMES = 18

function describeReplay(replay: Replay, { host }: Context, verbose: boolean): readonly string[] {
  const { good, bad, faint } = painter(host.color)
  const { event, problem, ms, stdout, context } = replay
  const mark = problem === undefined ? good('ok'.padEnd(WIDTH)) : bad('broken'.padEnd(WIDTH))
  const cost = context === '' ? 'nothing' : `${stdout.length} characters, ~${estimateTokens(context)} tokens`
  const head = `${mark}${event.padEnd(NAMES)}${problem ?? cost}, ${Math.round(ms)} ms`
  const lines = context === '' ? [] : context.split('\n')
  const shown = verbose ? lines : lines.slice(0, FIRST_LINES)
  const more = shown.length < lines.length ? [`… ${lines.length - shown.length} more lines, with -v`] : []
  const indent = ' '.repeat(WIDTH)
  const fix = problem === undefined ? [] : [`${indent}${faint('fix:')} ${brokenHook(replay).fix}`]
  return [
    head,
    ...fix,
    ...[...shown, ...more].map(line => `${indent}${faint(verbose ? line : oneLine(line, 100))}`),
  ]
}

const FIRST_LINES = 3
