import { type Conventions, DEFAULT_CONVENTIONS, DEFAULT_LIMITS } from '../notes/conventions.ts'
import { defaultLimits, defaultSettings, FORGE } from '../pads/limits.ts'
import {
  choice,
  type FieldTable,
  flag,
  integer,
  list,
  number,
  text,
  type ValuesOf,
  wrongTemplate,
} from './field.ts'

const notBlank = (value: string) => (value.trim() === '' ? 'expected a non-blank string' : undefined)

const beadPrefix = (value: string) =>
  /^[A-Za-z][\w-]*$/.test(value) ? undefined : 'expected a letter, then letters, digits, `_` or `-`'

const most = (what: string, limit: number, example: number) =>
  integer({ default: limit, minimum: 0, maximum: 1_000_000, description: `${what}; 0 = no limit.`, example })

const nudge = (when: string, example: number) =>
  integer({ default: 0, minimum: 0, maximum: 1_000_000, description: `${when}; 0 = never.`, example })

/** The configuration keys for pads. */
const sessionFields = {
  enabled: flag({
    default: true,
    description: 'Give models the pad of their session: its tools, its guidance and its block.',
    example: false,
  }),
  notes: {
    maxChars: most(
      'The maximum length of the notes that `set_notes` and `append_notes` write to a pad, in UTF-16 units',
      defaultLimits.notes,
      8000,
    ),
  },
  notepad: {
    maxChars: most(
      'The maximum length of the notes that the notepad tools and `notes pad` write to a pad, in UTF-16 units',
      defaultLimits.notepad,
      4000,
    ),
  },
  plan: {
    maxChars: most('The maximum length of the plan of a pad, in UTF-16 units', defaultLimits.plan, 4000),
  },
  refs: {
    max: most('The maximum number of references in a pad', defaultLimits.refs, 100),
    maxChars: most(
      'The maximum length of a reference in a pad, in UTF-16 units',
      defaultLimits.refLength,
      500,
    ),
  },
  cards: {
    profile: choice(['adr', 'forge'], {
      default: 'adr',
      description: `\`forge\` holds cards to ${FORGE.characters} characters and ${FORGE.minTags} to ${FORGE.maxTags} tags; \`session.cards.maxChars\` and \`session.cards.maxTags\` can only tighten these limits.`,
      example: 'forge',
    }),
    maxChars: most(
      'The maximum length of a card, in characters',
      defaultLimits.cards.characters,
      FORGE.characters,
    ),
    maxTags: most('The maximum number of tags on a card', defaultLimits.cards.maxTags, FORGE.maxTags),
  },
  scratchpad: {
    maxTokens: most(
      'The maximum length of notes written by a scratchpad call without an `action`, in tokens of four UTF-16 units',
      defaultLimits.tokens,
      4000,
    ),
    nudgeAfterTurns: nudge('The first turn at which to remind the model of an empty pad', 3),
    nudgeOnPlanDetected: nudge(
      '1 = remind the model of an empty pad after an answer that outlines a plan',
      1,
    ),
    nudgeAfterCompaction: nudge('1 = remind the model of its pad after a compaction', 1),
    nudgeTurnsSinceLastUse: nudge(
      'The number of turns without a change after which to remind the model of its pad',
      10,
    ),
  },
  order: choice(['steer-first', 'pad-first'], {
    default: 'steer-first',
    description: 'Which comes first in front of a message: the hints of the host, or the pad.',
    example: 'pad-first',
  }),
  inject: choice(['changed', 'always'], {
    default: 'changed',
    description:
      'When to give a model its pad before a message: only after the pad changed, or every time. Each copy stays in the conversation.',
    example: 'always',
  }),
  subagents: choice(['empty', 'copy'], {
    default: 'empty',
    description: 'The pad that a subagent starts with: an empty one, or a copy of the pad of its session.',
    example: 'copy',
  }),
  compaction: {
    warnAt: number({
      default: defaultSettings.warnAt,
      minimum: 0.1,
      maximum: 1,
      description:
        'The context size at which to warn of compaction, as a fraction of the compaction point. At the default, at most 50,000 tokens before it.',
      example: 0.8,
    }),
    window: integer({
      default: 0,
      minimum: 0,
      maximum: 100_000_000,
      description:
        'The context window of the model, in tokens; 0 = taken from the client settings or the model.',
      example: 200_000,
    }),
    hold: integer({
      default: 0,
      minimum: 0,
      maximum: 4,
      description:
        'How many times an automatic compaction may be held back to wait for the model to save its pad; each time costs one request.',
      example: 2,
    }),
  },
  onClear: choice(['carry', 'fresh'], {
    default: 'carry',
    description:
      'The pad that a session starts with after `/clear`: that of the previous session, or an empty one.',
    example: 'fresh',
  }),
} as const satisfies FieldTable

/** The sets of tools that `notes mcp` can offer: those for the notes file, and the vocabularies of a pad. */
export const toolSets = ['project', 'scratchpad', 'notepad', 'cards'] as const
export type ToolSet = (typeof toolSets)[number]

export const isToolSet = (name: string): name is ToolSet => toolSets.some(known => known === name)

/**
 * Every key of `notes.config.json`. The types, the validator, the JSON schema, `protocols/config.md` and `notes
 * config` all derive from this table: a new key is one entry here.
 */
