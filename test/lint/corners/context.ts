import { DEFAULT_SETTINGS } from '../../../src/lint/context.ts'
import type { Corners } from './corner.ts'

const context = (...fields: readonly string[]): string =>
  `## Session Continuity\n### Active Context\n${fields.map(field => `- ${field}\n`).join('')}`
const bead = (value: string): string => context(`**Current Bead**: ${value}`)
const checkpoint = (value: string): string => context(`**Last Checkpoint**: ${value}`)
const conventions = { ...DEFAULT_SETTINGS.conventions, beadPrefixes: ['PROJ'] }

export const contextCorners: Corners = {
  'bead-format': [
    {
      title: 'ignores beads in comments above and below the fields',
      before:
        '## Session Continuity\n### Active Context\n<!--\n- **Current Bead**: late\n-->\n- **Last Checkpoint**: (none)\n\n<!--\n- **Current Bead**: later\n-->\n',
      reports: [],
    },
    {
      title: 'reports a bead in a paragraph of its own without emphasis',
      before:
        '## Session Continuity\n### Active Context\n**Last Checkpoint**: (none)\n\nWords\n\nCurrent Bead: late\n',
      reports: ['7:15-7:19 format'],
    },
    {
      title: 'accepts an active context without fields',
      before: '## Session Continuity\n### Active Context\n',
      reports: [],
    },
    {
      title: 'reports a bead in a table',
      before:
        '## Session Continuity\n### Active Context\n| Field | Value |\n|---|---|\n| **Current Bead** | `pagination` |\n',
      reports: ['5:23-5:33 format'],
    },
    {
      title: 'reports a bead in code and bold with text on the next line',
      before: bead('**`pagination`**\n  bd-1'),
      reports: ['3:24-3:34 format'],
    },
    {
      title: 'ignores a bead in a comment above the real one',
      before:
        '## Session Continuity\n### Active Context\n<!-- Current Bead: one -->\n- **Current Bead**: bd-1\n',
      reports: [],
    },
    {
      title: 'checks only the first of several beads',
      before: context('**Current Bead**: bd-1', '**Current Bead**: later', 'Bead: `x`'),
      reports: [],
    },
    { title: 'accepts a comment in place of a bead', before: bead('<!-- none yet -->'), reports: [] },
    {
      title: 'reports a bead that is only a title in parentheses',
      before: bead('(later)'),
      reports: ['3:21-3:28 format'],
    },
    { title: 'reports a title that contains an id', before: bead('see bd-1'), reports: ['3:21-3:24 format'] },
    { title: 'accepts an id of several words', before: bead('bd-login-page-2'), reports: [] },
    {
      title: 'reports an id whose suffix starts with an underscore',
      before: bead('bd-_x'),
      reports: ['3:21-3:26 format'],
    },
    {
      title: 'reports an id that ends with an exclamation mark',
      before: bead('bd-2wo!'),
      reports: ['3:21-3:28 format'],
    },
    { title: 'reports a prefix without a suffix', before: bead('bd-'), reports: ['3:21-3:24 format'] },
    {
      title: 'accepts an id with a configured prefix',
      before: bead('PROJ-12 (pagination)'),
      settings: { conventions },
      reports: [],
    },
    {
      title: 'reports an id without the configured prefix',
      before: bead('bd-12'),
      settings: { conventions },
      reports: ['3:21-3:26 format'],
      words: ['such as `PROJ-x7y8`'],
    },
    { title: 'accepts a context without a bead', before: context('**Reasoning State**: Began'), reports: [] },
  ],
  'checkpoint-timestamp': [
    {
      title: 'reports a checkpoint with markup between its words',
      before: checkpoint('late **and** `so` on'),
      reports: ['3:24-3:44 format'],
    },
    {
      title: 'reports a checkpoint inside bold and code',
      before: checkpoint('**`late`**'),
      reports: ['3:27-3:31 format'],
    },
    {
      title: 'accepts a comment in place of a checkpoint',
      before: checkpoint('<!-- none yet -->'),
      reports: [],
    },
    {
      title: 'accepts a context without a checkpoint',
      before: context('**Reasoning State**: Began'),
      reports: [],
    },
    {
      title: 'accepts a timestamp with minute precision',
      before: checkpoint('2026-01-15T14:30Z'),
      reports: [],
    },
    {
      title: 'accepts a time zone without a colon',
      before: checkpoint('2026-01-15T14:30:00+0100'),
      reports: [],
    },
    {
      title: 'reports an approximate time',
      before: checkpoint('2026-01-15T~14:30Z'),
      reports: ['3:24-3:42 format'],
    },
    {
      title: 'reports a timestamp with a space in place of the T',
      before: checkpoint('2026-01-15 14:30:00Z'),
      reports: ['3:24-3:44 format'],
    },
    { title: 'reports a range of days', before: checkpoint('2026-01-15/16'), reports: ['3:24-3:37 format'] },
  ],
  'stale-checkpoint': [
    {
      title: 'accepts an old context below a new one',
      before: `${checkpoint('2024-01-15T10:00:00Z')}### Active Context\n- **Last Checkpoint**: 2023-01-15T10:00:00Z\n`,
      reports: [],
    },
    {
      title: 'reports the newer of two old checkpoints',
      before: `${checkpoint('2023-02-15T10:00:00Z')}### Active Context\n- **Last Checkpoint**: 2023-01-15T10:00:00Z\n`,
      reports: ['3:24-3:44 stale'],
    },
    {
      title: 'skips an unreadable checkpoint when it looks for the newest',
      before: `${checkpoint('2023-02-15T10:00:00Z')}### Active Context\n- **Last Checkpoint**: late\n`,
      reports: ['3:24-3:44 stale'],
    },
    {
      title: 'accepts a context without any checkpoint',
      before: context('**Reasoning State**: Began'),
      reports: [],
    },
    {
      title: 'accepts a checkpoint that is exactly a week old',
      before: checkpoint('2024-01-09T00:00:00Z'),
      reports: [],
    },
  ],
  'active-context-fields': [
    {
      title: 'reports an empty field of a table once, by its name',
      before:
        '## Session Continuity\n### Active Context\n| Field | Value |\n|---|---|\n| Current Bead | bd-1 |\n| LAST CHECKPOINT | |\n| Reasoning State |\n',
      reports: ['6:3-6:18 empty'],
      words: ['Last Checkpoint'],
    },
    {
      title: 'reports an empty field of a table above a bold value',
      before:
        '## Session Continuity\n### Active Context\n| Field | Value |\n|---|---|\n| Current Bead | |\n| Last Checkpoint | 2026-01-15T14:30:00Z |\n| Reasoning State | **x** |\n',
      reports: ['5:3-5:15 empty'],
    },
    {
      title: 'accepts a field with a comment before its value',
      before: context(
        '**Current Bead**: <!-- id --> bd-1',
        '**Last Checkpoint**: <!-- when -->2026-01-15T14:30:00Z',
        '**Reasoning State**: x',
      ),
      reports: [],
    },
  ],
}
