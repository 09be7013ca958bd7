// One writer of `writers.mjs`: adds rows under the lock and reports each one once it is on disk.
// argv: the bundle of update-file.ts, the notes file, the name of this writer, how many rows.
// With rows = Infinity it writes until it is killed. It prints `holds` when it is inside the lock.
import { writeSync } from 'node:fs'

const [bundle, file, name, rows] = process.argv.slice(2)
const { updateFile } = await import(bundle)

writeSync(1, `ready ${Date.now()}\n`)
for (let row = 1; row <= Number(rows); row += 1) {
  await updateFile(file, text => {
    writeSync(1, `holds ${Date.now()}\n`)
    return `${text}| ${name} | ${row} |\n`
  })
  writeSync(1, `wrote ${name} | ${row}\n`)
}