export const fields = {
  root: text<string | undefined>({
    default: undefined,
    otherwise: 'the git top level, else the folder of the notes file',
    description: `The project root, relative to the file that sets it. \`\${PROJECT_ROOT}\` refers to it.`,
    example: 'packages/app',
    check: notBlank,
  }),
  file: text<string | undefined>({
    default: undefined,
    otherwise: '`grimoires/loa/NOTES.md`, else `NOTES.md`',
    description: 'The notes file, relative to the project root.',
    example: 'docs/NOTES.md',
    check: notBlank,
  }),
  profile: choice(['auto', 'sam', 'mount', 'v016', 'dated', 'loose'], {
    default: 'auto',
    description: 'The dialect of the notes file; `auto` detects it from the headings.',
    example: 'sam',
  }),
  beads: {
    prefixes: list({
      default: DEFAULT_CONVENTIONS.beadPrefixes,
      description:
        'The prefixes of bead ids: `bd` for `bd-x7y8` and `bd-2wo.38`. `notes debt --export` uses the first.',
      example: ['bd', 'api'],
      check: beadPrefix,
    }),
    idIn: choice(['column', 'inline', 'none'], {
      default: 'column',
      description:
        'Where `notes debt --export --apply` writes the id of a bead: in a `Bead` column of the table, after the title, or nowhere.',
      example: 'inline',
    }),
  },
  debt: {
    idTemplates: list({
      default: DEFAULT_CONVENTIONS.idTemplates,
      description: 'The formats of debt ids. Each `#` is one digit; a `#` at the end stands for one or more.',
      example: ['TD-###', 'SEC-###'],
      check: wrongTemplate,
    }),
  },
  tokens: {
    factor: number({
      default: 1,
      minimum: 0.1,
      maximum: 10,
      description: 'A factor for token estimates, for a model that counts differently.',
      example: 1.2,
    }),
  },
  recovery: {
    level1: integer({
      default: DEFAULT_LIMITS.level1,
      minimum: 20,
      maximum: 2_000,
      description: 'The token budget of recovery level 1.',
      example: 150,
    }),
    level2: integer({
      default: DEFAULT_LIMITS.level2,
      minimum: 20,
      maximum: 10_000,
      description: 'The token budget of recovery level 2.',
      example: 800,
    }),
    hint: flag({
      default: true,
      description:
        'Whether a session in a project without a notes file is told, once a week, how to start one.',
      example: false,
    }),
  },
  decisions: {
    keep: integer({
      default: DEFAULT_LIMITS.keep,
      minimum: 1,
      maximum: 100_000,
      description: 'The number of newest decisions to keep in the Decision Log.',
      example: 40,
    }),
    keepArchived: integer({
      default: 100,
      minimum: 0,
      maximum: 100_000,
      description:
        'The number of newest archived decisions to keep in the notes file; older ones move to the archive file next to it.',
      example: 50,
    }),
  },
  sprint: {
    suggestAfter: integer({
      default: 10,
      minimum: 1,
      maximum: 100_000,
      description:
        'The number of closed debts and superseded decisions at which `notes status` suggests folding their sprint ' +
        'into the archive.',
      example: 20,
    }),
  },
  lint: {
    rules: list({
      default: [],
      description: 'The severity of individual rules: `name=off`, `name=warning` or `name=error`.',
      example: ['section-comment=off'],
    }),
    baseline: text<string>({
      default: 'notes.baseline.json',
      description: 'The file of accepted findings, relative to the project root.',
      example: '.config/notes.baseline.json',
      check: notBlank,
    }),
  },
  session: sessionFields,
  hooks: {
    guidance: flag({
      default: true,
      description: 'Tell each session once how to write down what the next one needs.',
      example: false,
    }),
    decisions: flag({
      default: true,
      description: 'Tell a model which decisions rest on the code that it is about to change.',
      example: false,
    }),
    guard: choice(['report', 'block', 'off'], {
      default: 'report',
      description:
        'When a model edits the notes file directly, and records vanish or lint has new findings: `report` tells the model, `block` tells it as an error, `off` does nothing.',
      example: 'block',
    }),
    clearing: flag({
      default: true,
      description: 'Advise a model, at most once a turn, to note what a large tool result showed.',
      example: false,
    }),
    handoff: flag({
      default: true,
      description: 'Add a row to the Session Continuity Log when a session that recorded anything ends.',
      example: false,
    }),
  },
  mcp: {
    tools: list({
      default: ['project', 'scratchpad'],
      description: `The sets of tools that \`notes mcp\` offers: ${toolSets.map(name => `\`${name}\``).join(', ')}. \`--tools\` overrides it.`,
      example: ['project', 'notepad', 'cards'],
      check: name => (isToolSet(name) ? undefined : `expected one of ${toolSets.join(', ')}`),
    }),
  },
  limits: {
    fileBytes: integer({
      default: DEFAULT_LIMITS.fileBytes,
      minimum: 1_000,
      maximum: 1_000_000_000,
      description:
        'The maximum size of the notes file in bytes, for `notes archive --delta` and the rule `file-budget`.',
      example: 102_400,
    }),
  },
} as const satisfies FieldTable

/** The effective configuration: every key has a value. */
export type Config = ValuesOf<typeof fields>

export const conventionsOf = ({ beads, debt }: Config): Conventions => ({
  beadPrefixes: beads.prefixes,
  idTemplates: debt.idTemplates,
})
