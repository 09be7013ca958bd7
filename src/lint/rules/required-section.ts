import type { Document } from '../../markdown/document.ts'
import { hasProtocolName, headingSpan, outline, outlineParent, titleSpan } from '../facts/sections.ts'
import { defineRule } from '../rule.ts'

const names = (titles: readonly string[]): string => titles.map(title => `\`${title}\``).join(', ')

const headings = outline.map(({ depth, title }) => `${'#'.repeat(depth)} ${title}\n`).join('')
const lacking = headings.replace('## Decision Archive\n', '')

export default defineRule({
  name: 'required-section',
  group: 'structure',
  summary: 'Require every section of the protocol, under its protocol name',
  why: 'The next session finds state, decisions and history by section name. It does not find anything under other names.',
  fix: 'unsafe',
  severity: { sam: 'error', loose: 'off' },
  messages: {
    missing: 'Missing section {{names}}, expected every section of the protocol',
    name: 'Unexpected section name `{{title}}`, expected `{{expected}}`',
  },
  examples: [
    {
      title: 'all sections',
      before: headings,
      reports: [],
    },
    {
      title: 'a missing section, and one under another name',
      before: `# Notes\n\n${lacking.replace('Pending', 'Open')}`,
      reports: ['1:3 missing', '7:5 name'],
      after: `# Notes\n\n${lacking}`,
    },
  ],
  check({ notes }, report) {
    const { sections, document } = notes
    const missing: string[] = []
    for (const shape of outline) {
      const own = sections.filter(({ kind, isPart }) => kind === shape.kind && !isPart)
      const [first] = own
      if (first !== undefined && !own.some(hasProtocolName)) {
        const span = headingSpan(first)
        const data = { title: first.title, expected: shape.title }
        report('name', { span, data, fix: [{ span, text: shape.title }] })
      }
      const parent = outlineParent(shape)
      if (first === undefined && (parent === undefined || !missing.includes(parent.title)))
        missing.push(shape.title)
    }
    if (missing.length > 0 && !hasSwallowed(document))
      report('missing', { span: titleSpan(notes), data: { names: names(missing) } })
  },
})

/** Did an unclosed fence or comment swallow part of the file? A missing section may be in there. */
const hasSwallowed = (document: Document): boolean =>
  document.damage.some(({ kind }) => kind !== 'conflict-marker' && kind !== 'intricate-markdown')
