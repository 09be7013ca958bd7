import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSession } from '../../dist/index.js'

const words = ['timezone', 'token', 'expiry', 'sheet', 'total', 'EMEA', 'row', 'index', 'retry', 'cache']
const sentence = n =>
  Array.from({ length: 30 }, (_, word) => words[(n * 7 + word * 3) % words.length]).join(' ')
const median = numbers => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]

async function timed(times, run) {
  const took = []
  for (let time = 0; time < times; time++) {
    const start = performance.now()
    await run(time)
    took.push(performance.now() - start)
  }
  return took
}

/** Measures a session with many cards, stored in files: each card is on disk when `add` returns. */
export async function measurePads({ folder, cards }) {
  const root = mkdtempSync(join(folder, 'pads-'))
  const session = await openSession({ id: 'many', root })
  const added = await timed(cards, n =>
    session.cards.add({ content: `${sentence(n)} ${n}`, tags: [`t${n % 50}`] }),
  )
  const last = added.slice(-Math.min(1000, cards))
  const searched = await timed(20, n => session.cards.search({ query: `${words[n % words.length]} ${n}` }))
  const listed = await timed(20, () => session.cards.list())

  mkdirSync(join(root, '.notes/sessions'), { recursive: true })
  const lines = Array.from({ length: 10_000 }, (_, n) =>
    JSON.stringify({
      type: 'custom',
      customType: 'openclaw:scratchpad:notes',
      data: `${sentence(n)} ${n}`,
      id: n.toString(16).padStart(8, '0'),
      parentId: n === 0 ? null : (n - 1).toString(16).padStart(8, '0'),
      timestamp: '2026-01-31T12:00:00.000Z',
    }),
  )
  writeFileSync(join(root, '.notes/sessions/long.jsonl'), `${lines.join('\n')}\n`)
  const opened = await timed(10, () => openSession({ id: 'long', root }))
  return {
    add: {
      mean: added.reduce((sum, one) => sum + one, 0) / cards,
      median: median(added),
      late: median(last),
    },
    search: { median: median(searched), worst: Math.max(...searched) },
    list: { median: median(listed) },
    open: { median: median(opened), first: opened[0] },
  }
}

/** A project with an ordinary pad: notes, a plan and some references. */
export async function ordinaryPad(root) {
  mkdirSync(join(root, '.git'), { recursive: true })
  const session = await openSession({ id: 'default', root })
  for (let n = 0; n < 20; n++) await session.notepad.append(`- ${sentence(n).slice(0, 80)}`)
  await session.plan.write('1. Fix the bug\n2. Add a test\n3. Update the docs')
  await session.refs.set(['src/auth/login.ts', 'https://example.com/issues/42'])
}
