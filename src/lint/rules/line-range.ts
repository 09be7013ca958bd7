import { codeLines } from '../../evidence/code.ts'
import type { Span } from '../../markdown/block.ts'
import { type CitedPlace, citedFile, unsettledPlaces } from '../facts/cited-places.ts'
import { movedPlace } from '../facts/moved-place.ts'
import { defineRule, type LintContext } from '../rule.ts'

/** A longer range is a file to reread, not a place in it. */
const MAX_LINES = 100

export default defineRule({
  name: 'line-range',
  group: 'paths',
  summary: 'Require cited line ranges to exist, to ascend and to be short',
  why: 'Lines past the end of a file show that the code has changed; a reversed range is a typo; and a range of more than 100 lines fills the context that references are meant to spare.',
  fix: 'safe',
  severity: { sam: 'error', loose: 'warning' },
  messages: {
    beyond: 'Unexpected line {{line}} in `{{path}}`, expected a line from 1 to {{count}}',
    moved: 'Unexpected line {{line}} in `{{path}}`, expected {{found}}, where the code is now',
    reversed: 'Unexpected range {{from}}-{{to}}, expected {{to}}-{{from}}',
    long: 'Unexpected range of {{count}} lines, expected at most 100',
  },
  examples: [
    {
      title: 'lines that exist',
      before:
        '## Lightweight Identifiers\n- `${PROJECT_ROOT}/src/a.ts:1-2` — A\n- `${PROJECT_ROOT}/src/a.ts#L2` — A\n',
      reports: [],
      code: { 'src/a.ts': 'const a = 1\nconst b = 2\n' },
    },
    {
      title: 'a line past the end',
      before: '## Lightweight Identifiers\n- `${PROJECT_ROOT}/src/a.ts:2-3` — A\n',
      reports: ['2:28 beyond'],
      code: { 'src/a.ts': 'const a = 1\nconst b = 2\n' },
    },
    {
      title: 'a reversed range',
      before: '## Lightweight Identifiers\n- `${PROJECT_ROOT}/src/a.ts:2-1` — A\n',
      reports: ['2:28 reversed'],
      after: '## Lightweight Identifiers\n- `${PROJECT_ROOT}/src/a.ts:1-2` — A\n',
      code: { 'src/a.ts': 'const a = 1\nconst b = 2\n' },
    },
    {
      title: 'a range too long to read on demand',
      before: '## Lightweight Identifiers\n- `${PROJECT_ROOT}/src/a.ts:1-500` — A\n',
      reports: ['2:28 long'],
    },
    {
      title: 'a reference past the end of a file that got shorter',
      before:
        '## Lightweight Identifiers\n| Identifier | Purpose | Last Verified |\n|---|---|---|\n| ${PROJECT_ROOT}/src/a.ts:3 | A | 2023-06-01 |\n',
      reports: ['4:27 moved'],
      after:
        '## Lightweight Identifiers\n| Identifier | Purpose | Last Verified |\n|---|---|---|\n| ${PROJECT_ROOT}/src/a.ts:1 | A | 2023-06-01 |\n',
      past: { 'src/a.ts': '// one\n// two\nconst a = 1\n' },
      code: { 'src/a.ts': 'const a = 1\n' },
    },
  ],
  check(context, report) {
    const { notes, text, code } = context
    for (const place of unsettledPlaces(notes)) {
      const { locator, part } = place
      // Only ranges matter in evidence, and nearly all of it cites a single line.
      if (part === 'evidence' && locator.lines.every(({ from, to }) => from === to)) continue
      const span = place.lines ?? place.span
      const reversed = place.lines && reversedRange(text, place.lines)
      if (reversed !== undefined) {
        const { from, to, fix } = reversed
        report('reversed', { span, data: { from, to }, fix: [fix] })
        continue
      }
      const longest = Math.max(0, ...locator.lines.map(({ from, to }) => to - from + 1))
      const count = part === 'evidence' ? undefined : lineCount(place, code)
      const line = locator.lines
        .flatMap(({ from, to }) => [from, to])
        .find(one => one < 1 || one > (count ?? one))
      if (line !== undefined && count !== undefined) {
        const data = { line, path: locator.path }
        const moved = context.movedPlaces.get(place.locator)
        if (moved === undefined) report('beyond', { span, data: { ...data, count } })
        else {
          const { found, fix } = movedPlace(text, place, moved, code)
          report('moved', { span, data: { ...data, found }, fix })
        }
      } else if (longest > MAX_LINES) report('long', { span, data: { count: longest } })
    }
  },
})

/** The number of lines in the cited file. Undefined when the file cannot be read, which other rules report. */
function lineCount({ locator }: CitedPlace, code: LintContext['code']): number | undefined {
  const file = locator.lines.length === 0 ? undefined : citedFile(locator, code)?.file
  return file === undefined || 'problem' in file ? undefined : codeLines(file).count
}

const RANGE = /(L?)(\d{1,9})(?:C\d+)?([-–—])(L?)(\d{1,9})/g

/** Finds the first range that descends, and the edit that swaps its ends. */
function reversedRange(text: string, { start, end }: Span) {
  for (const match of text.slice(start, end).matchAll(RANGE)) {
    const [whole, mark = '', from = '', dash = '', otherMark = '', to = ''] = match
    if (Number(from) <= Number(to)) continue
    const at = start + match.index
    const span = { start: at, end: at + whole.length }
    return { from, to, fix: { span, text: `${mark}${to}${dash}${otherMark}${from}` } }
  }
  return undefined
}
