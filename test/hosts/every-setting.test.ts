import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { everyField } from '../../src/config/table.ts'
import { openSession, sessionTools } from '../../src/index.ts'
import { folderWith } from '../config/folder.ts'
import { notes } from '../notes-cli.ts'
import { client, NOTES, transcriptOf } from './claude/client.ts'
import { FILE } from './claude/start-session.ts'

type Agent = ReturnType<typeof client>

interface Case {
  readonly value: unknown
  /** Returns what a host gets: a model through hooks, tools or commands, or a program through the library. */
  readonly get: (agent: Agent) => string | Promise<string>
  /** Matches what the host gets with this value, but not what it gets with the default. */
  readonly says: RegExp
  readonly files?: Record<string, string>
  /** Other settings that the case needs. */
  readonly beside?: object
}

const start = (agent: Agent) => agent.hook('SessionStart', { source: 'startup' })
const prompt = (agent: Agent) => agent.hook('UserPromptSubmit', { prompt: 'x' })
const pad = ({ root, session }: Agent) => openSession({ id: session, root })
const saying = async (act: () => unknown): Promise<string> => {
  try {
    return JSON.stringify(await act()) ?? ''
  } catch (error) {
    return String(error)
  }
}
/** Calls a pad tool as a harness does. */
const call = (name: string, input: object) => async (agent: Agent) => {
  const session = await pad(agent)
  return saying(() => sessionTools.find(tool => tool.name === name)?.handler(session, input))
}
const filled = (used: number) => ({
  transcript_path: join(folderWith({ 't.jsonl': transcriptOf(used) }), 't.jsonl'),
})
const nudged = (agent: Agent, event: object = {}) => {
  agent.hook('SessionStart', { source: 'compact' })
  return agent.hook('UserPromptSubmit', { prompt: 'x', ...event })
}
const decisions = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    NOTES.slice(NOTES.indexOf('#### '), NOTES.indexOf('\n## Blockers'))
      .replace('2026-11-17T10', `2026-10-${10 + at}T10`)
      .replaceAll('One pool', `Pool ${at}`),
  ).join('\n')
const withDecisions = { [FILE]: NOTES.replace('## Blockers', `${decisions(12)}\n## Blockers`) }
const debt = (...rows: string[]) => ({
  [FILE]: `${NOTES}\n## Discovered Technical Debt\n| ID | Description | Severity | Found By | Sprint |\n|----|----|----|----|----|\n${rows.join('\n')}\n`,
})
const plan = { type: 'assistant', message: { content: [{ type: 'text', text: '1. a\n2. b\n3. c' }] } }
const code = 'import x\nexport const pool = createPool(10)\n'
const large = {
  tool_calls: [{ tool_name: 'Read', tool_input: {}, tool_response: 'x\n'.repeat(200) }],
}
const edited = (agent: Agent) => ({
  tool_name: 'Edit',
  tool_input: { file_path: `${agent.root}/${FILE}`, old_string: 'a', new_string: 'b' },
})

