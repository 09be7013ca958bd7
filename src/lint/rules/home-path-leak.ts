import { repairPath, unsettledPlaces } from '../facts/cited-places.ts'
import { homePaths } from '../facts/home-paths.ts'
import { defineRule } from '../rule.ts'

export default defineRule({
  name: 'home-path-leak',
  group: 'safety',
  summary: 'Disallow home folder paths that reveal an account name',
  why: 'The account name goes wherever the notes go, and the path means nothing on any other machine.',
  fix: 'safe',
  severity: { sam: 'error', loose: 'warning' },
  messages: {
    home: 'Unexpected home folder `{{masked}}`, expected a path from `${PROJECT_ROOT}` or `~`',
  },
  examples: [
    {
      title: 'paths without an account name',
      before:
        '## Learnings\n- `~/.config`, `/home/user/.config`, `${PROJECT_ROOT}/home/page.ts:1`, https://example.com/home/page\n',
      reports: [],
    },
    {
      title: 'paths with an account name',
      before: '## Learnings\n- /Users/jane/work, `/home/jane`, C:\\Users\\Jane Doe\\work\n',
      reports: ['2:3 home', '2:22 home', '2:35 home'],
    },
    {
      title: 'a reference by the absolute path of the project on one machine',
      before:
        '## Lightweight Identifiers\n- `/home/jane/project/src/a.ts:1` — A\n- `/home/jane/other.ts:1` — B\n',
      reports: ['2:4 home', '3:4 home'],
      after:
        '## Lightweight Identifiers\n- `${PROJECT_ROOT}/src/a.ts:1` — A\n- `/home/jane/other.ts:1` — B\n',
      code: { 'src/a.ts': 'const a = 1\n' },
      root: '/home/jane/project',
    },
  ],
  check({ notes, text, code }, report) {
    const homes = homePaths(text)
    if (homes.length === 0) return
    const cited = new Map(unsettledPlaces(notes).map(place => [place.path?.start, place]))
    for (const { start, end, masked } of homes) {
      const place = cited.get(start)
      const fix = place && repairPath(place, code).fix
      report('home', { span: { start, end }, data: { masked }, fix })
    }
  },
})
