import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type ArchiveOptions, growth, planArchive } from '../../src/change/archive/archive.ts'
import { conserve } from '../../src/change/archive/conserve.ts'
import { changeNotes } from '../../src/change/change-notes.ts'
import type { Intent } from '../../src/change/intent.ts'
import { readNotes } from '../../src/notes/notes.ts'
import { recordToJson } from '../../src/notes/to-json.ts'
import { seedExample } from '../fixtures/markdown.ts'
import { shapes } from '../fixtures/notes-shapes.ts'
import { expectGrowth } from '../growth.ts'
import fc from '../property.ts'

const template = readFileSync(new URL('../../templates/NOTES.md', import.meta.url), 'utf8')
const R = '${PROJECT_ROOT}'

const archive = (text: string, options: Partial<ArchiveOptions> = {}, file?: string) =>
  planArchive(text, file, { keep: 0, ...options })

const lines = (...all: string[]): string => `${all.join('\n')}\n`

/** The decisions of some files as public JSON, which shares no code with archiving. */
function decisionsAsJson(...texts: (string | undefined)[]): string[] {
  return texts
    .flatMap(text => {
      const { document, records } = readNotes(text ?? '')
      return records
        .filter(({ kind }) => kind === 'decision' || kind === 'archive')
        .map(record => {
          const { kind, lines, precision, evidence, ...rest } = recordToJson(document, record)
          const pieces = (evidence as { quote?: string; place?: string }[]).map(({ quote, place }) => [
            quote,
            place,
          ])
          return JSON.stringify(
            { ...rest, decision: rest.decision ?? rest.title, pieces },
            Object.keys({ ...rest, pieces: 0 }).sort(),
          )
        })
    })
    .sort()
}

/** The source text of every record that is not a decision. */
const others = (text: string): string[] => {
  const { document, records } = readNotes(text)
  return records
    .filter(({ kind }) => kind !== 'decision' && kind !== 'archive')
    .map(({ span }) => document.text.slice(span.start, span.end))
}

const kinds = (text: string | undefined): string[] =>
  readNotes(text ?? '').records.map(({ kind, title }) => `${kind} ${title}`)

const twinsOf = (text: string): readonly (readonly [string, string])[] => [
  ['LF', text.replaceAll(/\r?\n/g, '\n').replace('\uFEFF', '')],
  ['CRLF', text.replaceAll(/\r?\n/g, '\r\n').replace('\uFEFF', '')],
  ['a byte order mark', `\uFEFF${text.replace('\uFEFF', '')}`],
  ['no final newline', text.trimEnd()],
]

/** Shapes with a decision that cannot move, because it has no date or has other content below it. */
const staying = new Set([
  'superseded and draft decisions',
  'comments in a shell fence that look like headings',
])

const files = [...shapes, { name: 'the example', text: seedExample }].flatMap(({ name, text }) =>
  twinsOf(text).map(([twin, source]) => [`${name}, ${twin}`, name, source] as const),
)

describe.each(files)('archiving the decisions of the notes shape: %s', (_, name, text) => {
  const intoSection = archive(text)
  const intoFile = archive(text, { keepArchived: 0 })

  test('loses no decision and leaves the log empty', () => {
    expect(decisionsAsJson(intoSection.text)).toEqual(decisionsAsJson(text))
    expect(decisionsAsJson(intoFile.text, intoFile.archiveText)).toEqual(decisionsAsJson(text))
    if (staying.has(name)) expect(intoSection.text).toBe(text)
    else {
      expect(kinds(intoSection.text).filter(kind => kind.startsWith('decision'))).toEqual([])
      expect(decisionsAsJson(intoFile.text)).toEqual([])
    }
  })

  test('keeps every other record, the line endings and the byte order mark', () => {
    for (const { text: after } of [intoSection, intoFile]) {
      expect(others(after)).toEqual(others(text))
      expect(after.startsWith('\uFEFF')).toBe(text.startsWith('\uFEFF'))
      expect(/\n$/.test(after)).toBe(/\n$/.test(text))
      if (text.includes('\r\n')) expect(after).not.toMatch(/(?<!\r)\n/)
      else expect(after).not.toContain('\r')
    }
    if (text.includes('\r\n')) expect(intoFile.archiveText ?? '').not.toMatch(/(?<!\r)\n/)
  })

  test('moves no decision in a second run', () => {
    expect(archive(intoSection.text)).toMatchObject({
      text: intoSection.text,
      moved: { toSection: 0, toFile: 0 },
    })
    const again = archive(intoFile.text, { keepArchived: 0 }, intoFile.archiveText)
    expect(again).toMatchObject({
      text: intoFile.text,
      archiveText: intoFile.archiveText,
      moved: { toSection: 0, toFile: 0 },
    })
  })

  test('moves no decision when the limits let all of them stay', () => {
    expect(archive(text, { keep: 1000, keepArchived: 1000 })).toEqual({
      text,
      archiveText: undefined,
      moved: { toSection: 0, toFile: 0 },
      remarks: [],
    })
  })

  test('does not archive a decision twice after a run that was killed before it wrote the notes file', () => {
    const again = archive(text, { keepArchived: 0 }, intoFile.archiveText)
    expect(again.text).toBe(intoFile.text)
    expect(again.archiveText).toBe(intoFile.archiveText)
  })
})

