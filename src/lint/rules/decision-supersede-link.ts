import { splitLead } from '../../notes/decision/lead.ts'
import type { DecisionRecord } from '../../notes/kinds/decision.ts'
import { parseLocator } from '../../notes/text/locator.ts'
import { decisionsIn, headingOf, loggedDecisions, plainWords } from '../facts/decisions.ts'
import { defineRule } from '../rule.ts'

export default defineRule({
  name: 'decision-supersede-link',
  group: 'decisions',
  summary: 'Require a superseded decision to name an existing successor',
  why: 'A reader of the old decision must be able to find the one in force.',
  severity: { sam: 'error', loose: 'off' },
  messages: {
    unknown: 'Unexpected successor `{{by}}`, expected the id, timestamp or title of another decision',
  },
  examples: [
    {
      title: 'superseded by the next decision, and by an issue',
      before:
        '## Decision Log\n### 2024-01-15T10:00:00Z - A\n**Status**: Superseded by 2024-01-16T10:00:00Z - B\n**Decision**: A\n### 2024-01-16T10:00:00Z - B\n**Status**: Superseded by #42\n**Decision**: B\n',
      reports: [],
    },
    {
      title: 'superseded by an unknown decision',
      before:
        '## Decision Log\n### 2024-01-15T10:00:00Z - A\n**Status**: Superseded by D-012\n**Decision**: A\n',
      reports: ['2:1 unknown'],
    },
  ],
  check({ notes, archived, text }, report) {
    const superseded = loggedDecisions(notes).filter(({ supersededBy = '' }) => supersededBy !== '')
    if (superseded.length === 0) return
    const names = countNames([...decisionsIn(notes), ...decisionsIn(archived)])
    for (const decision of superseded) {
      const by = decision.supersededBy ?? ''
      const own = new Set(namesOf(decision))
      const isKnown = readNames(by).some(name => (names.get(name) ?? 0) > (own.has(name) ? 1 : 0))
      if (!isKnown && !isExternal(by)) report('unknown', { span: headingOf(text, decision), data: { by } })
    }
  },
})

const namesOf = ({ id = '', title, decision = '', at }: DecisionRecord): readonly string[] => [
  ...new Set([plainWords(id), plainWords(title), plainWords(decision), plainWords(at?.text ?? '')]),
]

/** Counts decisions by name, to tell whether another one has the same name: a decision may not be its own successor. */
function countNames(all: readonly DecisionRecord[]): ReadonlyMap<string, number> {
  const names = new Map<string, number>()
  for (const name of all.flatMap(namesOf)) names.set(name, (names.get(name) ?? 0) + 1)
  return names
}

/** Names that `2024-01-16T10:00:00Z - B`, `D-012 (B)` or `[B](#b)` may refer to. */
function readNames(by: string): readonly string[] {
  const plain = by.replace(/^\[([^\]]*)(?:\]\(.*)?$/, '$1')
  const { id = '', at, rest } = splitLead(plain)
  const [first = ''] = plain.split(/[\s,:]/)
  return [plain, id, at?.text ?? '', rest, rest.replace(/^\((.*)\)?$/, '$1'), first]
    .map(plainWords)
    .filter(name => name !== '')
}

function isExternal(by: string): boolean {
  const [first = ''] = by.split(/\s/)
  return [by, first].some(text => {
    const locator = parseLocator(text)
    return locator !== undefined && !('path' in locator)
  })
}
