import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openSession } from '../../dist/index.js'

const worker = fileURLToPath(new URL('./pad-worker.mjs', import.meta.url))

/** The mulberry32 generator, so that every run has the same kills after the same pauses. */
function randomFrom(start) {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** Starts a process that adds `count` cards. `said` returns the contents of the cards that it reported as stored. */
export function startWriter(root, id, name, count) {
  const child = spawn(process.execPath, [worker, root, id, name, String(count)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  let first
  const begun = new Promise(resolve => {
    first = resolve
  })
  child.stdout.setEncoding('utf8').on('data', piece => {
    text += piece
    if (text.includes('\n')) first()
  })
  const ended = new Promise(resolve => {
    child.once('close', code => {
      first()
      resolve(code)
    })
  })
  return { child, begun, ended, said: () => text.split('\n').slice(0, -1) }
}

/**
 * Lets several processes add cards to one session, and kills and replaces them one at a time. Returns how many cards
 * were acknowledged, the errors, the lost cards, how many cards are stored twice, the torn lines and the names of the
 * session files.
 */
export async function killWriters({ root, kills, writers = 3, seed }) {
  const random = randomFrom(seed)
  const id = 'killed'
  const all = []
  const start = () => {
    const writer = startWriter(root, id, `w${all.length}`, 1_000_000)
    all.push(writer)
    return writer
  }
  const running = Array.from({ length: writers }, start)
  for (let kill = 0; kill < kills; kill++) {
    const at = Math.floor(random() * running.length)
    const victim = running[at]
    await victim.begun
    await new Promise(resolve => setTimeout(resolve, random() * 20))
    victim.child.kill('SIGKILL')
    await victim.ended
    running[at] = start()
  }
  for (const { child } of running) child.kill('SIGKILL')
  await Promise.all(all.map(({ ended }) => ended))

  const session = await openSession({ id, root })
  // The next write must work and remove nothing, whatever the killed writers left behind.
  await session.cards.add({ content: 'afterwards' })
  const again = await openSession({ id, root })
  const stored = [...again.pad.cards.values()].map(({ content }) => content)
  const present = new Set(stored)
  const acknowledged = all.flatMap(({ said }) => said())
  return {
    acknowledged: acknowledged.length,
    errors: acknowledged.filter(line => line.startsWith('error')),
    lost: acknowledged.filter(content => !content.startsWith('error') && !present.has(content)),
    twice: stored.length - present.size,
    torn: again.problems,
    files: readdirSync(join(root, '.notes/sessions')).filter(name => name.endsWith('.jsonl')),
  }
}
