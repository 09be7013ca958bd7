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
      title: 'in comments above and below, which say what would stand there',
      before:
        '## Session Continuity\n### Active Context\n<!--\n- **Current Bead**: late\n-->\n- **Last Checkpoint**: (none)\n\n<!--\n- **Current Bead**: later\n-->\n',
      reports: [],
    },
    {
      title: 'in a paragraph of its own, without emphasis',
      before:
        '## Session Continuity\n### Active Context\n**Last Checkpoint**: (none)\n\nWords\n\nCurrent Bead: late\n',
      reports: ['7:15-7:19 format'],
    },
    { title: 'nothing at all', before: '## Session Continuity\n### Active Context\n', reports: [] },
    {
      title: 'in a table',
      before:
        '## Session Continuity\n### Active Context\n| Field | Value |\n|---|---|\n| **Current Bead** | `pagination` |\n',
      reports: ['5:23-5:33 format'],
    },
    {
      title: 'in code and bold, with words on the next line',
      before: bead('**`pagination`**\n  bd-1'),
      reports: ['3:24-3:34 format'],
    },
    {
      title: 'below a comment',
      before:
        '## Session Continuity\n### Active Context\n<!-- Current Bead: one -->\n- **Current Bead**: bd-1\n',
      reports: [],
    },
    {
      title: 'the first of two counts, and so does the first word in backticks',
      before: context('**Current Bead**: bd-1', '**Current Bead**: later', 'Bead: `x`'),
      reports: [],
    },
    { title: 'a comment', before: bead('<!-- none yet -->'), reports: [] },
    { title: 'in brackets', before: bead('(later)'), reports: ['3:21-3:28 format'] },
    { title: 'a title with an id in it', before: bead('see bd-1'), reports: ['3:21-3:24 format'] },
    { title: 'an id of several words', before: bead('bd-login-page-2'), reports: [] },
    { title: 'an id that begins wrong', before: bead('bd-_x'), reports: ['3:21-3:26 format'] },
    { title: 'an id that ends wrong', before: bead('bd-2wo!'), reports: ['3:21-3:28 format'] },
    { title: 'a prefix alone', before: bead('bd-'), reports: ['3:21-3:24 format'] },
    {
      title: 'a prefix of our own',
      before: bead('PROJ-12 (pagination)'),
      settings: { conventions },
      reports: [],
    },
    {
      title: 'another one than our own',
      before: bead('bd-12'),
      settings: { conventions },
      reports: ['3:21-3:26 format'],
      words: ['such as `PROJ-x7y8`'],
    },
    { title: 'none', before: context('**Reasoning State**: Began'), reports: [] },
  ],
  'checkpoint-timestamp': [
    { title: 'marks within', before: checkpoint('late **and** `so` on'), reports: ['3:24-3:44 format'] },
    { title: 'marks around', before: checkpoint('**`late`**'), reports: ['3:27-3:31 format'] },
    { title: 'a comment', before: checkpoint('<!-- none yet -->'), reports: [] },
    { title: 'none', before: context('**Reasoning State**: Began'), reports: [] },
    { title: 'with minutes', before: checkpoint('2026-01-15T14:30Z'), reports: [] },
    { title: 'a zone without a colon', before: checkpoint('2026-01-15T14:30:00+0100'), reports: [] },
    { title: 'about', before: checkpoint('2026-01-15T~14:30Z'), reports: ['3:24-3:42 format'] },
    { title: 'with a blank', before: checkpoint('2026-01-15 14:30:00Z'), reports: ['3:24-3:44 format'] },
    { title: 'a range', before: checkpoint('2026-01-15/16'), reports: ['3:24-3:37 format'] },
  ],
  'stale-checkpoint': [
    {
      title: 'an old context below a new one',
      before: `${checkpoint('2024-01-15T10:00:00Z')}### Active Context\n- **Last Checkpoint**: 2023-01-15T10:00:00Z\n`,
      reports: [],
    },
    {
      title: 'two old ones, of which the newer one is reported',
      before: `${checkpoint('2023-02-15T10:00:00Z')}### Active Context\n- **Last Checkpoint**: 2023-01-15T10:00:00Z\n`,
      reports: ['3:24-3:44 stale'],
    },
    {
      title: 'one that cannot be read is neither new nor old',
      before: `${checkpoint('2023-02-15T10:00:00Z')}### Active Context\n- **Last Checkpoint**: late\n`,
      reports: ['3:24-3:44 stale'],
    },
    { title: 'none', before: context('**Reasoning State**: Began'), reports: [] },
    {
      title: 'exactly a week ago',
      before: checkpoint('2024-01-09T00:00:00Z'),
      reports: [],
    },
  ],
  'active-context-fields': [
    {
      title: 'two of them empty, in a table',
      before:
        '## Session Continuity\n### Active Context\n| Field | Value |\n|---|---|\n| Current Bead | bd-1 |\n| LAST CHECKPOINT | |\n| Reasoning State |\n',
      reports: ['6:3-6:18 empty'],
      words: ['Last Checkpoint'],
    },
    {
      title: 'in a table, above bold words',
      before:
        '## Session Continuity\n### Active Context\n| Field | Value |\n|---|---|\n| Current Bead | |\n| Last Checkpoint | 2026-01-15T14:30:00Z |\n| Reasoning State | **x** |\n',
      reports: ['5:3-5:15 empty'],
    },
    {
      title: 'a comment with words behind it is filled',
      before: context(
        '**Current Bead**: <!-- id --> bd-1',
        '**Last Checkpoint**: <!-- when -->2026-01-15T14:30:00Z',
        '**Reasoning State**: x',
      ),
      reports: [],
    },
  ],
}
