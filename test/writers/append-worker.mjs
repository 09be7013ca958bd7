// One of many writers: adds rows under the lock until it is told to stop, then sends its rows and errors.
// argv: the bundle of update-file.ts, the notes file, the name of this writer, its longest pause (ms).
import { setTimeout as wait } from 'node:timers/promises'

const [bundle, file, name, pause] = process.argv.slice(2)
const { updateFile } = await import(bundle)

const [rows, errors] = [[], []]
let isStopped = false
process.once('message', () => {
  isStopped = true
})
while (!isStopped && process.connected) {
  const row = `| ${name} | ${rows.length + errors.length} |`
  try {
    await updateFile(file, text => `${text}${row}\n`)
    rows.push(row)
  } catch (error) {
    errors.push(`${error}`)
  }
  await wait(Math.random() * Number(pause))
}
if (process.connected) process.send({ rows, errors }, () => process.disconnect())