test('archiving turns a short decision into a row of the archive', () => {
  const { text } = archive(seedExample.replace(/\*\*Evidence\*\*:\n[\s\S]*?\n(?=\n### Pending)/, ''))
  expect(text).toContain(
    '| 2024-01-15T14:30:00Z | **Token Expiry Handling**: Use sliding window expiration with 15-minute grace period ' +
      '| Balances security (short expiry) with UX (no mid-session logouts) |  |\n',
  )
})

describe('archiving the decisions of the seed example', () => {
  const { text, moved } = archive(seedExample)

  test('keeps the lines of a decision with evidence and scenarios, which would be unreadable as a row', () => {
    expect(moved).toEqual({ toSection: 1, toFile: 0 })
    const start = seedExample.indexOf('#### 2024-01-15T14:30:00Z')
    const entry = seedExample.slice(start, seedExample.indexOf('### Pending Questions')).trimEnd()
    expect(text.slice(text.indexOf('## Decision Archive'))).toContain(`|\n\n${entry}\n`)
    expect(text).not.toContain('<br>')
    expect(text).toContain('test scenarios -->\n\n### Pending Questions\n')
  })

  test('moves archived rows unchanged into the archive file, below a title', () => {
    const { archiveText, text: rest, moved } = archive(seedExample, { keep: 1, keepArchived: 1 })
    expect(moved).toEqual({ toSection: 0, toFile: 1 })
    expect(archiveText).toBe(
      lines(
        '# NOTES.md: archive',
        '',
        '> Old decisions, moved here from the Decision Archive of NOTES.md by `notes archive`, word for word.',
        '',
        '## Decision Archive',
        '| Date | Decision | Rationale | Decided By |',
        '|------|----------|-----------|------------|',
        '| 2024-01-08 | Use PostgreSQL over MySQL | pgvector support for embeddings | designing-architecture |',
      ),
    )
    expect(seedExample.split('\n').filter(line => !rest.includes(line))).toEqual([
      '| 2024-01-08 | Use PostgreSQL over MySQL | pgvector support for embeddings | designing-architecture |',
    ])
    const next = archive(rest, { keep: 0, keepArchived: 1 }, archiveText)
    expect(next.moved).toEqual({ toSection: 1, toFile: 1 })
    expect(next.archiveText).toBe(
      `${archiveText}| 2024-01-09 | JWT over sessions | Stateless scaling requirement | designing-architecture |\n`,
    )
  })
})

describe('planArchive', () => {
  const log = (...rows: string[]): string =>
    lines(
      '## Decisions',
      '| Date | Decision | Rationale |',
      '|---|---|---|',
      ...rows.map(row => `| ${row} | r |`),
    )
  const moved = (text: string, options: Partial<ArchiveOptions>): string[] =>
    kinds(archive(text, options).text)
      .filter(kind => kind.startsWith('archive'))
      .map(kind => kind.slice(8))

  test.each([
    [
      'the oldest decisions by time, not by place',
      log('2026-01-08 | c', '2026-01-02 | a', '2026-01-05 | b'),
      1,
      ['a', 'b'],
    ],
    [
      'the first decisions of one day when the log is newest last',
      log('2026-01-01 | a', '2026-01-02 | b', '2026-01-02 | c'),
      1,
      ['a', 'b'],
    ],
    [
      'the last decisions of one day when the log is newest first',
      log('2026-01-02 | c', '2026-01-02 | b', '2026-01-01 | a'),
      1,
      ['b', 'a'],
    ],
    [
      'superseded decisions first',
      log('2026-01-01 | a', '2026-01-02 | b (superseded by D-9)', '2026-01-03 | c'),
      2,
      ['b (superseded by D-9)'],
    ],
    [
      'no decision without a date',
      log(' | a', '2026-01-02 | b', '14:25:00Z | c', '2026-01-03 | d'),
      1,
      ['b'],
    ],
    ['no draft', log('2026-01-01 | [DRAFT] a', '2026-01-02 | b', '2026-01-03 | c'), 1, ['b']],
  ])('archives %s', (_, text, keep, expected) => {
    expect(moved(text, { keep })).toEqual(expected)
  })

  test('reports how many decisions stay for lack of a date', () => {
    expect(archive(log(' | a', '2026-01-02 | b')).remarks).toContainEqual(
      expect.stringMatching(/^1 decision stays/),
    )
  })

  test('archives only the decisions given by id, even without a date', () => {
    const text = log(' | undated one', '2026-01-02 | b', '2026-01-03 | c')
    expect(moved(text, { ids: ['undated', 'c'] })).toEqual(['c', 'undated one'])
    const once = archive(text, { ids: ['undated'], keepArchived: 0 })
    expect(once.moved).toEqual({ toSection: 1, toFile: 0 })
    const again = archive(once.text, { ids: ['undated'] })
    expect(again).toMatchObject({ text: once.text, remarks: ['"undated one" is already in the archive'] })
    expect(() => archive(text, { ids: ['no such'] })).toThrow(/There is no decision "no such"/)
  })
})

describe('archiving a decision that does not fit a table row', () => {
  const sam = (entry: string): string =>
    seedExample.replace('#### 2024-01-15T14:30:00Z - Token', `${entry}\n\n$&`)
  test.each([
    ['an id', '#### D-007 - 2024-01-02T00:00:00Z - With an id\n**Decision**: x\n**Rationale**: y'],
    [
      'an unknown field',
      '#### 2024-01-02T00:00:00Z - Own field\n**Decision**: x\n**Alternatives**: none that scale',
    ],
    ['a comment', '#### 2024-01-02T00:00:00Z - Comment\n<!-- ask Ann -->\n**Decision**: x'],
    [
      'code with a language',
      '#### 2024-01-02T00:00:00Z - Code\n**Decision**: x\n\n```ts\nconst answer = 42\n```',
    ],
    ['nested headings', '#### 2024-01-02T00:00:00Z - Parts\n**Decision**: x\n\n##### Detail\n\nmore'],
  ])('moves the entry unchanged when it has %s', (_, entry) => {
    const text = sam(entry)
    const { text: after, moved } = archive(text, { keep: 1 })
    expect(moved).toEqual({ toSection: 1, toFile: 0 })
    expect(after).toBe(`${seedExample}\n${entry}\n`)
    expect(archive(after, { keepArchived: 0 })).toMatchObject({
      moved: { toSection: 1, toFile: 4 },
      archiveText: expect.stringContaining(entry),
    })
  })

  test('adds a table with the columns of the log when the archive table has other columns', () => {
    const text = lines(
      '## Decisions',
      '| ID | Decision | Impact | Date |',
      '|---|---|---|---|',
      '| D-1 | Queue | less load | 2026-01-01 |',
      '## Decision Archive',
      '| Date | Decision | Rationale |',
      '|---|---|---|',
      '| 2025-01-01 | Old | r |',
    )
    expect(archive(text).text.split('\n').slice(3)).toEqual([
      ...text.split('\n').slice(4, -1),
      '',
      '| ID | Decision | Impact | Date |',
      '|---|---|---|---|',
      '| D-1 | Queue | less load | 2026-01-01 |',
      '',
    ])
  })

  test('puts the newest decision first in an archive that is newest first', () => {
    const head = ['| Date | Decision | Rationale |', '|---|---|---|']
    const text = lines(
      ...['## Decisions', ...head, '| 2026-01-01 | c | r |', '| 2026-01-02 | d | r |'],
      ...['## Decision Archive', ...head, '| 2025-01-02 | b | r |', '| 2025-01-01 | a | r |'],
    )
    expect(kinds(archive(text).text)).toEqual(['archive d', 'archive c', 'archive b', 'archive a'])
  })

  test('does not add a row to a dated section of the archive', () => {
    const text = lines(
      ...['## Decisions', '| Date | Decision | Rationale |', '|---|---|---|', '| 2026-01-01 | c | r |'],
      ...['## Decision Archive — 2025-01-01 (old)', '', 'words'],
    )
    const { sections, records } = readNotes(archive(text).text)
    expect(records.find(({ title }) => title === 'c')).toMatchObject({
      kind: 'archive',
      section: { at: undefined },
    })
    expect(sections.filter(({ kind }) => kind === 'decision-archive')).toHaveLength(2)
  })

  test('leaves a dated section that contains other sections, and reports it', () => {
    const text = '## Decision Log — 2026-01-01 (one)\n\nwords\n\n### Blockers\n- Waiting: key\n'
    expect(archive(text)).toMatchObject({ text, remarks: [expect.stringContaining('"one" at line 1 stays')] })
  })

  test('reports a decision that stays, with its line', () => {
    const text = '## Decisions\n- 2026-01-01 Release\n```sh\nmake\n```\n'
    expect(archive(text)).toMatchObject({
      text,
      remarks: [expect.stringContaining('"Release" at line 2 stays')],
    })
  })
})

test('archiving refuses a damaged notes file or archive file and says which one', () => {
  expect(() => archive(`${seedExample}\n\`\`\`\n`)).toThrow(/^Line \d+ has/)
  expect(() => archive(seedExample, { keepArchived: 0 }, '# x\n```\n')).toThrow(
    /^The archive file: line 2 has/,
  )
})

test('archiving keeps every byte of an archive file written by hand', () => {
  const file = '\uFEFF# Mine\r\n\r\nwords\r\n'
  const { archiveText = '' } = archive(seedExample, { keepArchived: 0 }, file)
  expect(archiveText.startsWith(file)).toBe(true)
  expect(archiveText).not.toMatch(/(?<!\r)\n/)
  expect(decisionsAsJson(archiveText)).toEqual(decisionsAsJson(seedExample))
})

test('conserve refuses an archive that loses, changes or invents a decision', () => {
  const [before, less, changed] = [
    seedExample,
    seedExample.replace(/\| 2024-01-08.*\n/, ''),
    seedExample.replace('JWT', 'Jwt'),
  ].map(text => readNotes(text))
  if (before === undefined || less === undefined || changed === undefined) throw new Error('unreachable')
  expect(() => conserve([before], [before], [])).not.toThrow()
  expect(() => conserve([before], [less], [])).toThrow(/lose or change a record.*PostgreSQL/)
  expect(() => conserve([less], [before], [])).toThrow(/add a record/)
  expect(() => conserve([before], [changed], [])).toThrow(/record/)
})

test('archiving conserves any decisions with any limits, and a second run changes nothing', () => {
  const word = fc.oneof(
    fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }),
    fc.constantFrom(
      'a | b',
      '`code`',
      'two\nlines',
      '**x**: y',
      '- item',
      '# h',
      '&amp;',
      '<br>',
      '$&',
      '-->',
      '😀',
      'Superseded by D-2',
    ),
  )
  const text = fc
    .array(word, { minLength: 1, maxLength: 3 })
    .map(words => words.join(' '))
    .filter(words => /[a-z]/i.test(words))
  const decision = fc.record({
    kind: fc.constant('decision' as const),
    at: fc
      .integer({ min: 0, max: 50 })
      .map(day => new Date(Date.UTC(2026, 0, 1 + day, day % 24)).toISOString().replace('.000', '')),
    title: text,
    decision: text,
    rationale: text,
    evidence: fc.array(
      fc.record({ quote: fc.constantFrom('const a = 1', 'x | `y`'), place: fc.constant(`${R}/src/a.ts:5`) }),
      { maxLength: 2 },
    ),
    scenarios: fc.array(text, { maxLength: 3 }),
  })
  fc.assert(
    fc.property(
      fc.array(decision, { minLength: 1, maxLength: 6 }),
      fc.nat({ max: 4 }),
      fc.nat({ max: 3 }),
      fc.boolean(),
      (drafts, keep, keepArchived, crlf) => {
        let file = crlf ? template.replaceAll('\n', '\r\n') : template
        for (const draft of drafts) {
          const intent: Intent = { do: 'add', draft }
          try {
            file = changeNotes(file, [intent], {}).text
          } catch {
            // Drafts that cannot be written are not tested here.
          }
        }
        const result = archive(file, { keep, keepArchived })
        expect(decisionsAsJson(result.text, result.archiveText)).toEqual(decisionsAsJson(file))
        const again = archive(result.text, { keep, keepArchived }, result.archiveText)
        expect([again.text, again.archiveText]).toEqual([result.text, result.archiveText])
      },
    ),
    { numRuns: 150 },
  )
}, 120_000)

test('archiving hundreds of decisions at once has the same result as archiving each one alone', () => {
  const time = (n: number) => `${new Date(Date.UTC(2020, 0, 1, n)).toISOString().slice(0, 19)}Z`
  const forms: readonly ((n: number) => string)[] = [
    n => `#### ${time(n)} - Row ${n}\n**Decision**: d | ${n}\n**Rationale**: r`,
    n => `#### D-${n} - ${time(n)} - Id that has no column ${n}\n**Decision**: x`,
    n => `#### ${time(n)} - Own field ${n}\n**Decision**: x\n**Alternatives**: none that scale`,
    n => `#### ${time(n)} - Code ${n}\n**Decision**: x\n\n\`\`\`ts\nconst answer = ${n}\n\`\`\``,
    // In a cell these words would be the status of the decision, or one of its fields.
    n => `#### ${time(n)} - A status ${n}\n**Decision**: Superseded by D-2`,
    n => `#### ${time(n)} - A field ${n}\n**Decision**: x\n**Rationale**: **Decision**: y`,
    n => `- ${time(n)} Bullet with code below ${n}\n\`\`\`sh\nmake\n\`\`\``,
    n => `#### ${time(n)} - Same words ${n}\n**Decision**: x x ${n}\n**Note**: x`,
  ]
  const all = Array.from({ length: 420 }, (_, n) => {
    const form = forms[(n % 13) % forms.length]
    return form === undefined ? '' : form(n)
  })
  const bulletsFirst = all.toSorted((a, b) => Number(b.startsWith('-')) - Number(a.startsWith('-')))
  const archived = (entries: readonly string[]) => {
    const result = archive(template.replace('### Pending', () => `${entries.join('\n\n')}\n\n### Pending`))
    const { document, records } = readNotes(result.text)
    const said = records
      .filter(({ kind }) => kind === 'decision' || kind === 'archive')
      .map(({ kind, span }) => `${kind}: ${document.text.slice(span.start, span.end)}`)
    const remarks = result.remarks.map(remark => remark.replace(/ at line \d+/, ''))
    return { said, remarks: remarks.filter(remark => remark.includes('stays')) }
  }
  const together = archived(bulletsFirst)
  const alone = bulletsFirst.map(entry => archived([entry]))
  expect(together.said.toSorted()).toEqual(alone.flatMap(({ said }) => said).toSorted())
  expect(together.remarks.toSorted()).toEqual(alone.flatMap(({ remarks }) => remarks).toSorted())
  expect(new Set(together.said.map(said => said.slice(0, 12)))).toEqual(
    new Set(['archive: | 2', 'archive: ###', 'decision: - ']),
  )
}, 120_000)

test('archiving three thousand decisions at once costs time in proportion to their number', () => {
  const archiving = (decisions: number) => {
    const entries = Array.from(
      { length: decisions },
      (_, n) =>
        `#### ${new Date(Date.UTC(2020, 0, 1, n)).toISOString().slice(0, 19)}Z - Title ${n}\n**Decision**: d ${n}\n**Rationale**: r\n`,
    )
    const text = template.replace('### Pending', `${entries.join('\n')}\n### Pending`)
    return () => archive(text, { keep: 20, keepArchived: 100 }).moved
  }
  expectGrowth(archiving, { from: 750 })
  expect(archiving(3000)()).toEqual({ toSection: 2980, toFile: 2880 })
}, 120_000)

test('the growth of an archive counts bytes and tokens', () => {
  expect(growth('a', 'a 😀')).toEqual({ bytes: 5, tokens: expect.any(Number) })
  expect(growth(seedExample, template).bytes).toBeLessThan(0)
})
