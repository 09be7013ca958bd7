// A project whose code holds every quote of a generated notes file, so that `notes lint` reads and compares real files.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { notesFile } from './generate.mjs'

const EVIDENCE = /^- `([^`\n]+)` \[\$\{PROJECT_ROOT\}\/[^\]\n]+\]$/gm
const PLACE = /\$\{PROJECT_ROOT\}\/([^\s:]+):(\d+)/g
/** The distance between two quotes in a file. As in real code, there are other lines between them. */
const LINES_APART = 6

/** Writes the project. Its decisions cite `files` code files; each quote is on the line that its evidence names. */
export function writeCitingProject(folder, { decisions, files = 200, seed = 1 }) {
  const code = new Map()
  const put = (path, line, text) => {
    const lines = code.get(path) ?? []
    while (lines.length < line)
      lines.push(`  const filler${lines.length} = compute(${lines.length}, input.left, input.right)`)
    lines[line - 1] = text
    code.set(path, lines)
  }
  const source = notesFile(decisions, seed)
  for (const [, path, line] of source.slice(0, source.indexOf('### Decision Log')).matchAll(PLACE))
    put(path, Number(line), '// cited by a reference')
  let count = 0
  const text = source.replace(EVIDENCE, (_, quote) => {
    const path = `src/cited/module-${count % files}.ts`
    const line = 3 + LINES_APART * Math.floor(count / files)
    count++
    put(path, line, `${quote} {`)
    return `- \`${quote}\` [\${PROJECT_ROOT}/${path}:${line}]`
  })
  for (const [path, lines] of code) write(join(folder, path), `${lines.join('\n')}\n`)
  const file = join(folder, 'grimoires/loa/NOTES.md')
  write(file, text)
  return { file, text, bytes: Buffer.byteLength(text) }
}

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
