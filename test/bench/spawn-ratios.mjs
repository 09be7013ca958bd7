import { spawnSync } from 'node:child_process'
import { performance } from 'node:perf_hooks'

const median = numbers => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]

/**
 * The environment without NODE_EXTRA_CA_CERTS: Node 20 parses all certificates of that file at start, which would add
 * 28 ms to the baseline.
 */
const environment = () => {
  const { NODE_EXTRA_CA_CERTS, ...env } = process.env
  return env
}

/**
 * Times commands against the first of them, in one interleaved run: a round runs each once, so that whatever else the
 * machine does slows all of them alike. Returns the ratio of the minima and the median of the ratios within a round.
 * The `prepare` of a command is called before each of its runs, and is not timed.
 */
export function spawnRatios(commands, rounds) {
  const times = new Map(commands.map(command => [command, []]))
  for (let round = -2; round < rounds; round++)
    for (const command of commands) {
      command.prepare?.()
      const start = performance.now()
      const { status, stderr } = spawnSync(process.execPath, command.args, {
        cwd: command.cwd,
        env: { ...environment(), ...command.env },
        input: command.input ?? '',
        encoding: 'utf8',
        maxBuffer: 2 ** 28,
      })
      const time = performance.now() - start
      if (status !== 0) throw new Error(`${command.args.join(' ')} ended with ${status}\n${stderr}`)
      if (round >= 0) times.get(command).push(time) // the first two rounds fill the file cache
    }
  const base = times.get(commands[0])
  return commands.map(command => {
    const own = times.get(command)
    return {
      command,
      minimum: Math.min(...own) / Math.min(...base),
      median: median(own.map((time, round) => time / base[round])),
      milliseconds: Math.min(...own),
    }
  })
}
