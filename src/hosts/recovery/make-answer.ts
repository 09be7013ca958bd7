import { BUDGETS } from '../../recover/budgets.ts'
import { glance } from '../../recover/glance.ts'
import { level1Slice } from '../../recover/level1-slice.ts'
import { quickMarks } from '../../recover/quick-marks.ts'
import type { Slice } from '../../recover/slice.ts'
import { glanceAtLine, glanceAtText } from '../../workspace/glance-at.ts'
import type { HotProject } from '../../workspace/hot-project.ts'
import { removeOldSlices, type Seen, startSeeing } from '../../workspace/keep-slice.ts'
import type { StartingPoint } from '../../workspace/kept-slice.ts'
import { readAscii } from '../../workspace/read-large.ts'
import { keepMade } from './keep-made.ts'
import { type FileRequest, type RecoverRequest, recoverFile } from './recover-file.ts'
import { slowMarks } from './slow-marks.ts'

/** The default of `beads.prefixes`: the table of settings is not loaded here. A test compares them. */
export const BEAD_PREFIXES: readonly string[] = ['bd', 'br', 'beads']

/** A recovery of a project without a configuration; undefined when the whole program has to say why not. */
export function makeAnswer(
  project: HotProject,
  request: RecoverRequest,
  start: StartingPoint,
): Slice | undefined {
  const { root, file, place } = project
  const seen = startSeeing(start)
  const source = file.slice(root.length + 1).replaceAll('\\', '/')
  seen.note(file, place)
  const made =
    atAGlance(project, { source, ...request }, seen) ??
    slowly({ root, file, source, ...request }, start.env, seen)
  if (made !== undefined) keepMade(start, request, { ...made, factor: 1 }, seen)
  removeOldSlices(root)
  return made
}

/** From here on, text that turns out to be ASCII is read in a third of the time. */
const LARGE = 1 << 20

const readLarge = (file: string): string | undefined => readAscii(file) ?? glanceAtText(file)

/** Level 1 of a file in the protocol's own shape. */
function atAGlance(
  project: HotProject,
  { level, source, budget = BUDGETS[1] }: Omit<FileRequest, 'root' | 'file'>,
  seen: Seen,
): Slice | undefined {
  const {
    root,
    file,
    stamp: [size],
  } = project
  const text = level !== 1 ? undefined : size > LARGE ? readLarge(file) : glanceAtText(file)
  const source1 = text === undefined ? undefined : glance(text, { beadPrefixes: BEAD_PREFIXES })
  if (source1 === undefined) return undefined
  const lineOf = (path: string, line: number): string | undefined => {
    const found = glanceAtLine(project, path, line)
    if (found === undefined) seen.code(root, path)
    else seen.note(found.place[0], found.place)
    return found?.line
  }
  const marks = quickMarks(lineOf, item => slowMarks(root, path => seen.code(root, path))(item))
  return level1Slice(source1, { source, budget, factor: 1 }, marks)
}

/** Unreadable: the whole program says why. */
function slowly(...request: Parameters<typeof recoverFile>): Slice | undefined {
  try {
    return recoverFile(...request)
  } catch {
    return undefined
  }
}