/** What each setting changes for a host. */
const cases: Record<string, Case> = {
  root: {
    value: 'packages/app',
    get: start,
    says: /Of the app/,
    files: { [`packages/app/${FILE}`]: NOTES.replace('Limiter done', 'Of the app') },
  },
  file: {
    value: 'docs/NOTES.md',
    get: start,
    says: /file=docs\/NOTES\.md/,
    files: { 'docs/NOTES.md': NOTES },
  },
  profile: { value: 'loose', get: agent => agent.run('show', '--json'), says: /"profile": ?"loose"/ },
  'beads.prefixes': {
    value: ['api'],
    get: agent => agent.run('lint', '--json'),
    says: /^(?![\s\S]*"bead-format")/,
    files: { [FILE]: NOTES.replace('bd-x7y8', 'api-x7y8') },
  },
  'beads.idIn': { value: 'inline', get: agent => agent.run('config', 'beads.idIn'), says: /inline/ },
  'debt.idTemplates': {
    value: ['SEC-###'],
    get: agent => agent.run('lint', '--json'),
    says: /^(?![\s\S]*"debt-id")/,
    files: debt('| SEC-001 | a | LOW | me | S03 |'),
  },
  'tokens.factor': {
    value: 5,
    get: agent => agent.run('recover', '--json'),
    says: /"tokens": ?[2-9]\d\d|^(?![\s\S]*Waiting)/,
  },
  'recovery.level1': { value: 20, get: start, says: /^(?![\s\S]*Waiting: Redis)/ },
  'recovery.level2': {
    value: 20,
    get: agent => agent.run('recover', '--level', '2'),
    says: /^(?![\s\S]*Shared pools deadlock)/,
  },
  'recovery.hint': { value: false, get: start, says: /^$/, beside: { file: 'gone.md' } },
  'decisions.keep': {
    value: 3,
    get: agent => agent.run('archive', '--dry-run'),
    says: /Pool/,
    files: withDecisions,
  },
  'decisions.keepArchived': {
    value: 0,
    get: agent => agent.run('archive', '--dry-run', '--json'),
    says: /"bytes": ?[2-9]\d{3}/,
    files: withDecisions,
    beside: { decisions: { keep: 3 } },
  },
  'sprint.suggestAfter': {
    value: 1,
    get: agent => {
      agent.run('debt', 'resolve', 'TD-001')
      return agent.run('status')
    },
    says: /archive --sprint/,
    files: debt('| TD-001 | a | LOW | me | S03 |'),
  },
  'lint.rules': {
    value: ['required-section=off'],
    get: agent => agent.run('lint', '--json'),
    says: /^(?![\s\S]*required-section)/,
  },
  'lint.baseline': {
    value: 'kept.json',
    get: agent => {
      agent.run('lint', '--write-baseline')
      return readdirSync(agent.root).join(' ')
    },
    says: /kept\.json/,
  },
  'session.enabled': { value: false, get: call('write_notepad', { content: 'x' }), says: /turned off/ },
  'session.notes.maxChars': {
    value: 10,
    get: call('session_scratchpad', { action: 'set_notes', content: 'x'.repeat(20) }),
    says: /truncated from 20 to 10/,
  },
  'session.notepad.maxChars': {
    value: 10,
    get: call('write_notepad', { content: 'x'.repeat(20) }),
    says: /20[\s\S]*10/,
  },
  'session.plan.maxChars': {
    value: 10,
    get: call('session_scratchpad', { action: 'set_plan', content: 'x'.repeat(20) }),
    says: /truncated from 20 to 10/,
  },
  'session.refs.max': {
    value: 1,
    get: call('session_scratchpad', { action: 'refs.set', items: ['a', 'b'] }),
    says: /1\/1 refs/,
  },
  'session.refs.maxChars': {
    value: 5,
    get: call('session_scratchpad', { action: 'refs.add', ref: 'x'.repeat(20) }),
    says: /\b5\b/,
  },
  'session.cards.profile': {
    value: 'forge',
    get: call('add_note', { content: 'no tags' }),
    says: /at least 1 tag/,
  },
  'session.cards.maxChars': {
    value: 5,
    get: call('add_note', { content: 'longer', tags: ['a'] }),
    says: /maximum length of 5/,
  },
  'session.cards.maxTags': {
    value: 1,
    get: call('add_note', { content: 'x', tags: ['a', 'b'] }),
    says: /max 1, got 2/,
  },
  'session.scratchpad.maxTokens': {
    value: 10,
    get: call('session_scratchpad', { content: 'x'.repeat(41) }),
    says: /truncated/,
  },
  'session.scratchpad.nudgeAfterTurns': { value: 1, get: prompt, says: /turn 1/ },
  'session.scratchpad.nudgeOnPlanDetected': {
    value: 1,
    get: agent =>
      agent.hook('UserPromptSubmit', {
        prompt: 'x',
        transcript_path: join(folderWith({ 't.jsonl': `${JSON.stringify(plan)}\n` }), 't.jsonl'),
      }),
    says: /outlined a plan/,
  },
  'session.scratchpad.nudgeAfterCompaction': { value: 1, get: nudged, says: /just compacted/ },
  'session.scratchpad.nudgeTurnsSinceLastUse': {
    value: 1,
    get: agent => {
      agent.run('pad', 'write', 'x')
      return [1, 2, 3].map(() => prompt(agent)).join('\n')
    },
    says: /hasn't been updated/,
  },
  'session.order': {
    value: 'pad-first',
    get: agent => {
      agent.run('pad', 'write', 'x')
      return prompt(agent)
    },
    says: /\[End Scratchpad\]\s+\[Hint/,
    beside: { session: { scratchpad: { nudgeTurnsSinceLastUse: 1, nudgeAfterCompaction: 1 } } },
  },
  'session.inject': {
    value: 'always',
    get: agent => {
      agent.run('pad', 'write', 'x')
      prompt(agent)
      return prompt(agent)
    },
    says: /\[Session Scratchpad\]/,
  },
  'session.subagents': {
    value: 'copy',
    get: agent => {
      agent.run('pad', 'write', 'x')
      return agent.hook('SubagentStart', { agent_id: 'a1', agent_type: 'general-purpose' })
    },
    says: /\[Session Scratchpad\]\nx/,
  },
  'session.compaction.warnAt': {
    value: 0.1,
    get: agent => agent.hook('Stop', filled(100_000)),
    says: /token limit/,
  },
  'session.compaction.window': {
    value: 120_000,
    get: agent => agent.hook('Stop', filled(100_000)),
    says: /token limit/,
  },
  'session.compaction.hold': {
    value: 1,
    get: agent => agent.hook('PreCompact', { trigger: 'auto' }),
    says: /"decision":"block"/,
  },
  'session.onClear': {
    value: 'fresh',
    get: agent => {
      start(agent)
      agent.run('pad', 'write', 'x')
      agent.switchTo('bbbbbbbb-0000-4000-8000-000000000002')
      return agent.hook('SessionStart', { source: 'clear' })
    },
    says: /^(?![\s\S]*carried over)/,
  },
  'hooks.guidance': { value: false, get: start, says: /^(?![\s\S]*Write one line when)/ },
  'hooks.decisions': {
    value: false,
    get: agent =>
      agent.hook('PreToolUse', {
        tool_name: 'Edit',
        tool_input: { file_path: `${agent.root}/src/db.ts`, old_string: 'createPool' },
      }),
    says: /^$/,
    files: { 'src/db.ts': code },
  },
  'hooks.clearing': { value: false, get: agent => agent.hook('PostToolBatch', large), says: /^$/ },
  'hooks.guard': {
    value: 'off',
    get(agent) {
      agent.hook('PreToolUse', edited(agent))
      writeFileSync(join(agent.root, FILE), NOTES.replace('- Waiting: Redis', '- Redis'))
      return agent.hook('PostToolUse', edited(agent))
    },
    says: /^$/,
  },
  'hooks.handoff': {
    value: false,
    get: agent => {
      agent.run('question', 'add', 'x?')
      agent.hook('SessionEnd', { reason: 'other' })
      return agent.run('show', 'log')
    },
    says: /^(?![\s\S]*Recorded)/,
  },
  'mcp.tools': {
    value: ['notepad'],
    get: agent => notes(['mcp'], { cwd: agent.root, env: agent.env, input: REQUESTS }).stdout,
    says: /"write_notepad"/,
  },
  'limits.fileBytes': {
    value: 1_000,
    get: agent => agent.run('lint', '--json'),
    says: /"rule": "file-budget"/,
    files: withDecisions,
  },
}

const REQUESTS = [
  {
    method: 'initialize',
    id: 1,
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
  },
  { method: 'notifications/initialized' },
  { method: 'tools/list', id: 2 },
]
  .map(request => `${JSON.stringify({ jsonrpc: '2.0', ...request })}\n`)
  .join('')

/** Adds a setting to others: `a.b: 1` beside `{a: {c: 2}}` is `{a: {b: 1, c: 2}}`. */
function settings(key: string, value: unknown, beside: object): object {
  const [first = '', ...rest] = key.split('.')
  const inner = Reflect.get(beside, first)
  return { ...beside, [first]: rest.length === 0 ? value : settings(rest.join('.'), value, inner ?? {}) }
}

/**
 * Returns what the host gets in a new project. With `kept`, the project has a kept slice, so that hooks can use their
 * shortcuts.
 */
async function saidWith(key: string, config: object, kept: boolean): Promise<string> {
  const { get, files = {} } = cases[key] as Case
  const agent = client({ ...files, 'notes.config.json': JSON.stringify(config) })
  if (kept) agent.run('recover')
  return get(agent)
}

const keys = everyField().map(({ key }) => key)

test.each([
  ...keys.map(key => [key, 'a new project', false] as const),
  ...keys
    .filter(key => /^(?:session|hooks)\./.test(key))
    .map(key => [key, 'a project with a kept slice', true] as const),
])('the setting %s changes what a host gets in %s', async (key, _, kept) => {
  const { value, says, beside = {} } = cases[key] as Case
  expect(await saidWith(key, settings(key, value, beside), kept)).toMatch(says)
  expect(await saidWith(key, beside, kept)).not.toMatch(says)
})
