import type { Block, Span } from '../../markdown/block.ts'
import { linesOf } from '../../markdown/scan/leaf.ts'
import { bodies } from '../facts/sections.ts'
import { defineRule } from '../rule.ts'

/** The protocol clears results of more than 20 matches. */
const MAX_LINES = 20
/** Minimum share of lines that look like output, which also contains headings, summaries and context lines. */
const MIN_SHARE = 0.7

/** Matches the start of a line of tool output, by kind of output. */
const OUTPUT: Readonly<Record<string, RegExp>> = {
  search: /^(?=[^:]{0,200}[./])[\w@./-]{1,200}:\d{1,7}[:-]|^[\w@/-]{1,200}(?:\.[\w-]{1,20})+[:-]\d{1,7}[:-]/,
  test: /^(?:[✓✔√×✗✘●]|PASS\b|FAIL\b|(?:not )?ok \d|--- (?:PASS|FAIL|SKIP)|=== (?:RUN|CONT)|test \S{1,200} \.\.\.|[\w/.-]{1,200}::\S{1,200} (?:PASSED|FAILED|SKIPPED))/,
  JSON: /^(?:[{}[\]]+,?$|"[^"]{0,200}"\s{0,9}:|"[^"]{0,200}",?$|(?:-?\d[\d.]{0,30}|true|false|null),?$|\{.{0,300}\},?$)/,
  tree: /^(?:[│├└]|[|`]--\s)/,
  log: /^\[?\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}|^(?:\[)?(?:INFO|WARN|ERROR|DEBUG)\b/,
  'stack trace': /^at \S/,
}

export default defineRule({
  name: 'raw-output',
  group: 'budget',
  summary: 'Disallow raw tool output',
  why: 'It costs tokens in every session that reads the file, and says no more than a sentence could. Note what was found and where, and drop the output.',
  severity: { loose: 'warning' },
  advice: true,
  messages: {
    output: 'Unexpected {{lines}} lines of {{what}} output, expected a summary of the result',
  },
  examples: [
    {
      title: 'a summary, and a short excerpt',
      before:
        '## Learnings\n- 47 uses of AuthService in 12 files, most of them in src/api\n\n```\nsrc/a.ts:1: AuthService\n```\n',
      reports: [],
    },
    {
      title: 'all matches of a search',
      before: `## Learnings\n\`\`\`\n${'src/auth.ts:12: new AuthService()\n'.repeat(30)}\`\`\`\n`,
      reports: ['2:1 output'],
    },
    {
      title: 'a test run, pasted as text',
      before: `## Learnings\nThe tests:\n${'  ✓ src/auth.test.ts (4 tests) 12ms\n'.repeat(30)}`,
      reports: ['3:3 output'],
    },
  ],
  check({ notes, text }, report) {
    for (const { blocks } of bodies(notes))
      for (const block of blocks) {
        const found = findOutput(text, block)
        if (found === undefined) continue
        report('output', { span: found.span, data: { lines: found.count, what: found.what } })
      }
  },
})

interface Output {
  readonly what: string
  /** Number of lines, without the fence and any text before or after. */
  readonly count: number
  /** Its first line. */
  readonly span: Span
}

/** Checks only blocks pasted straight into a section: quotes used as evidence are in lists. */
function findOutput(text: string, block: Block): Output | undefined {
  if (block.type !== 'code' && block.type !== 'paragraph') return undefined
  const lines = block.type === 'code' ? linesOf(text, block.span.start, block.span.end, 0) : block.lines
  if (lines.length <= MAX_LINES) return undefined
  const kinds = lines.map(({ start, end }) => {
    const kind = kindOf(text.slice(start, Math.min(end, start + 600)))
    // People write dated lines in prose too.
    return kind === 'log' && block.type === 'paragraph' ? undefined : kind
  })
  const first = kinds.findIndex(kind => kind !== undefined)
  const last = kinds.findLastIndex(kind => kind !== undefined)
  const own = kinds.slice(first, last + 1)
  const [what, count] = mostCommon(own)
  if (what === undefined || count <= MAX_LINES * MIN_SHARE || own.length <= MAX_LINES) return undefined
  if (own.filter(kind => kind !== undefined).length < own.length * MIN_SHARE) return undefined
  return { what, count: own.length, span: lines[block.type === 'code' ? 0 : first] ?? block.span }
}

const kindOf = (line: string): string | undefined =>
  Object.keys(OUTPUT).find(kind => OUTPUT[kind]?.test(line) === true)

function mostCommon(kinds: readonly (string | undefined)[]): readonly [string | undefined, number] {
  const counts = new Map<string, number>()
  for (const kind of kinds) if (kind !== undefined) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return [...counts].toSorted((a, b) => b[1] - a[1])[0] ?? [undefined, 0]
}
