// Runs as a process of its own: adds cards to a session, and prints the content of each card once it is stored.
import { writeSync } from 'node:fs'
import { openSession } from '../../dist/index.js'

const [root, id, name, count = '1'] = process.argv.slice(2)
const say = line => writeSync(1, `${line}\n`)

try {
  const session = await openSession({ id, root })
  for (let card = 1; card <= Number(count); card++) {
    const content = `${name}-${card}`
    await session.cards.add({ content, tags: [name] })
    say(content)
  }
} catch (error) {
  say(`error ${error.code}: ${error.message}`)
  process.exitCode = 1
}
