import { defineRule } from '../rule.ts'

export default defineRule({
  name: 'path-prefix',
  group: 'paths',
  summary: 'Require the `${PROJECT_ROOT}` prefix on every path',
  why: 'A relative path resolves against a working directory that the next session does not share; an absolute one exists on one machine only.',
  fix: 'safe',
  severity: { sam: 'error', loose: 'off' },
  messages: {
    relative: 'Unexpected relative path `{{path}}`, expected `${PROJECT_ROOT}/{{path}}`',
    absolute: 'Unexpected absolute path `{{path}}`, expected a path from `${PROJECT_ROOT}`',
  },
  examples: [
    {
      title: 'a place in the project',
      before:
        '## Lightweight Identifiers\n| Identifier | Purpose | Last Verified |\n|---|---|---|\n| ${PROJECT_ROOT}/src/a.ts:1 | A | 10:00:00Z |\n',
      reports: [],
      profile: 'sam',
    },
    {
      title: 'a relative reference to a file that is there',
      before:
        '## Lightweight Identifiers\n| Identifier | Purpose | Last Verified |\n|---|---|---|\n| src/a.ts:1 | A | 10:00:00Z |\n',
      reports: ['4:3 relative'],
      after:
        '## Lightweight Identifiers\n| Identifier | Purpose | Last Verified |\n|---|---|---|\n| ${PROJECT_ROOT}/src/a.ts:1 | A | 10:00:00Z |\n',
      profile: 'sam',
      code: { 'src/a.ts': 'const a = 1\n' },
    },
  ],
  check({ notes, code, text }, report) {
    for (const record of notes.records) {
      if (record.kind !== 'reference' || record.locator === undefined || !('path' in record.locator)) continue
      const { kind, path, text: written } = record.locator
      const at = text.indexOf(written, record.span.start)
      if (kind === 'project' || at < 0 || at > record.span.end) continue
      const span = { start: at, end: at + written.length }
      if (kind !== 'relative') {
        report('absolute', { span, data: { path } })
        continue
      }
      const plain = path.replace(/^\.\//, '')
      const there = code !== undefined && 'text' in code.read(plain)
      const edit = { span: { start: at, end: at + (path.length - plain.length) }, text: '${PROJECT_ROOT}/' }
      report('relative', { span, data: { path: plain }, ...(there ? { fix: [edit] } : {}) })
    }
  },
})
