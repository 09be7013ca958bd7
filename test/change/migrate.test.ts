import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Migration, planMigration } from '../../src/change/migrate/migrate.ts'
import { notesTemplate as template } from '../../src/change/notes-template.ts'
import { NotesError } from '../../src/error.ts'
import { readNotes } from '../../src/notes/notes.ts'
import { profiles } from '../../src/notes/profile.ts'
import { presentContexts } from '../../src/notes/state/standing.ts'
import { recordToJson } from '../../src/notes/to-json.ts'
import { lintText } from '../../src/project/lint/project.ts'
import { markdownTexts } from '../fixtures/arbitrary-markdown.ts'
import { seedExample } from '../fixtures/markdown.ts'
import { shapes } from '../fixtures/notes-shapes.ts'
import { profileExample, profileExamples } from '../fixtures/profiles.ts'
import { realShapes, unseenShapes } from '../fixtures/real-shapes.ts'
import fc from '../property.ts'

const recovery = new URL('../fixtures/recovery/', import.meta.url)
const files: readonly { readonly name: string; readonly text: string }[] = [
  { name: 'the seed', text: seedExample },
  { name: 'the empty template', text: template },
  { name: 'an empty file', text: '' },
  ...profileExamples.map(({ name, text }) => ({ name: `profile ${name}`, text })),
  ...[...shapes, ...realShapes, ...unseenShapes],
  ...readdirSync(recovery)
    .filter(name => name.endsWith('.md'))
    .map(name => ({ name, text: readFileSync(new URL(name, recovery), 'utf8') })),
]

const migrate = (text: string): Migration => planMigration(text, {})

const lines = (...all: string[]): string => `${all.join('\n')}\n`

/** Returns the lines below the heading with this title, without the comments of the protocol. */
function sectionOf(text: string, title: string): string {
  const { sections } = readNotes(text)
  const at = sections.findIndex(section => section.title === title)
  const [own, next] = [sections[at], sections.slice(at + 1).find(({ isPart }) => !isPart)]
  const body = text.slice(own?.heading?.span.end, next?.heading?.span.start ?? text.length)
  return body.replaceAll(/^<!-- .* -->\n/gm, '').trim()
}

/** Returns each record as public JSON without titles that repeat the decision. It shares no code with the proof. */
const recordsIn = (text: string): readonly string[] => {
  const { document, records } = readNotes(text.replaceAll('\r\n', '\n').replace(/^\uFEFF/, ''))
  return records
    .map(record => {
      const { lines: _, handle, dated, others, checkpoint, at, ...json } = recordToJson(document, record)
      const {
        title = '',
        decision = title,
        evidence,
        ...rest
      } = json as {
        title?: string
        decision?: string
        evidence?: readonly { quote?: string; place?: string }[]
      }
      const pieces = evidence?.map(({ quote, place }) => `${quote} ${place}`)
      const isDecision = record.kind === 'decision' || record.kind === 'archive'
      const own = isDecision && decision.startsWith(title) ? decision : `${title} ${decision}`
      const other = record.kind === 'context' ? others : undefined
      return JSON.stringify([
        checkpoint ?? at,
        own,
        pieces,
        other,
        Object.entries(rest)
          .filter(([name]) => name !== 'precision')
          .sort(),
      ])
    })
    .sort()
}

