import { proseOf } from '../facts/prose.ts'
import { defineRule } from '../rule.ts'

const HTML = new Set(
  'a abbr article b blockquote body br code col dd del details div dl dt em figure footer form h1 h2 h3 h4 h5 h6 head header hr html i iframe img input ins kbd li link main mark meta nav ol p picture pre q s samp script section small source span strike strong style sub summary sup svg table tbody td th thead time tr tt u ul var video'.split(
    ' ',
  ),
)

const PLACEHOLDERS = [
  /(?<![\w$`])<([A-Za-z][\w .'-]{0,60})>/g,
  /(?<![\w\]`/])\[(?:description|title|name|date|timestamp|path|file|reason|agent|summary|placeholder|todo|tbd|(?:your|insert|describe|add|fill)\b[^[\]\r\n|]{1,60})\](?![([:/])/gi,
  /\b(?:TODO|FIXME|TBD)[:\s-]{1,3}(?:fill|describe|add|write|complete|insert)\b[^|\r\n]{0,60}/gi,
  /\bYYYY-MM-DD(?:[T ]HH:MM(?::SS)?Z?)?/g,
] as const

/** The start of any placeholder, regardless of context. Blocks without a match are not scanned. */
const MARK = /<[A-Za-z]|\[[A-Za-z]|[Tt][Oo][Dd][Oo]|[Ff][Ii][Xx][Mm][Ee]|[Tt][Bb][Dd]|YYYY-MM-DD/g

export default defineRule({
  name: 'placeholder-left',
  group: 'structure',
  summary: 'Disallow placeholders left over from a template',
  why: 'The next session takes a placeholder for a fact, or spends its attention on finding out that it is not one.',
  severity: { sam: 'error', loose: 'off' },
  messages: { placeholder: 'Unexpected placeholder `{{text}}`, expected the text it stands for' },
  examples: [
    {
      title: 'no placeholder left; code, comments, tags and links that only look like one',
      before:
        '## Learnings\n<!-- YYYY-MM-DD: <lesson> -->\n- 2026-01-02: `Map<key>` and Promise<string> keep order<br>\n- See [title](a.md), app/[name]/page.ts and <https://example.com>\n\n```\n<name>\n```\n',
      reports: [],
    },
    {
      title: 'left over from a template',
      before:
        '## Learnings\n- YYYY-MM-DD: <what was learned>\n- [description] of it\n\n| A | B |\n|---|---|\n| x | TODO: fill in |\n',
      reports: ['2:3 placeholder', '2:15 placeholder', '3:3 placeholder', '7:7 placeholder'],
    },
    {
      title: 'in upper and lower case, and text that only looks like one',
      before:
        '## Learnings\n- [Title] of it\n- todo: add why\n- Fixme - describe it\n- TBD: complete\n- <BR>line <SPAN class="a">b\n- a todo list, [x] done, YYYY\n',
      reports: ['2:3 placeholder', '3:3 placeholder', '4:3 placeholder', '5:3 placeholder'],
    },
  ],
  check({ notes }, report) {
    for (const { start, text } of proseOf(notes.document, MARK)) {
      for (const pattern of PLACEHOLDERS)
        for (const match of text.matchAll(pattern)) {
          if (match[1] !== undefined && HTML.has(match[1].split(' ')[0]?.toLowerCase() ?? '')) continue
          const found = match[0].trimEnd()
          const span = { start: start + match.index, end: start + match.index + found.length }
          report('placeholder', { span, data: { text: found } })
        }
    }
  },
})
