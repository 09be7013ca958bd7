import type { Corners } from './corner.ts'

const paragraphs = (...texts: readonly string[]): string =>
  `## Learnings\n${texts.map(text => `\n${text}\n`).join('')}`

export const structureCorners: Corners = {
  'placeholder-left': [
    {
      title: 'reports placeholders between and after code spans',
      before: paragraphs('A `a` <name> and `b` <name>', 'A \\\\`<name>` and `` ` `` <name>'),
      reports: ['3:7-3:13 placeholder', '3:22-3:28 placeholder', '5:26-5:32 placeholder'],
    },
    {
      title: 'ignores placeholders in code and comments, and reports those in what only looks like them',
      before: paragraphs(
        'A `` <name> ` <name> `` and `<name>`',
        'A \\` <name> \\` and `<name>` and ` <name>',
        'A <!-- <name> --> and <name> <!-- <name>\n <name> -->',
        'A <!-- <name>',
        'A `<!--` <name> -->',
        'A <!-- ` --> <name> `',
        'A ``` <name> `` <name> `',
      ),
      reports: [
        ...[
          '5:6-5:12 placeholder',
          '5:35-5:41 placeholder',
          '7:23-7:29 placeholder',
          '10:8-10:14 placeholder',
        ],
        ...[
          '12:10-12:16 placeholder',
          '14:14-14:20 placeholder',
          '16:7-16:13 placeholder',
          '16:17-16:23 placeholder',
        ],
      ],
    },
    {
      title: 'reports placeholders in headings, nested lists and tables, but not in quotes',
      before:
        '## Learnings of <name>\n- A\n  - B <name>\n\n> <name>\n\n| <name> |\n|---|\n| A |\n| B <name> |\n',
      reports: [
        '1:17-1:23 placeholder',
        '3:7-3:13 placeholder',
        '7:3-7:9 placeholder',
        '10:5-10:11 placeholder',
      ],
    },
    {
      title: 'reports each kind of placeholder alone in its paragraph',
      before: paragraphs('[Title]', '[name]', 'A <name>', 'A <what was learnt>', 'YYYY-MM-DD'),
      reports: [
        ...['3:1-3:8 placeholder', '5:1-5:7 placeholder', '7:3-7:9 placeholder'],
        ...['9:3-9:20 placeholder', '11:1-11:11 placeholder'],
      ],
    },
    {
      title: 'reports TODO, FIXME and TBD in either case',
      before: paragraphs('TODO: add', 'todo: add', 'FIXME: add', 'fixme: add', 'TBD: add', 'tbd: add'),
      reports: [3, 5, 7, 9, 11, 13].map(
        line => `${line}:1-${line}:${line === 7 || line === 9 ? 11 : line < 7 ? 10 : 9} placeholder`,
      ),
    },
  ],
  'duplicate-section': [
    {
      title: 'treats names that differ in case, punctuation and emoji as equal',
      before:
        '## Blockers & Dependencies\n- Blocked: A\n\n## 🚧 BLOCKERS -- and  dependencies!\n- Blocked: B\n',
      reports: ['4:4-4:37 filled'],
    },
    {
      title: 'compares names in other scripts by their letters',
      profile: 'loose',
      before: '## Blockers für Ä\n- Blocked: A\n\n## Blockers für Ö\n- Blocked: B\n',
      reports: [],
    },
    {
      title: 'ignores unknown sections, titles and dated sections',
      before:
        '# Notes\n## Things\n- A\n## Things\n- B\n# Notes\n## Decision Log 2024-01-15\n- C\n## Decision Log 2024-01-15\n- D\n',
      reports: [],
    },
    {
      title: 'reports a section that stands below each of two top headings',
      before: '# One\n## Blockers\n- Blocked: A\n# Two\n## Blockers\n- Blocked: B\n',
      reports: ['5:4-5:12 filled'],
    },
    {
      title: 'accepts a section below each of two top headings in the loose profile',
      profile: 'loose',
      before: '# One\n## Blockers\n- Blocked: A\n# Two\n## Blockers\n- Blocked: B\n',
      reports: [],
    },
    {
      title: 'removes a section that has only an empty table and template comments',
      before:
        '## Decision Archive\n| Date | Decision |\n|---|---|\n| 2024-01-15 | A |\n\n## Decision Archive\n<!-- External factors affecting progress --> <!-- -->\n\n| Date | Decision |\n|---|---|\n\n## Learnings\n',
      after: '## Decision Archive\n| Date | Decision |\n|---|---|\n| 2024-01-15 | A |\n\n## Learnings\n',
      reports: ['6:4-6:20 empty, safe fix'],
    },
    {
      title: 'keeps a section with a comment of its own',
      before:
        '## Blockers\n- Blocked: A\n\n## Blockers\n<!-- External factors affecting progress --> <!-- Ask Jane -->\n',
      reports: ['4:4-4:12 filled'],
    },
    {
      title: 'keeps a section that holds another section or a decision',
      before:
        '## Session Continuity\n### Decision Log\n#### 2024-01-15T10:00:00Z - A\n### Decision Log\n#### 2024-01-16T10:00:00Z - B\n## Session Continuity\n### Pending Questions\n',
      reports: ['4:5-4:17 filled', '6:4-6:22 filled'],
    },
    {
      title: 'keeps the first of two empty sections',
      before: '## Blockers\n\n## Blockers\n\n## Learnings\n',
      after: '## Blockers\n\n## Learnings\n',
      reports: ['3:4-3:12 empty, safe fix'],
    },
    {
      title: 'removes an empty section at the end of the file',
      before: '## Blockers\n- Blocked: A\n\n## Blockers\n',
      after: '## Blockers\n- Blocked: A\n\n',
      reports: ['4:4-4:12 empty, safe fix'],
    },
    {
      title: 'removes an empty section at the end of a file without a final line break',
      before: '## Blockers\n- Blocked: A\n\n## Blockers',
      after: '## Blockers\n- Blocked: A\n',
      reports: ['4:4-4:12 empty, safe fix'],
    },
    {
      title: 'removes an empty section together with its lines of spaces and tabs',
      before: '## Blockers\n- Blocked: A\n\n## Blockers\n \n\t\n\n## Learnings\n- B\n',
      after: '## Blockers\n- Blocked: A\n\n## Learnings\n- B\n',
      reports: ['4:4-4:12 empty, safe fix'],
    },
  ],
  'required-section': [
    {
      title: 'reports nothing while an unclosed fence may hide the section',
      before: '# Notes\n\n```\n## Session Continuity\n',
      reports: [],
    },
    {
      title: 'reports nothing while an unclosed comment may hide the section',
      before: '# Notes\n\n<!-- begun\n\n   <!-- and again -->\n',
      reports: [],
    },
    {
      title: 'reports a missing section below closed comments and a merge conflict',
      before: '# Notes\n\n<!-- <!-- one -->\n<!-- two -->\n\n<<<<<<< HEAD\n=======\n>>>>>>> main\n',
      reports: ['1:3-1:8 missing'],
    },
    {
      title: 'reports a missing section when a closed comment has a second start after text',
      before: '# Notes\n\n<!-- one\n two <!-- three -->\n',
      reports: ['1:3-1:8 missing'],
    },
    {
      title: 'accepts an extra section beside the protocol’s own',
      before:
        '# Notes\n## Session Continuity\n### Active Context\n### Lightweight Identifiers\n### Decision Log\n### Pending Questions\n## Active Sub-Goals\n## Discovered Technical Debt\n## Blockers & Dependencies\n## Dependencies\n## Session Continuity Log\n## Decision Archive\n',
      reports: [],
    },
    {
      title: 'reports missing sections at the start of an empty file',
      before: '',
      reports: ['1:1-1:1 missing'],
    },
    {
      title: 'reports missing sections at the first heading, below text',
      before: 'Words\n\n## Active Sub-Goals\n',
      reports: ['3:4-3:20 missing'],
    },
  ],
  'section-comment': [
    {
      title: 'accepts the comment over two lines with another one after it',
      before:
        '## Blockers & Dependencies\n<!-- External factors\n     affecting progress --><!-- ours -->\n- Blocked: A\n',
      reports: [],
    },
    {
      title: 'ignores a section that has no comment in the protocol',
      before: '## Learnings\nWords\n',
      reports: [],
    },
  ],
  'section-order': [
    {
      title: 'reports a subsection below the wrong section',
      before: '## Session Continuity\n## Learnings\n### Decision Log\n',
      reports: ['3:5-3:17 parent'],
    },
    {
      title: 'reports a subsection above its section',
      before: '### Decision Log\n## Session Continuity\n',
      reports: ['1:5-1:17 parent'],
    },
    {
      title: 'leaves a subsection below a section of the wrong depth to `heading-depth`',
      before: '## Session Continuity\n# Active Sub-Goals\n### Decision Log\n',
      reports: [],
    },
    {
      title: 'ignores a subsection whose section is missing',
      before: '## Learnings\n### Decision Log\n',
      reports: [],
    },
  ],
  'heading-depth': [
    {
      title: 'ignores a section of another name beside the protocol’s own',
      before: '## Blockers & Dependencies\n- Blocked: A\n### Dependencies\n- On B\n',
      reports: [],
    },
    {
      title: 'leaves a section that stands twice to `duplicate-section`',
      before: '## Blockers & Dependencies\n- Blocked: A\n### Blockers & Dependencies\n- Blocked: B\n',
      reports: [],
    },
    {
      title: 'reports only the log when the log itself has the wrong depth',
      before: '## Decision Log\n### 2026-01-02T10:00:00Z - Ship\n**Decision**: Ship\n## 2026-01-03 - A day\n',
      reports: ['1:4-1:16 section'],
    },
    {
      title: 'reports dated entries that have the depth of their log',
      before:
        '## Session Continuity\n### Decision Log\n#### 2026-01-02T10:00:00Z - Ship\n**Decision**: Ship\n### 2026-01-03 - A day\n**Decision**: Stay\n### 2026-01-04 - Another\n**Decision**: Go\n',
      reports: ['5:5-5:23 entry', '7:5-7:25 entry'],
    },
  ],
  'conflict-marker': [
    {
      title: 'reports a conflict marker that never ends',
      before: '## Learnings\n\n<<<<<<< HEAD\n- A\n',
      reports: ['3:1-3:13 stray'],
    },
  ],
}
