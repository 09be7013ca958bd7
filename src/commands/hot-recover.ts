import { BUDGETS } from '../recover/budgets.ts'
import { framed } from '../recover/frame.ts'
import { glance } from '../recover/glance.ts'
import { level1Slice } from '../recover/level1-slice.ts'
import { quickMarks } from '../recover/quick-marks.ts'
import type { Slice } from '../recover/slice.ts'
import { glanceAtLine, glanceAtText } from '../workspace/glance-at.ts'
import { findHotProject, type HotProject } from '../workspace/hot-project.ts'
import { keepSlice, keptSlice } from '../workspace/kept-slice.ts'
import type { Host } from './host.ts'
import { type Level1Request, slowLevel1 } from './slow-level1.ts'
import { slowMarks } from './slow-marks.ts'

/** Put in by the build: another program may say something else of the same file. */
declare const NOTES_BUILD: string

/** What a command or a hook prints of a slice. */
export interface HotOutput {
  /** Tells outputs apart that are kept. */
  readonly name: string
  readonly budget: number
  readonly print: (slice: Slice) => string
}

/**
 * Answers `notes recover` in the time that bare node takes to start: level 1 in a project without a configuration.
 * False for everything else, which the whole program answers. `beforeLoading` is called before a bundle is loaded.
 */
export function recoverAtOnce(
  host: Pick<Host, 'argv' | 'cwd' | 'env' | 'out'>,
  beforeLoading: () => void,
): boolean {
  const output = outputFor(host.argv)
  const project = output === undefined ? undefined : findHotProject(host.cwd, host.env)
  const text =
    output === undefined || project === undefined ? undefined : hotSlice(project, output, beforeLoading)
  if (text === undefined) return false
  host.out(text)
  return true
}

/** Level 1 of a project, as it was kept or made now; undefined when the whole program has to say why not. */
export function hotSlice(
  project: HotProject,
  { name, budget, print }: HotOutput,
  beforeLoading: () => void,
): string | undefined {
  const key = `${NOTES_BUILD} ${name} ${budget}`
  const kept = keptSlice(project, key)
  if (kept !== undefined) return kept
  const paths = new Set<string>()
  const slice = makeLevel1(project, budget, path => paths.add(path), beforeLoading)
  if (slice === undefined) return undefined
  const text = print(slice)
  keepSlice(project, { key, text, paths: [...paths] })
  return text
}

function makeLevel1(
  { root, file }: HotProject,
  budget: number,
  onRead: (path: string) => void,
  beforeLoading: () => void,
): Slice | undefined {
  const about = { source: file.slice(root.length + 1).replaceAll('\\', '/'), budget, factor: 1 }
  const text = glanceAtText(file)
  const seen = text === undefined ? undefined : glance(text, { beadPrefixes: BEAD_PREFIXES })
  if (seen === undefined) return slowly({ root, file, ...about }, onRead, beforeLoading)
  const lineOf = (path: string, line: number): string | undefined => {
    onRead(path)
    return glanceAtLine(root, path, line)
  }
  const marks = quickMarks(lineOf, item => {
    beforeLoading()
    return slowMarks(root, onRead)(item)
  })
  return level1Slice(seen, about, marks)
}

/** What cannot be read at all is for the whole program to explain. */
function slowly(...[request, onRead, beforeLoading]: [Level1Request, (path: string) => void, () => void]) {
  beforeLoading()
  try {
    return slowLevel1(request, onRead)
  } catch {
    return undefined
  }
}

/** The default of `beads.prefixes`: the table of settings is not loaded here. A test compares them. */
export const BEAD_PREFIXES: readonly string[] = ['bd', 'br', 'beads']

const printPlain = ({ frame, text }: Slice): string => `${framed(frame, text)}\n`
const printJson = (slice: Slice): string => `${JSON.stringify(slice, null, 2)}\n`

/** `--json`, `--level 1` and `--budget N`, in any order; anything else is parsed by the whole program. */
function outputFor([, ...words]: readonly string[]): HotOutput | undefined {
  let json = false
  let budget: number = BUDGETS[1]
  for (let at = 0; at < words.length; at++) {
    const word = words[at]
    if (word === '--json') json = true
    else if (word === '--level' && words[at + 1] === '1') at++
    else if (word === '--budget' && /^[1-9]\d{0,6}$/.test(words[at + 1] ?? '')) budget = Number(words[++at])
    else return undefined
  }
  return { name: json ? 'json' : 'text', budget, print: json ? printJson : printPlain }
}
