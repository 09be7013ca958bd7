import { posix } from 'node:path'
import { DEFAULT_SETTINGS, lintContext } from '../../src/lint/context.ts'
import type { Linted } from '../../src/lint/fix.ts'
import { lint } from '../../src/lint/lint.ts'
import type { Rule, RuleExample } from '../../src/lint/rule.ts'
import type { Span } from '../../src/markdown/block.ts'
import { readNotes } from '../../src/notes/notes.ts'
import { level1LossesFor } from '../../src/project/lint/linter.ts'
import { historyOf } from './past.ts'

/** Runs one rule alone on an example's project. */
export function lintExample(
  rule: Rule,
  text: string,
  {
    profile = 'sam',
    code,
    past,
    root,
    committed,
    archived,
    beads,
    settings,
    now = '2024-01-16T00:00:00Z',
  }: RuleExample,
): Linted {
  const read = (source: string) => readNotes(source, { profile })
  const reader = {
    read: (path: string) => {
      const text = code?.[path]
      if (text === null) return { problem: 'too-large' as const }
      if (text !== undefined) return { text }
      const isFolder = Object.keys(code ?? {}).some(name => name.startsWith(path.replace(/\/?$/, '/')))
      return { problem: isFolder ? ('directory' as const) : ('missing' as const) }
    },
    toProject: (path: string) => {
      const absolute = path.replace(/^~(?=\/)/, posix.dirname(root ?? ''))
      return absolute.startsWith(`${root}/`) ? absolute.slice(`${root}/`.length) : undefined
    },
    files: () => Object.keys(code ?? {}),
    ...(past === undefined ? {} : { history: () => historyOf(past, code ?? {}) }),
  }
  const notes = read(text)
  const context = lintContext(notes, {
    now: new Date(now),
    code: code === undefined ? undefined : reader,
    level1Losses: level1LossesFor({ ...DEFAULT_SETTINGS, ...settings }, new Date(now), () => undefined),
    committed: () => (committed === undefined ? undefined : read(committed)),
    archived: archived === undefined ? undefined : read(archived),
    beadState: id => beads?.[id] ?? 'unverified',
    settings: { ...DEFAULT_SETTINGS, ...settings },
  })
  const { findings, crashes } = lint(context, [rule], { rules: { [rule.name]: 'error' } })
  if (crashes[0] !== undefined) throw crashes[0].error
  return { notes, findings }
}

const placesOf = ({ notes }: Linted) => {
  const place = (at: number): string => {
    const { line, column } = notes.document.lines.place(at)
    return `${line}:${column}`
  }
  return { place, between: ({ start, end }: Span): string => `${place(start)}-${place(end)}` }
}

/** Returns the start and the id of each finding, in the form that examples use. */
export function places(linted: Linted): string[] {
  const { place } = placesOf(linted)
  return linted.findings.map(({ id, span }) => `${place(span.start)} ${id}`)
}

/** Returns the start, the end and the id of each finding, and the kind of its fix. */
export function stretches(linted: Linted): string[] {
  const { between } = placesOf(linted)
  return linted.findings.map(
    ({ id, span, fix }) => `${between(span)} ${id}${fix === undefined ? '' : `, ${fix.kind} fix`}`,
  )
}

/** Returns all that a user sees of each finding: its start and end, its message, the kind of its fix, and its cause. */
export function said(linted: Linted): string {
  const { between } = placesOf(linted)
  return linted.findings
    .map(({ span, message, fix, cause }) =>
      [
        `${between(span)} ${message}`,
        ...(fix === undefined ? [] : [`  ${fix.kind} fix`]),
        ...(cause === undefined ? [] : [`  because of ${between(cause)}`]),
      ].join('\n'),
    )
    .join('\n')
}
