import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { estimateTokens } from '../../src/markdown/tokens.ts'
import { whyProject } from '../../src/project/evidence/why.ts'
import { touchedText } from '../../src/project/evidence/why-line.ts'
import { openProject } from '../../src/project/open.ts'
import { notesFile } from '../bench/generate.mjs'
import { folderWith } from '../config/folder.ts'
import { notes } from '../notes-cli.ts'

const CODE = Array.from({ length: 40 }, (_, index) => `const line${index + 1} = ${index + 1}\n`).join('')

const NOTES = `# Notes

### Lightweight Identifiers
| Identifier | Purpose | Last Verified |
|------------|---------|---------------|
| \${PROJECT_ROOT}/src/db.ts | Everything about the pool | 14:25:00Z |
| \${PROJECT_ROOT}/src/db.ts:30-32 | The timeout | 14:25:00Z |
| \${PROJECT_ROOT}/src/my-(\\|)file.ts:3 | An encoded name | 14:25:00Z |

### Decision Log

#### 2026-05-01T10:00:00Z - One pool
**Decision**: Use one pool per worker
**Rationale**: A pool per request ran out of sockets
**Evidence**:
- \`const line12 = 12\` [\${PROJECT_ROOT}/src/db.ts:7]
- \`const line2 = 2\` [\${PROJECT_ROOT}/src/other.ts:2]

#### 2026-04-01T10:00:00Z - No pool
**Status**: Superseded by One pool
**Decision**: Open a connection per request
**Evidence**:
- \`const line12 = 12\` [\${PROJECT_ROOT}/src/db.ts:12]

#### 2026-05-03T10:00:00Z - Timeout
**Decision**: Give up after a second
**Evidence**:
- \`const line30 = 30\` [\${PROJECT_ROOT}/src/db.ts:30]

#### 2026-05-02T10:00:00Z - Gone
**Decision**: Keep the old reader
**Evidence**:
- \`read()\` [\${PROJECT_ROOT}/src/gone.ts:5]

### Discovered Technical Debt
| ID | Description | Severity | Found By | Sprint |
|----|-------------|----------|----------|--------|
| TD-001 | No retry in src/db.ts:13 | HIGH | me | S1 |
| TD-002 | ~~Leak in src/db.ts:11 on close~~ | LOW | me | S1 |
`

function project(text = NOTES) {
  const cwd = folderWith({
    'NOTES.md': text,
    '.git/': '',
    'src/db.ts': CODE,
    'src/other.ts': CODE,
    'src/deep/inside.ts': CODE,
    'README.md': 'x',
  })
  const open = () => openProject({ cwd })
  const why = (path: string, from?: number, to?: number) => whyProject(open(), { path, from, to })
  const run = (...args: string[]) => notes(['why', ...args], { cwd })
  return { cwd, open, why, run }
}

const namesOf = ({ records }: ReturnType<typeof whyProject>) =>
  records.map(({ title, where, status }) => [title.slice(0, 12).trim(), where, status])

describe('whyProject', () => {
  test('lists decisions, references and debt on these lines first, the newest on top, then the rest of the file', () => {
    expect(namesOf(project().why('src/db.ts', 10, 14))).toEqual([
      ['One pool', 'here', 'in-force'],
      ['No pool', 'here', 'superseded'],
      ['Leak in src/', 'here', 'done'],
      ['No retry in', 'here', 'open'],
      ['${PROJECT_RO', 'file', 'in-force'],
      ['Timeout', 'elsewhere', 'in-force'],
      ['${PROJECT_RO', 'elsewhere', 'in-force'],
    ])
  })

  test('compares the given lines with where the quote is today, not with the line that the notes cite', () => {
    const { why } = project()
    const [first] = why('src/db.ts', 12).records
    expect(first).toMatchObject({
      title: 'One pool',
      state: 'moved',
      places: [{ path: 'src/db.ts', lines: [{ from: 12, to: 12 }], quote: 'const line12 = 12' }],
    })
    expect(namesOf(why('src/db.ts', 7))).not.toContainEqual(['One pool', 'here', 'in-force'])
  })

  test('treats every record that cites the file as "here" when no lines are given', () => {
    expect(
      new Set(
        project()
          .why('src/db.ts')
          .records.map(({ where }) => where),
      ),
    ).toEqual(new Set(['here']))
  })

  test('reports a cited file that is missing', () => {
    expect(project().why('src/gone.ts', 5).records).toMatchObject([
      { title: 'Gone', state: 'missing', places: [{ lines: [{ from: 5, to: 5 }] }] },
    ])
  })

  test('finds a path from the root, from the working folder, absolute, and with ${PROJECT_ROOT}', () => {
    const { cwd } = project()
    const from = join(cwd, 'src')
    const open = openProject({ cwd: from })
    for (const path of [
      'db.ts',
      'src/db.ts',
      './db.ts',
      '../src/db.ts',
      `${cwd}/src/db.ts`,
      '${PROJECT_ROOT}/src/db.ts',
    ])
      expect([path, whyProject(open, { path }).records.length]).toEqual([path, 7])
    // In a folder below the root, a path from the root works even if its file is gone.
    expect(whyProject(open, { path: 'src/gone.ts' }).records).toHaveLength(1)
  })

  test('finds a file whose name contains a character that is escaped in table cells', () => {
    expect(project().why('src/my-(|)file.ts').records).toMatchObject([{ kind: 'reference' }])
  })

  test('matches every file below a folder, but no folder whose name only starts with the same letters', () => {
    const { why } = project()
    expect(why('src').records.length).toBeGreaterThan(7)
    expect(why('.').records.length).toBe(why('src').records.length)
    expect(why('sr').records).toEqual([])
  })

  test('refuses a path outside the project', () => {
    expect(() => project().why('../elsewhere.ts')).toThrow(/is outside the project/)
  })

  test('finds records of the archive file, and names it', () => {
    const { cwd } = project()
    const archived = NOTES.replace('One pool', 'An archived pool').replace('Decision Log', 'Decision Archive')
    const open = openProject({
      cwd: folderWith({
        'NOTES.md': '# Notes\n',
        'NOTES.archive.md': archived,
        '.git/': '',
        'src/db.ts': CODE,
      }),
    })
    expect(cwd).not.toBe(open.cwd)
    expect(whyProject(open, { path: 'src/db.ts', from: 12 }).records[0]).toMatchObject({
      title: 'An archived pool',
      archivedIn: 'NOTES.archive.md',
    })
  })

  test('finds the same records whether a large file is read in part or in full', () => {
    const text = notesFile(300)
    const { cwd } = project(text)
    const [path = ''] = [...new Set([...text.matchAll(/PROJECT_ROOT\}\/([\w/.]+)/g)].map(([, name]) => name))]
    const some = whyProject(openProject({ cwd }), { path }).records
    const all = whyProject(openProject({ cwd }), { path: '.' }).records
    expect(some.length).toBeGreaterThan(3)
    const rest = all.filter(({ places }) => places.some(place => place.path === path))
    expect(some.map(({ title, handle, line }) => [title, handle, line])).toEqual(
      rest.map(({ title, handle, line }) => [title, handle, line]),
    )
  })
})

