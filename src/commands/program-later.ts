import type { Command as Program } from 'commander'

const unfinished = new WeakMap<Program, () => void>()

/**
 * Puts off what only the typed command needs: with 32 commands of 10 options each, all of them built at once,
 * `notes --help` ran 13 ms from its first line on, and 6 ms like this (Node 20, nothing compiled yet).
 */
export function completeLater(program: Program, finish: () => void): void {
  unfinished.set(program, finish)
}

/** The same program with its options and, for a group, its commands. */
export function complete(program: Program): Program {
  const finish = unfinished.get(program)
  unfinished.delete(program)
  finish?.()
  return program
}
