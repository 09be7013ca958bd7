import type { Section } from './section.ts'
import type { SectionKind } from './section-kind.ts'

/** The dialects of NOTES.md. None of 126 real files follows `sam` exactly, so every reader accepts all of them. */
export const PROFILES = ['sam', 'mount', 'v016', 'dated', 'loose'] as const

export type ProfileName = (typeof PROFILES)[number]

export interface Profile {
  readonly name: ProfileName
  readonly summary: string
  /** The sections that a file of this profile has, in order. */
  readonly outline: readonly SectionShape[]
  /** Does a file look like one of this profile? Profiles are tried in the order of `DETECTION`. */
  readonly fits: (sections: readonly Section[]) => boolean
}

export interface SectionShape {
  readonly kind: SectionKind
  readonly title: string
  readonly depth: number
  /** Comments for the author on what belongs in the section. */
  readonly comments?: readonly string[]
  /** The column headings of its table, in order. */
  readonly columns?: readonly string[]
}

type Furniture = Pick<SectionShape, 'comments' | 'columns'>

const h2 = (kind: SectionKind, title: string, furniture: Furniture = {}): SectionShape => ({
  kind,
  title,
  depth: 2,
  ...furniture,
})
const h3 = (kind: SectionKind, title: string, furniture: Furniture = {}): SectionShape => ({
  ...h2(kind, title, furniture),
  depth: 3,
})

const has = (sections: readonly Section[], kind: SectionKind, name?: RegExp): boolean =>
  sections.some(section => section.kind === kind && (name === undefined || name.test(section.title)))

const within = (
  sections: readonly Section[],
  kind: SectionKind,
  parent: SectionKind,
  name = /(?:)/,
): boolean =>
  sections.some(
    section => section.kind === kind && section.parent?.kind === parent && name.test(section.title),
  )

export const profiles: Readonly<Record<ProfileName, Profile>> = {
  sam: {
    name: 'sam',
    summary: 'the protocol as specified, written by `notes init`',
    outline: [
      h2('session-continuity', 'Session Continuity', {
        comments: [
          'CRITICAL: Load this section FIRST after /clear (~100 tokens)',
          'See: .claude/protocols/session-continuity.md',
        ],
      }),
      h3('active-context', 'Active Context'),
      h3('references', 'Lightweight Identifiers', {
        comments: ['Absolute paths only - retrieve full content on-demand via JIT'],
        columns: ['Identifier', 'Purpose', 'Last Verified'],
      }),
      h3('decision-log', 'Decision Log', {
        comments: [
          'Decisions survive context wipes - permanent record',
          'Format: timestamp, decision, rationale, evidence (word-for-word quote), test scenarios',
        ],
      }),
      h3('questions', 'Pending Questions', { comments: ['Carry forward across sessions'] }),
      h2('goals', 'Active Sub-Goals', {
        comments: ['Current objectives being pursued across sessions'],
      }),
      h2('debt', 'Discovered Technical Debt', {
        comments: ['Issues found during implementation that need future attention'],
        columns: ['ID', 'Description', 'Severity', 'Found By', 'Sprint'],
      }),
      h2('blockers', 'Blockers & Dependencies', { comments: ['External factors affecting progress'] }),
      h2('session-log', 'Session Continuity Log', {
        comments: ['Historical handoff records - append only'],
        columns: ['Timestamp', 'Agent', 'Summary'],
      }),
      h2('decision-archive', 'Decision Archive', {
        comments: ['Major decisions with rationale for future reference'],
        columns: ['Date', 'Decision', 'Rationale', 'Decided By'],
      }),
    ],
    fits: sections =>
      within(sections, 'active-context', 'session-continuity', /active|current|focus/i) ||
      within(sections, 'decision-log', 'session-continuity') ||
      (has(sections, 'decision-archive') && has(sections, 'session-log', /continuity/i)),
  },
  mount: {
    name: 'mount',
    summary: 'five sections, Session Continuity being the log table',
    outline: [
      h2('goals', 'Active Sub-Goals'),
      h2('debt', 'Discovered Technical Debt'),
      h2('blockers', 'Blockers & Dependencies'),
      h2('session-log', 'Session Continuity'),
      h2('decision-log', 'Decision Log'),
    ],
    fits: sections =>
      has(sections, 'session-log', /^session continuity$/i) ||
      [
        has(sections, 'goals', /sub-goals/i),
        has(sections, 'debt', /discovered/i),
        has(sections, 'blockers'),
      ].every(Boolean),
  },
  v016: {
    name: 'v016',
    summary: 'Current Focus and Session Log first, Session Continuity last',
    outline: [
      h2('active-context', 'Current Focus'),
      h2('session-log', 'Session Log'),
      h2('decision-log', 'Decisions'),
      h2('blockers', 'Blockers'),
      h2('debt', 'Technical Debt'),
      h2('goals', 'Goal Status'),
      h2('learnings', 'Learnings'),
      h2('session-continuity', 'Session Continuity'),
    ],
    fits: sections =>
      has(sections, 'active-context', /focus/i) && has(sections, 'session-log', /^session log/i),
  },
  dated: {
    name: 'dated',
    summary: 'a dated section for each event, newest first',
    outline: [h2('decision-log', 'Decision Log'), h2('session-continuity', 'Session Continuity')],
    fits: sections => sections.filter(({ kind, at }) => at !== undefined && kind !== 'other').length >= 2,
  },
  loose: {
    name: 'loose',
    summary: 'anything else: sections in any order, none required',
    outline: [h2('decision-log', 'Decisions'), h2('blockers', 'Blockers'), h2('learnings', 'Learnings')],
    fits: () => true,
  },
}

/** The most specific first. */
const DETECTION: readonly ProfileName[] = ['v016', 'dated', 'sam', 'mount', 'loose']

export function detectProfile(sections: readonly Section[]): ProfileName {
  // If the whole outline is there, a migration has kept any sections of other dialects.
  if (hasOutline(sections)) return 'sam'
  return DETECTION.find(name => profiles[name].fits(sections)) ?? 'loose'
}

/** Is every section of the protocol there, under its own name? */
export const hasOutline = (sections: readonly Section[]): boolean =>
  profiles.sam.outline.every(({ title, depth }) =>
    sections.some(section => section.title === title && section.depth === depth),
  )
