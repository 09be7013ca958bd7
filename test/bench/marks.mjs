// Counts how many of the facts that an agent must know reach level 1, in twenty invented projects with marked facts.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { estimateTokens } from '../../dist/index.js'

const fixtures = new URL('../fixtures/recovery/', import.meta.url)
const projects = JSON.parse(readFileSync(new URL('marks.json', fixtures), 'utf8'))

/** Tokens of a budget that are reserved for naming what is left out, and not spent on facts. */
const POINTER = 10

/** Does the text contain one of the phrases? */
const holds = (text, phrases) => phrases.some(phrase => text.toLowerCase().includes(phrase.toLowerCase()))

/** Returns the marks whose whole sentences fit into a budget, taking the most needed first. */
function fitting(text, marks, budget) {
  const order = ['next', 'state', 'blocker', 'decision', 'debt']
  const sentences = text.split(/\n|\||(?<=[.!?;]) /)
  let left = budget - POINTER
  return marks
    .toSorted((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind))
    .filter(({ says }) => {
      const costs = sentences
        .filter(sentence => holds(sentence, says))
        .map(sentence => estimateTokens(sentence) + 2)
      left -= Math.min(...costs)
      return left >= 0
    })
}

/**
 * For each budget, counts all marks, those that fit, those that arrive, and the projects in which something stale
 * arrives.
 */
export function measureMarks({ folder, notes }) {
  return [100, 250, 500].map(budget => {
    const sum = { budget, marks: 0, fit: 0, arrived: 0, fitArrived: 0, steps: 0, stale: 0 }
    for (const { file, marks, never } of projects) {
      const text = readFileSync(new URL(file, fixtures), 'utf8')
      const cwd = join(folder, file)
      mkdirSync(join(cwd, '.git'), { recursive: true })
      writeFileSync(join(cwd, 'NOTES.md'), text)
      const { stdout } = spawnSync(process.execPath, [notes, 'recover', '--budget', String(budget)], {
        cwd,
        encoding: 'utf8',
      })
      const arrives = ({ says }) => holds(stdout, says)
      const fit = fitting(text, marks, budget)
      // Lines that start with `Older` are not presented as current.
      const present = stdout
        .split('\n')
        .filter(line => !line.startsWith('Older'))
        .join('\n')
      sum.marks += marks.length
      sum.fit += fit.length
      sum.arrived += marks.filter(arrives).length
      sum.fitArrived += fit.filter(arrives).length
      sum.steps += marks.some(mark => mark.kind === 'next' && arrives(mark)) ? 1 : 0
      sum.stale += holds(present, never) ? 1 : 0
    }
    return { ...sum, projects: projects.length }
  })
}
