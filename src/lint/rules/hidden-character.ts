import { type Block, type Span, walkBlocks } from '../../markdown/block.ts'
import { findHidden, type HiddenKind } from '../../safety/hidden.ts'
import { defineRule } from '../rule.ts'

const MESSAGE = {
  bidi: 'bidi',
  'zero-width': 'zeroWidth',
  tag: 'tag',
  control: 'control',
  blank: 'blank',
} as const satisfies Record<HiddenKind, string>

export default defineRule({
  name: 'hidden-character',
  group: 'safety',
  summary: 'Disallow invisible characters',
  why: 'They hide instructions for a model from human readers, make code look like other code, and keep a quote from being found.',
  fix: 'unsafe',
  severity: { sam: 'error', loose: 'error' },
  messages: {
    bidi: 'Unexpected bidirectional control {{code}}, expected text in reading order',
    zeroWidth: 'Unexpected zero-width character {{code}}, expected only visible text',
    tag: 'Unexpected tag character {{code}}, expected only visible text',
    control: 'Unexpected control character {{code}}, expected text',
    blank: 'Unexpected blank character {{code}}, expected a space or nothing',
  },
  examples: [
    {
      title: 'an emoji sequence, and a script that needs joiners',
      before:
        '## Learnings\n- \u{1f468}\u200d\u{1f469}\u200d\u{1f467} and \u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645\n',
      reports: [],
    },
    {
      title: 'zero-width spaces',
      before: '## Learnings\n- to\u200b\u200bken\n',
      reports: ['2:5 zeroWidth'],
      after: '## Learnings\n- token\n',
    },
    {
      title: 'text with its direction overridden',
      before: '## Learnings\n- a\u202etxt.exe\u202c\n',
      reports: ['2:4 bidi', '2:12 bidi'],
      after: '## Learnings\n- atxt.exe\n',
    },
    {
      title: 'a message in tag characters',
      before: '## Learnings\n- a\u{e0068}\u{e0069}\n',
      reports: ['2:4 tag'],
      after: '## Learnings\n- a\n',
    },
    {
      title: 'terminal color codes',
      before: '## Learnings\n- \u001b[31mred\u001b[0m\n',
      reports: ['2:3 control', '2:11 control'],
      after: '## Learnings\n- red\n',
    },
    {
      title: 'variation selectors that select nothing, and a Hangul filler',
      before: '## Learnings\n- to\ufe01\ufe0fken 1\ufe0f\u20e3\n- to\u3164ken\n',
      reports: ['2:5 zeroWidth', '3:5 blank'],
      after: '## Learnings\n- token 1\ufe0f\u20e3\n- token\n',
    },
    {
      title: 'in code and comments they may be intended, so only the last one is safe to remove',
      before:
        '## Learnings\n- `a\u200bb`\n\n```\n\u200bx\n```\n\n<!-- y\u200b -->\n- ` is not\n- closed\u200b\n',
      reports: ['2:5 zeroWidth', '5:1 zeroWidth', '8:7 zeroWidth', '10:9 zeroWidth'],
      after: '## Learnings\n- `ab`\n\n```\nx\n```\n\n<!-- y -->\n- ` is not\n- closed\n',
    },
    {
      title: 'a heading, a list around a block quote, and a table',
      before:
        '## Learnings \u200b\n- one\u200b\n\n  > quoted\u200b\n\n  two\u200b\n\n| A |\n|---|\n| b\u200b |\n',
      reports: ['1:14 zeroWidth', '2:6 zeroWidth', '4:11 zeroWidth', '6:6 zeroWidth', '10:4 zeroWidth'],
      after: '## Learnings \n- one\n\n  > quoted\n\n  two\n\n| A |\n|---|\n| b |\n',
    },
  ],
  check({ notes, text }, report) {
    const found = findHidden(text)
    if (found.length === 0) return
    const verbatim = verbatimSpans(notes.document.blocks)
    const isInCode = codeSpanFollower(text)
    let next = 0
    for (const { kind, span, code } of found) {
      while ((verbatim[next]?.end ?? text.length) <= span.start && next < verbatim.length) next++
      const isVerbatim = (verbatim[next]?.start ?? text.length) <= span.start || isInCode(span.start)
      report(MESSAGE[kind], {
        span,
        data: { code },
        fix: [{ span, text: '' }],
        // In code, comments and quotes the character may be intended.
        fixKind: kind === 'zero-width' && !isVerbatim ? 'safe' : 'unsafe',
      })
    }
  },
})

/** Code, comments, quotes and the like, in file order. */
const verbatimSpans = (blocks: readonly Block[]): readonly Span[] =>
  [...walkBlocks(blocks, ({ type }) => type === 'list')]
    .filter(({ type }) => !PROSE.has(type))
    .map(({ span }) => span)

const PROSE: ReadonlySet<Block['type']> = new Set(['list', 'paragraph', 'heading', 'table'])

/** Is an offset after an odd number of backticks on its line? Must be called with offsets in ascending order. */
function codeSpanFollower(text: string): (at: number) => boolean {
  let isOpen = false
  let from = 0
  return to => {
    for (; from < to; from++) {
      const unit = text.charCodeAt(from)
      if (unit === 10 || unit === 13) isOpen = false
      else if (unit === 96) isOpen = !isOpen
    }
    return isOpen
  }
}
