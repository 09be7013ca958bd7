// 20 processes that make 20 different writes each: their commands, how they run, and the records they must leave.
import { fork } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const WORKER = join(import.meta.dirname, 'command-worker.mjs')
const dist = fileURLToPath(new URL('../../dist', import.meta.url))

/** Text that needs escaping somewhere: in a table, a list, a heading or a replacement. */
const awkward = [
  'a | b',
  '`code` and `` more` ``',
  '$& $1 $$',
  'ends --> here',
  '*stars* and _lines_',
  '🎉 é 漢',
  '# no heading',
  '[ ] no box',
  '<!-- no comment',
  'back\\slash \\|',
]

/** Copies dist/, since the copy does not change while other tests build. */
export function install(folder) {
  const installation = join(folder, 'dist')
  cpSync(dist, installation, { recursive: true, filter: path => !/[\\/](?:\.v8|types)$/.test(path) })
  return installation
}

/** Code that the writes cite, one file for each writer. */
export function writeCode(project, writers) {
  mkdirSync(join(project, 'src'), { recursive: true })
  for (let writer = 0; writer < writers; writer += 1)
    writeFileSync(
      join(project, `src/area${writer}.ts`),
      Array.from({ length: 30 }, (_, n) => `export const value${n + 1} = ${writer * 100 + n + 1}\n`).join(''),
    )
}

/** The 20 writes of one writer. Each leaves one record, and `is` matches only that one. */
export function writesOf(writer) {
  const who = `w${writer}`
  const file = `src/area${writer}.ts`
  const title = n => `${who}-${n} ${awkward[(writer + n) % awkward.length]}`
  const stored = n => `\${PROJECT_ROOT}/${file}:${n}`
  const scenarios = ['at the limit -> kept', 'beyond -> refused', 'missing -> an error']
  const parts = {
    decision: `${who} goes on`,
    rationale: 'It is measured',
    evidence: [`${file}:2`],
    scenario: scenarios,
  }
  const flags = { draft: '--draft', at: '--at' }
  const json =
    (...args) =>
    fields => ({ args: [...args, '--from', '-'], input: JSON.stringify(fields) })
  const typed = (...args) => ({ args })
  const writes = [
    [
      typed('decision', 'add', flags.draft, '--title', title(0), '--decision', 'Three times'),
      { kind: 'decision', title: title(0), decision: 'Three times', status: 'draft' },
    ],
    [
      json('decision', 'add')({ title: title(1), ...parts }),
      { kind: 'decision', title: title(1), decision: parts.decision, status: 'in-force' },
      ({ evidence, scenarios: read }) =>
        evidence[0]?.quote === `export const value2 = ${writer * 100 + 2}` && read.length === 3,
    ],
    [
      typed('debt', 'add', title(2), '--severity', 'HIGH', '--found-by', who, '--sprint', 'S03'),
      { kind: 'debt', title: title(2), severity: 'HIGH', foundBy: who, sprint: 'S03' },
    ],
    [typed('question', 'add', title(3)), { kind: 'question', title: title(3), done: false }],
    [
      typed('goal', 'add', title(4), '--depends-on', `${who} approval`),
      { kind: 'goal', title: title(4), dependsOn: `${who} approval`, done: false },
    ],
    [
      typed('blocker', 'add', '--waiting', title(5), '--eta', '2026-12-01'),
      { kind: 'blocker', title: title(5), type: 'waiting', eta: '2026-12-01' },
    ],
    [
      typed('blocker', 'add', '--blocked', title(6)),
      { kind: 'blocker', title: title(6), type: 'blocked', done: false },
    ],
    [typed('log', 'add', '--agent', who, title(7)), { kind: 'log', agent: who, summary: title(7) }],
    [
      typed('ref', 'add', `${file}:8`, title(8)),
      { kind: 'reference', identifier: stored(8), purpose: title(8) },
    ],
    [typed('learning', 'add', title(9)), { kind: 'learning', title: title(9) }],
    [
      typed(
        ...['decision', 'add', '--title', title(10), '--decision', 'Yes', '--rationale', 'No other way'],
        ...['--evidence', `${file}:10="value10 = ${writer * 100 + 10}"`],
        ...scenarios.flatMap(text => ['--scenario', text]),
      ),
      { kind: 'decision', title: title(10), rationale: 'No other way', status: 'in-force' },
      ({ evidence }) => evidence[0]?.quote === `value10 = ${writer * 100 + 10}`,
    ],
    [
      json('debt', 'add')({ title: title(11), severity: 'LOW', foundBy: who }),
      { kind: 'debt', title: title(11), severity: 'LOW', foundBy: who, done: false },
    ],
    [json('question', 'add')({ title: title(12) }), { kind: 'question', title: title(12) }],
    [
      typed('goal', 'add', title(13), '--blocking', 'review'),
      { kind: 'goal', title: title(13), blocking: 'review' },
    ],
    [json('goal', 'add')({ title: title(14) }), { kind: 'goal', title: title(14), done: false }],
    [
      typed('log', 'add', '--agent', who, title(15), flags.at, '2026-02-03T04:05:06Z'),
      { kind: 'log', agent: who, summary: title(15) },
    ],
    [
      json('ref', 'add')({ place: `${file}:16-18`, purpose: title(16) }),
      { kind: 'reference', identifier: stored('16-18'), purpose: title(16) },
    ],
    [json('learning', 'add')({ title: title(17) }), { kind: 'learning', title: title(17) }],
    [
      json('blocker', 'add')({ waiting: title(18) }),
      { kind: 'blocker', title: title(18), type: 'waiting', done: false },
    ],
    [
      typed('debt', 'add', title(19), '--severity', 'critical'.toUpperCase()),
      { kind: 'debt', title: title(19), severity: 'CRITICAL', done: false },
    ],
  ]
  return writes.map(([write, fields, more = () => true]) => ({
    ...write,
    is: record => Object.entries(fields).every(([name, value]) => record[name] === value) && more(record),
  }))
}

/** Later changes by one writer: to a question of its own, and to the context, which all writers share. */
export const changesOf = writer => [
  { args: ['question', 'resolve', `w${writer}-12 `] },
  { args: ['context', 'set', '--bead', `bd-${writer}w (task ${writer})`, '--state', `w${writer} was last`] },
]

/** How often `records` contain each write: 0 means lost, more than 1 means duplicated. */
export const timesFound = (writes, records) => writes.map(({ is }) => records.filter(is).length)

/**
 * Runs one process for each list of writes, all at the same time, and returns their messages in order of arrival.
 * `onWritten` is called after each write.
 */
export async function runWriters({ installation, project, lists, onWritten = () => {} }) {
  const said = []
  const writers = lists.map(writes => {
    const plain = JSON.stringify(writes.map(({ args, input }) => ({ args, input })))
    const child = fork(WORKER, [installation, project, plain])
    const ended = new Promise(resolve => child.once('close', resolve))
    const ready = new Promise((resolve, reject) => {
      child.once('message', resolve)
      ended.then(code => reject(new Error(`A writer ended with ${code} before it began`)))
    })
    return { child, ready, ended }
  })
  await Promise.all(writers.map(({ ready }) => ready))
  for (const { child } of writers) {
    child.on('message', answer => {
      said.push(answer)
      onWritten(said.length)
    })
    child.send('go')
  }
  const codes = await Promise.all(writers.map(({ ended }) => ended))
  const died = codes.filter(code => code !== 0)
  if (died.length > 0) throw new Error(`Writers ended with ${died.join(', ')}`)
  return said
}
