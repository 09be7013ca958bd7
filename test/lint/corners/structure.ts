import type { Corners } from './corner.ts'

const paragraphs = (...texts: readonly string[]): string =>
  `## Learnings\n${texts.map(text => `\n${text}\n`).join('')}`

export const structureCorners: Corners = {
  'placeholder-left': [
    {
      title: 'each alone in its paragraph',
      before: paragraphs('[Title]', '[name]', 'A <name>', 'A <what was learnt>', 'YYYY-MM-DD'),
      reports: [
        ...['3:1-3:8 placeholder', '5:1-5:7 placeholder', '7:3-7:9 placeholder'],
        ...['9:3-9:20 placeholder', '11:1-11:11 placeholder'],
      ],
    },
    {
      title: 'words in capitals and in small letters',
      before: paragraphs('TODO: add', 'todo: add', 'FIXME: add', 'fixme: add', 'TBD: add', 'tbd: add'),
      reports: [3, 5, 7, 9, 11, 13].map(
        line => `${line}:1-${line}:${line === 7 || line === 9 ? 11 : line < 7 ? 10 : 9} placeholder`,
      ),
    },
  ],
  'duplicate-section': [
    {
      title: 'an empty one at the end of the file',
      before: '## Blockers\n- Blocked: A\n\n## Blockers\n',
      after: '## Blockers\n- Blocked: A\n\n',
      reports: ['4:4-4:12 empty, safe fix'],
    },
    {
      title: 'an empty one at the end of the file, without an end of its line',
      before: '## Blockers\n- Blocked: A\n\n## Blockers',
      after: '## Blockers\n- Blocked: A\n',
      reports: ['4:4-4:12 empty, safe fix'],
    },
    {
      title: 'an empty one with lines of blanks below it',
      before: '## Blockers\n- Blocked: A\n\n## Blockers\n \n\t\n\n## Learnings\n- B\n',
      after: '## Blockers\n- Blocked: A\n\n## Learnings\n- B\n',
      reports: ['4:4-4:12 empty, safe fix'],
    },
  ],
  'required-section': [
    {
      title: 'a name of its own beside the protocol’s',
      before:
        '# Notes\n## Session Continuity\n### Active Context\n### Lightweight Identifiers\n### Decision Log\n### Pending Questions\n## Active Sub-Goals\n## Discovered Technical Debt\n## Blockers & Dependencies\n## Dependencies\n## Session Continuity Log\n## Decision Archive\n',
      reports: [],
    },
    {
      title: 'an empty file',
      before: '',
      reports: ['1:1-1:1 missing'],
    },
    {
      title: 'words above the first heading, and a part whose whole is missing too',
      before: 'Words\n\n## Active Sub-Goals\n',
      reports: ['3:4-3:20 missing'],
    },
  ],
  'section-comment': [
    {
      title: 'the comment over two lines, and one after it on the same line',
      before:
        '## Blockers & Dependencies\n<!-- External factors\n     affecting progress --><!-- ours -->\n- Blocked: A\n',
      reports: [],
    },
    {
      title: 'a section that has none in the protocol',
      before: '## Learnings\nWords\n',
      reports: [],
    },
  ],
  'section-order': [
    {
      title: 'a part that stands beside its whole',
      before: '## Session Continuity\n## Learnings\n### Decision Log\n',
      reports: ['3:5-3:17 parent'],
    },
    {
      title: 'a part above its whole',
      before: '### Decision Log\n## Session Continuity\n',
      reports: ['1:5-1:17 parent'],
    },
    {
      title: 'a part below a section that has the wrong depth, which `heading-depth` reports',
      before: '## Session Continuity\n# Active Sub-Goals\n### Decision Log\n',
      reports: [],
    },
    { title: 'a part without its whole', before: '## Learnings\n### Decision Log\n', reports: [] },
  ],
  'heading-depth': [
    {
      title: 'a day behind a log that has the wrong depth itself',
      before: '## Decision Log\n### 2026-01-02T10:00:00Z - Ship\n**Decision**: Ship\n## 2026-01-03 - A day\n',
      reports: ['1:4-1:16 section'],
    },
    {
      title: 'days behind the log',
      before:
        '## Session Continuity\n### Decision Log\n#### 2026-01-02T10:00:00Z - Ship\n**Decision**: Ship\n### 2026-01-03 - A day\n**Decision**: Stay\n### 2026-01-04 - Another\n**Decision**: Go\n',
      reports: ['5:5-5:23 entry', '7:5-7:25 entry'],
    },
  ],
  'conflict-marker': [
    {
      title: 'one that never ends',
      before: '## Learnings\n\n<<<<<<< HEAD\n- A\n',
      reports: ['3:1-3:13 stray'],
    },
  ],
}