describe('notes why', () => {
  test('prints handle, date, place and decision, and says which are superseded', () => {
    const { run } = project()
    const { code, stdout } = run('src/db.ts:10-14')
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^d-\w{4} +2026-05-01T10:00:00Z +src\/db\.ts:12 +moved +decision +One pool: Use one pool/,
    )
    expect(stdout).toMatch(/superseded +decision +No pool.*\(superseded by One pool\)/)
    expect(stdout).toMatch(/\nElsewhere in the file:\n/)
    expect(run('src/db.ts:12', '--verbose').stdout).toMatch(
      /\n {4}why: A pool per request ran out of sockets\n/,
    )
  })

  test('exits with 1 and prints one line when nothing rests on the code, and exits with 2 outside the project', () => {
    const { run } = project()
    expect(run('README.md')).toMatchObject({ code: 1, stdout: 'Nothing in NOTES.md rests on README.md.\n' })
    expect(run('Makefile').code).toBe(1)
    expect(run('/etc/passwd').code).toBe(2)
  })

  test('refuses lines that the file does not have, and reads 14-10 as 10-14', () => {
    const { run } = project()
    for (const lines of ['0', '99999'])
      expect(run(`src/db.ts:${lines}`)).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringContaining(`src/db.ts has 40 lines, and no line ${lines}\n`),
      })
    expect(run('src/db.ts:14-10').stdout).toBe(run('src/db.ts:10-14').stdout)
  })

  test('accepts several places, and lists each record once', () => {
    const { run } = project()
    const { records } = JSON.parse(run('src/db.ts:12', 'src/other.ts', '--json').stdout)
    const found = records.filter(({ title }: { title: string }) => title === 'One pool')
    expect(found).toHaveLength(1)
    expect(found[0].places).toHaveLength(2)
  })

  test('lists decisions when the cited code is missing', () => {
    const { cwd, run } = project()
    rmSync(join(cwd, 'src'), { recursive: true })
    expect(run('src/db.ts:12').stdout).toMatch(/missing +superseded +decision +No pool/)
  })
})

describe('the notice about decisions before code is edited', () => {
  test('names the newest decision in force with its reason, its handle and where to read on', () => {
    const { why } = project()
    const found = touchedText(why('src/db.ts', 10, 14))
    expect(found?.text).toMatch(
      /^Before you edit src\/db\.ts L10-14: decided 2026-05-01 "Use one pool per worker" because: "A pool per request ran out of sockets" \(d-\w{4}\)\. See `notes why src\/db\.ts:10`\.$/,
    )
    expect(found?.handles).toEqual([why('src/db.ts', 12).records[0]?.handle])
  })

  test('omits superseded decisions, those on other lines, and those already shown to the session', () => {
    const { why } = project()
    const found = touchedText(why('src/db.ts', 10, 14))
    expect(touchedText(why('src/db.ts', 10, 14), { told: new Set(found?.handles) })).toBeUndefined()
    expect(touchedText(why('src/db.ts', 20, 22))).toBeUndefined()
  })

  test('stays within 80 tokens for many long decisions and a long path, and masks a secret', () => {
    const path = `src/${'long-folder-name/'.repeat(20)}db.ts`
    const entry = (at: number, file: string) => `#### 2026-05-${10 + at}T10:00:00Z - Title ${at}
**Decision**: ${'Use a rather long sentence about pools and sockets '.repeat(5)}
**Rationale**: key ghp_${'a1B2'.repeat(9)} ${'because of the load '.repeat(20)}
**Evidence**:
- \`x\` [\${PROJECT_ROOT}/${file}:1]

`
    for (const file of ['src/db.ts', path]) {
      const text = `# Notes\n\n## Decision Log\n\n${Array.from({ length: 9 }, (_, at) => entry(at, file)).join('')}`
      const found = touchedText(project(text).why(file, 1), { command: 'npx notes' })
      expect(estimateTokens(found?.text ?? '')).toBeLessThanOrEqual(80)
      expect(found?.text).not.toContain('ghp_a1B2')
      expect(found?.handles.length).toBeGreaterThan(0)
    }
  })
})
