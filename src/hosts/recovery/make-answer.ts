import { BUDGETS } from '../../recover/budgets.ts'
import { framed } from '../../recover/frame.ts'
import { glance } from '../../recover/glance.ts'
import { level1Slice } from '../../recover/level1-slice.ts'
import { quickMarks } from '../../recover/quick-marks.ts'
import type { Slice } from '../../recover/slice.ts'
import { glanceAtLine, glanceAtText } from '../../workspace/glance-at.ts'
import type { HotProject } from '../../workspace/hot-project.ts'
import type { Made } from '../../workspace/kept-slice.ts'
import { readAscii } from '../../workspace/read-large.ts'
import { sessionStartOutput } from '../claude/output.ts'
import type { Environment } from '../setup.ts'
import { type FileRequest, recoverFile } from './recover-file.ts'
import type { HotForm, HotRequest } from './recover-hot.ts'
import { type SeenCode, seenCode } from './seen-code.ts'
import { slowMarks } from './slow-marks.ts'

/** The default of `beads.prefixes`: the table of settings is not loaded here. A test compares them. */
export const BEAD_PREFIXES: readonly string[] = ['bd', 'br', 'beads']

const PRINTERS: Readonly<Record<HotForm, (slice: Slice) => string>> = {
  text: ({ frame, text }) => `${framed(frame, text)}\n`,
  json: slice => `${JSON.stringify(slice, null, 2)}\n`,
  hook: sessionStartOutput,
}

/** A recovery of a project without a configuration; undefined when the whole program has to say why not. */
export function makeAnswer(
  project: HotProject,
  { form, ...request }: HotRequest,
  env: Environment,
): Made | undefined {
  const { root, file } = project
  const code = seenCode(root)
  const source = file.slice(root.length + 1).replaceAll('\\', '/')
  const slice =
    atAGlance(project, { source, ...request }, code) ??
    slowly({ root, file, source, ...request }, env, code.note)
  return slice === undefined ? undefined : { text: PRINTERS[form](slice), code: code.places() }
}

/** From here on, text that turns out to be ASCII is read in a third of the time. */
const LARGE = 1 << 20

const readLarge = (file: string): string | undefined => readAscii(file) ?? glanceAtText(file)

/** Level 1 of a file in the protocol's own shape. */
function atAGlance(
  project: HotProject,
  { level, source, budget = BUDGETS[1] }: Omit<FileRequest, 'root' | 'file'>,
  code: SeenCode,
): Slice | undefined {
  const {
    root,
    file,
    stamp: [size],
  } = project
  const text = level !== 1 ? undefined : size > LARGE ? readLarge(file) : glanceAtText(file)
  const seen = text === undefined ? undefined : glance(text, { beadPrefixes: BEAD_PREFIXES })
  if (seen === undefined) return undefined
  const lineOf = (path: string, line: number): string | undefined => {
    const seen = glanceAtLine(project, path, line)
    code.note(path, seen?.place)
    return seen?.line
  }
  const marks = quickMarks(lineOf, item => slowMarks(root, code.note)(item))
  return level1Slice(seen, { source, budget, factor: 1 }, marks)
}

/** What cannot be read at all is for the whole program to explain. */
function slowly(...request: Parameters<typeof recoverFile>): Slice | undefined {
  try {
    return recoverFile(...request)
  } catch {
    return undefined
  }
}