/** Counts how often each word occurs in a text. */
function wordsIn(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const [word] of text.matchAll(/[\p{L}\p{N}]{3,}/gu)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** The words of headings, table headers, labels and markers, which the protocol replaces with its own. */
const FURNITURE = new Set(
  files
    .flatMap(
      ({ text }) =>
        text.match(
          /^#+ .*$|^.+(?=\n(?:-{3,}|={3,})$)|^\|.*\|(?=\n\|[\s|:-]+\|\n)|^[ \t|>*-]*\**[A-Z][A-Za-z ]{1,30}\**:?\**[ \t]*[:|]|\b(?:None(?: yet)?|none|MED|P\d)\b/gm,
        ) ?? [],
    )
    .flatMap(line => [...wordsIn(line).keys()]),
)

const outline = profiles.sam.outline.map(({ title, depth }) => `${depth} ${title}`)

/** Returns the present state of the work that a session would see. */
const stateIn = (text: string) => {
  const [now] = presentContexts(readNotes(text))
  return now && { state: now.state, next: now.next, bead: now.bead }
}

/** Migrates a text, and checks everything that a user may rely on for any file. */
function expectMigrated(text: string, isOnce = true): Migration {
  const migration = migrate(text)
  const after = readNotes(migration.text)
  const found = after.sections.map(({ title, depth }) => `${depth} ${title}`)
  expect(after.profile).toBe('sam')
  expect([...new Set(found.filter(section => outline.includes(section)))]).toEqual(outline)
  expect(recordsIn(migration.text)).toEqual(recordsIn(text))
  expect(stateIn(migration.text)).toEqual(stateIn(text))
  if (isOnce) expect(migrate(migration.text).text).toBe(migration.text)
  return migration
}

describe('migrate', () => {
  test.each(files)('keeps all records and words, and a second run changes nothing: $name', ({ text }) => {
    const migration = expectMigrated(text)
    const now = wordsIn(migration.text)
    const lost = [...wordsIn(text)].filter(
      ([word, count]) => !FURNITURE.has(word) && (now.get(word) ?? 0) < count,
    )
    expect(lost).toEqual([])
    const counts = Object.values(migration.records).reduce((sum, { count }) => sum + count, 0)
    expect(counts).toBe(readNotes(text).records.length)
  })

  test.each(files)(
    'writes the same text with CRLF and a byte order mark, and adds no final newline: $name',
    ({ text }) => {
      const plain = migrate(text).text
      const crlf = `\uFEFF${text.replace(/^\uFEFF/, '').replaceAll(/\r?\n/g, '\r\n')}`
      const other = migrate(crlf).text
      expect(other.replaceAll('\r\n', '\n').replace(/^\uFEFF/, '')).toBe(
        plain.replaceAll('\r\n', '\n').replace(/^\uFEFF/, ''),
      )
      if (crlf.includes('\r\n')) expect(other).not.toMatch(/(?<!\r)\n/)
      const open = text.replace(/\s+$/, '')
      if (open !== '') expect(migrate(open).text).not.toMatch(/\n$/)
    },
  )

  test.each(['seed', 'template'] as const)(
    'leaves a file unchanged that already has the format: %s',
    name => {
      const text = name === 'seed' ? seedExample : template
      expect(migrate(text).text).toBe(text)
      const spaced = text.replaceAll('\n## ', '\n\n\n## ').replaceAll(/^<!-- .* -->\n/gm, '')
      expect(migrate(spaced).text).toBe(spaced)
    },
  )

  test('turns a file with nothing but a title into the template that init writes', () => {
    expect(migrate('').text.trimEnd()).toBe(template.trimEnd())
    const [, ...rest] = template.split('\n## Session Continuity\n')
    expect(migrate('# Ours\n').text).toBe(`# Ours\n\n## Session Continuity\n${rest.join('')}`)
  })

  test('keeps the title of a file that is named like a section, and the text below it', () => {
    const { text } = migrate('# Project log\n\nIntro text.\n\n## 2026-01-02 - Pool\n\nUse one pool\n')
    expect(text).toMatch(/^# Project log\n\nIntro text\.\n\n## Session Continuity\n/)
    expect(sectionOf(text, 'Session Continuity Log')).toMatch(/\n### 2026-01-02 - Pool\n\nUse one pool$/)
  })

  test('refuses a file whose lines end in CR alone, or differently', () => {
    expect(() => migrate('# Notes\r\rText\r')).toThrow('The lines of this file end in CR alone')
    expect(() => migrate('# Notes\r\nText\n')).toThrow('The line endings of this file are mixed')
  })

  test('writes rows of a decision table as headings with fields, and adds every required section', () => {
    const { text, kept } = migrate(profileExample('mount'))
    expect(sectionOf(text, 'Decision Log')).toBe(
      lines(
        '#### 2026-01-06 - Pool (superseded by Two)',
        '**Decision**: Pool (superseded by Two)',
        '**Rationale**: S03',
        '',
        '#### 2026-01-10 - Two',
        '**Decision**: Two',
        '**Rationale**: S03',
      ).trim(),
    )
    expect(kept).toEqual([])
    const missing = lintText(text, { profile: 'sam' }).files[0]?.findings.map(({ rule }) => rule)
    expect(new Set(missing)).not.toContain('required-section')
    expect(missing).toContain('decision-fields')
  })

  test('writes the date of a heading into the decisions below it, and keeps the rest of that heading', () => {
    const { text } = migrate(
      lines(
        '# N',
        '## Decision Log — 2026-06-18 (cycle-031 retries)',
        '- **Retry with jitter.** Waves hit the vendor',
        '',
        '### D-031: Sign hooks',
        '**Decision**: HMAC',
        '',
        '## Decision Log — 2026-06-01',
        '- Keep `a|b`',
      ),
    )
    expect(sectionOf(text, 'Decision Log')).toBe(
      lines(
        '#### 2026-06-18 - Retry with jitter',
        '**Decision**: Waves hit the vendor',
        '',
        '#### 2026-06-18 - D-031: Sign hooks',
        '**Decision**: HMAC',
        '',
        '#### 2026-06-01 - Keep `a|b`',
        '**Decision**: Keep `a|b`',
      ).trim(),
    )
    expect(text.match(/<!-- Decision Log — 2026-06-18 \(cycle-031 retries\) -->/g)).toHaveLength(2)
  })

  test('converts tables to the columns of the protocol, followed by other known columns that are not empty', () => {
    const { text } = migrate(
      lines(
        '## Technical Debt',
        '| Issue | File | Status | ID |',
        '|---|---|---|---|',
        '| Slow `x | y` | a.ts:4 | open | TD-009 |',
        '',
        '## Session Log',
        '- 2026-08-01: wave 2 is over',
        '',
        '| Timestamp | Event | Outcome |',
        '|---|---|---|',
        '| 2026-08-02T10:00Z | start | ok |',
      ),
    )
    expect(sectionOf(text, 'Discovered Technical Debt')).toBe(
      lines(
        '| ID | Description | Severity | Found By | Sprint | File | Status |',
        '|----|-------------|----------|----------|--------|------|--------|',
        '| TD-009 | Slow `x \\| y` |  |  |  | a.ts:4 | open |',
      ).trim(),
    )
    expect(sectionOf(text, 'Session Continuity Log')).toBe(
      lines(
        '| Timestamp | Agent | Summary |',
        '|-----------|-------|---------|',
        '| 2026-08-01 |  | wave 2 is over |',
        '| 2026-08-02T10:00Z | start | ok |',
      ).trim(),
    )
  })

  test('turns a context of any form into the active one, dated by its heading', () => {
    const { text } = migrate(
      lines(
        '## Session Continuity — 2026-05-01 (old)',
        '**Status:** red',
        '',
        '## Session Continuity — 2026-06-18',
        'Two of three runs are green.',
        '',
        '**Next**: rerun',
        '**Branch**: soak',
      ),
    )
    expect(sectionOf(text, 'Active Context')).toBe(
      lines(
        '- **Current Bead**: (none)',
        '- **Last Checkpoint**: 2026-06-18',
        '- **Reasoning State**: Two of three runs are green.',
        '- **Next Action**: rerun',
        '- **Branch**: soak',
      ).trim(),
    )
    expect(text).toMatch(/\n## Session Continuity — 2026-05-01 \(old\)\n\*\*Status:\*\* red\n$/)
  })

  test('keeps unknown sections byte for byte after the others, and moves prose with its section', () => {
    const team = lines(
      '## Team',
      '',
      '* Ann  (till May)',
      '\tindented',
      '',
      '```md',
      '## Blockers',
      '- none',
      '```',
      '',
      '### More',
      'x',
    )
    const { text, unknown } = migrate(`# N\n\n${team}\n## Blockers\nOnly these matter:\n\n- Waiting: key\n`)
    expect(unknown).toEqual(['Team'])
    expect(text.endsWith(`\n${team}`)).toBe(true)
    expect(sectionOf(text, 'Blockers & Dependencies')).toBe('Only these matter:\n\n- Waiting: key')
  })

  test('keeps a record in its form, and reports it, when the protocol form would lose a word', () => {
    const { text, kept } = migrate(
      lines(
        '## Decisions',
        '| # | Decision | Reasoning | Votes |',
        '|---|---|---|---|',
        '| 1 | Cents | floats | 3:1 |',
        '',
        '## Tech debt',
        '- Slow',
        '  - seen on ann’s machine',
        '- Old',
      ),
    )
    expect(text).toContain(
      '| # | Decision | Reasoning | Votes |\n|---|---|---|---|\n| 1 | Cents | floats | 3:1 |',
    )
    expect(sectionOf(text, 'Discovered Technical Debt')).toBe(
      lines(
        '- Slow',
        '  - seen on ann’s machine',
        '',
        '| ID | Description | Severity | Found By | Sprint |',
        '|----|-------------|----------|----------|--------|',
        '|  | Old |  |  |  |',
      ).trim(),
    )
    expect(kept.map(({ kind, title }) => `${kind} ${title}`)).toEqual(['decision Cents', 'debt Slow'])
  })

  test('invents nothing: no rationale, no scenario, no kind of blocker', () => {
    const { text } = migrate(lines('## Blockers', '- legal review', '', '## Decisions', '- 2026-01-01 Use C'))
    expect(text).not.toMatch(/Rationale\*\*|Scenarios\*\*|Blocked: /)
    expect(text).toContain('\n- legal review\n')
  })

  test.each([
    ['an open fence', '# N\n## Decisions\n```\nopen\n', 'damaged'],
    ['a conflict', '# N\n<<<<<<< ours\n- a\n=======\n- b\n>>>>>>> theirs\n', 'damaged'],
    ['mixed line endings', '# N\r\n## Decisions\n- a\n', 'damaged'],
  ])('refuses a file with %s', (_, text, code) => {
    expect(() => migrate(text)).toThrowError(expect.objectContaining({ code }))
  })

  /** The parts of a file, from one H2 to the next. */
  const parts = (text: string): readonly string[] => text.split(/^(?=## )/m)
  const known = files
    .filter(({ text }) => text.length < 9_000 && !text.startsWith('\uFEFF'))
    .map(({ text }) => text)

  /** Other ways to write the same file. */
  const ways: readonly ((text: string) => string)[] = [
    text => text,
    text => text.replaceAll(/^(?=##+ )/gm, '#'),
    text => text.replaceAll(/^## (.+)$/gm, (_, title: string) => `${title}\n${'-'.repeat(title.length)}`),
    text => text.replaceAll(/^## (.+)$/gm, '## $1 — 2026-03-04'),
    text => text.replaceAll(/^## (.+)$/gm, '---\n\n## 🧭 $1 (ours)\n'),
    text => text.replaceAll('\n- ', '\n\n* '),
  ]

  /** Checks that the file is either refused or loses nothing. Returns true if it was migrated. */
  const expectSafe = (text: string, isOnce = true): boolean => {
    if (readNotes(text).document.damage.length > 0) return false
    try {
      expectMigrated(text, isOnce)
      return true
    } catch (error) {
      if (!(error instanceof NotesError && (error.code === 'not-written' || error.message.includes('mixed'))))
        throw error
      return false
    }
  }

  test('keeps the current state of the work when the file has two states', () => {
    const text =
      '## Current Focus\n\n| Field | Value |\n|---|---|\n| **Active Task** | bd-4k2.3 numbers |\n| **Next Action** | Apply it |\n\n## Session Continuity\n\nCurrent focus: theme editor\nStatus: waiting for icons\nNext: wire the undo stack\n'
    expectSafe(text)
    const setext = text.replaceAll(
      /^## (.+)$/gm,
      (_, title: string) => `${title}\n${'-'.repeat(title.length)}`,
    )
    expectSafe(setext)
  })

  test('loses nothing from files whose sections are mixed, dropped, repeated or written differently', () => {
    let done = 0
    const mixed = fc
      .tuple(fc.constantFrom(...known), fc.constantFrom(...known), fc.constantFrom(...ways))
      .chain(([one, other, way]) =>
        fc
          .shuffledSubarray([...parts(one), ...parts(other)], { minLength: 1 })
          .map(all => way(all.join('\n'))),
      )
    fc.assert(
      fc.property(mixed, text => {
        if (expectSafe(text)) done++
      }),
      { numRuns: 150 },
    )
    expect(done).toBeGreaterThan(100)
  })

  test.each(markdownTexts)('loses nothing from any Markdown: %s', (_, texts) => {
    const text = fc.tuple(texts, fc.constantFrom('', ...known)).map(([one, other]) => `${other}${one}`)
    fc.assert(
      fc.property(text, one => void expectSafe(one, false)),
      { numRuns: 60 },
    )
  })
})
