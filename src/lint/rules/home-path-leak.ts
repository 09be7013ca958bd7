import { defineRule } from '../rule.ts'

export default defineRule({
  name: 'home-path-leak',
  group: 'safety',
  summary: 'Disallow paths that name somebody’s home folder',
  why: 'The name of the account goes wherever the notes go, and the path means nothing on any other machine.',
  severity: { sam: 'error', loose: 'warning' },
  messages: {
    home: 'Unexpected home folder `{{masked}}`, expected a path from `${PROJECT_ROOT}` or `~`',
  },
  examples: [
    {
      title: 'paths that name nobody',
      before:
        '## Learnings\n- `~/.config`, `/home/user/.config`, `${PROJECT_ROOT}/home/page.ts:1`, https://example.com/home/page\n',
      reports: [],
    },
    {
      title: 'paths that name somebody',
      before: '## Learnings\n- /Users/jane/work, `/home/jane`, C:\\Users\\Jane Doe\\work\n',
      reports: ['2:3 home', '2:22 home', '2:35 home'],
    },
  ],
  check({ text }, report) {
    for (const match of text.matchAll(HOME)) {
      const [whole, lead = '', name = ''] = match
      if (NOBODY.has(name.toLowerCase()) || isInside(text, match.index, lead)) continue
      report('home', {
        span: { start: match.index, end: match.index + whole.length },
        data: { masked: `${lead}…` },
      })
    }
  },
})

/** A name with blanks counts as one only when the path goes on behind it. */
const HOME =
  /(\/(?:Users|home)\/|[A-Za-z]:(?:\\{1,2}|\/)Users(?:\\{1,2}|\/))([\w.-]{1,64}(?: [\w.-]{1,64}){1,3}(?=[\\/])|[\w.-]{1,64})/g

/** Accounts that every machine of a kind has, and stand-ins. */
const NOBODY = new Set([
  'user',
  'username',
  'you',
  'me',
  'runner',
  'node',
  'ubuntu',
  'vscode',
  'codespace',
  'shared',
  'public',
  'default',
  '...',
  '..',
  '.',
])

/** Whether a path goes on here that began before: `example.com/home/…`, `${PROJECT_ROOT}/home/…`. */
function isInside(text: string, at: number, lead: string): boolean {
  const before = text.slice(Math.max(0, at - 8), at)
  if (!lead.startsWith('/')) return /[A-Za-z0-9]$/.test(before)
  return /[\w.~}\])/-]$/.test(before) && !/file:\/\/$/.test(before)
}
