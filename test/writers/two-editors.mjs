// Many processes write a notes file while two editors save it, one in place and one by renaming.
//   node test/writers/two-editors.mjs [saves] [seed] [in-place | opened]
import { fork } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { buildSync } from 'esbuild'

const here = import.meta.dirname
/** The longest pause between two writes of one process, in ms: 20 processes make some 150 writes a second. */
const PAUSE = '20'

const answerOf = child =>
  new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once('close', code => reject(new Error(`A worker ended with ${code} and no answer`)))
  })

/**
 * Each editor makes half of the saves. `lost`: saves that are in no later version. `errors`: writes that failed,
 * though none had a reason to. `overwritten`: rows that the renaming editor replaced without noticing, in the gap
 * between its check and its rename; no writer can prevent that, so these rows count against the editor.
 */
export async function saveTogether({ saves = 2000, writers = 20, seed = 1, inPlace = 'in-place' } = {}) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'notes-editors-')))
  const started = []
  const start = (worker, ...args) => {
    const child = fork(join(here, worker), args)
    started.push(child)
    return child
  }
  try {
    const bundle = bundleInto(folder)
    const file = join(folder, 'NOTES.md')
    writeFileSync(file, '# Notes\n')
    const writing = Array.from({ length: writers }, (_, n) =>
      start('append-worker.mjs', bundle, file, `w${n}`, PAUSE),
    )
    const begun = performance.now()
    const styles = [inPlace, 'renaming']
    const edited = await Promise.all(
      styles.map((style, n) =>
        answerOf(
          start('saving-editor-worker.mjs', file, style, `${saves / 2}`, `${seed + n}`, join(folder, 'turn')),
        ),
      ),
    )
    const seconds = Math.round((performance.now() - begun) / 1000)
    const written = writing.map(answerOf)
    for (const child of writing) child.send('stop')
    const all = await Promise.all(written)
    const there = new Set(readFileSync(file, 'utf8').split('\n'))
    const rows = all.flatMap(writer => writer.rows)
    return {
      seed,
      writers,
      saves: edited.reduce((sum, editor) => sum + editor.saves, 0),
      lost: edited.reduce((sum, editor) => sum + editor.lost, 0),
      lostBy: Object.fromEntries(edited.map(editor => [editor.style, editor.lost])),
      away: edited.reduce((sum, editor) => sum + editor.away, 0),
      writes: rows.length,
      errors: all.flatMap(writer => writer.errors),
      overwritten: rows.filter(row => !there.has(row)).length,
      leftOver: readdirSync(folder).filter(name => name.startsWith('.')),
      seconds,
    }
  } finally {
    for (const child of started) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function bundleInto(folder) {
  const outfile = join(folder, 'update-file.mjs')
  const entryPoints = [join(here, '../../src/files/update-file.ts')]
  buildSync({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm', target: 'node20' })
  return pathToFileURL(outfile).href
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [saves = '2000', seed = '1', inPlace] = process.argv.slice(2)
  const done = await saveTogether({ saves: Number(saves), seed: Number(seed), inPlace })
  console.log(JSON.stringify(done))
  if (done.lost + done.errors.length > 0) process.exitCode = 1
}
