import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderWith } from '../../config/folder.ts'
import { client, NOTES, transcriptOf } from './client.ts'
import { FILE } from './start-session.ts'

const WARNING =
  /^\[System\] Context is approaching the token limit and will be compacted after your next response\.\n/

/** A session whose context holds `used` tokens. */
function filled(used: number, files: Record<string, string> = {}) {
  const agent = client(files)
  const transcript_path = join(folderWith({ 't.jsonl': transcriptOf(used) }), 't.jsonl')
  return {
    ...agent,
    transcript_path,
    tell: (event: string, more = {}) => agent.hook(event, { transcript_path, ...more }),
  }
}

describe('the warning before a compaction', () => {
  test.each([
    ['UserPromptSubmit', { prompt: 'one' }],
    ['PostToolBatch', { tool_calls: [] }],
    ['Stop', { stop_hook_active: false }],
  ])(
    'comes with %s, once near the compaction point and once close to it, before each compaction',
    (event, fields) => {
      const agent = filled(930_000)
      const others = () => ['UserPromptSubmit', 'PostToolBatch', 'Stop'].map(other => agent.tell(other))
      expect(agent.tell(event, fields)).toMatch(WARNING)
      expect(others()).toEqual(['', '', ''])
      writeFileSync(agent.transcript_path, transcriptOf(960_000))
      expect(agent.tell(event, fields)).toMatch(WARNING)
      expect(others()).toEqual(['', '', ''])
      agent.tell('SessionStart', { source: 'compact' })
      expect(agent.tell(event, fields)).toMatch(WARNING)
    },
  )

  test('is due 50,000 tokens before the compaction point of a large window, and at 85 % of a smaller one', () => {
    expect(filled(916_000).tell('UserPromptSubmit')).toBe('')
    expect(filled(918_000).tell('UserPromptSubmit')).toMatch(WARNING)
    const smaller = { 'notes.config.json': '{"session": {"compaction": {"window": 200000}}}' }
    expect(filled(141_000, smaller).tell('UserPromptSubmit')).toBe('')
    expect(filled(142_000, smaller).tell('UserPromptSubmit')).toMatch(WARNING)
  })

  test('names the command that saves to the pad', () => {
    expect(filled(930_000).tell('Stop')).toContain('session scratchpad: `notes pad append "…"` adds to it')
  })

  test('follows session.compaction.warnAt and session.compaction.window', () => {
    const settings = (compaction: object) => ({
      'notes.config.json': JSON.stringify({ session: { compaction } }),
    })
    expect(filled(500_000, settings({ warnAt: 0.5 })).tell('UserPromptSubmit')).toMatch(WARNING)
    expect(filled(60_000, settings({ window: 100_000 })).tell('UserPromptSubmit')).toMatch(WARNING)
    expect(filled(60_000, settings({ window: 200_000 })).tell('UserPromptSubmit')).toBe('')
  })

  test('follows the context window that the client is configured with', () => {
    const agent = filled(60_000)
    const env = { CLAUDE_CODE_AUTO_COMPACT_WINDOW: '100000' }
    const { transcript_path } = agent
    expect(agent.send('Stop', { transcript_path }, env).stdout).toContain('Context is approaching')
    const other = filled(60_000, { '.claude/settings.json': '{"autoCompactWindow": 100000}' })
    expect(other.tell('Stop')).toMatch(WARNING)
  })

  test('is not given at a second consecutive stop, to a subagent, or without pads', () => {
    expect(filled(930_000).tell('Stop', { stop_hook_active: true })).toBe('')
    expect(filled(930_000).tell('PostToolBatch', { tool_calls: [], agent_id: 'a1' })).toBe('')
    const off = { 'notes.config.json': '{"session": {"enabled": false}}' }
    expect(filled(930_000, off).tell('Stop')).toBe('')
  })

  test('is not due right after a compaction, before the next answer', () => {
    const agent = filled(930_000)
    writeFileSync(agent.transcript_path, transcriptOf(930_000, 'compacted'))
    expect(agent.tell('UserPromptSubmit')).toBe('')
  })

  test('is not due while the transcript, which the client writes late, lacks the compaction', () => {
    const agent = filled(930_000)
    const before = {
      ...JSON.parse(transcriptOf(930_000).trim().split('\n').at(-1) ?? ''),
      timestamp: new Date().toISOString(),
    }
    writeFileSync(agent.transcript_path, `${JSON.stringify(before)}\n`)
    agent.tell('SessionStart', { source: 'compact' })
    for (const event of ['UserPromptSubmit', 'PostToolBatch', 'Stop'])
      expect(agent.tell(event)).not.toMatch(WARNING)
    const after = { ...before, timestamp: new Date(Date.now() + 1000).toISOString() }
    writeFileSync(agent.transcript_path, `${JSON.stringify(before)}\n${JSON.stringify(after)}\n`)
    expect(agent.tell('Stop')).toMatch(WARNING)
  })
})

describe('hook PreCompact', () => {
  test('tells the summarizer that the newest of the notes and the pad is passed on', () => {
    const agent = client()
    expect(agent.hook('PreCompact', { trigger: 'auto' })).toBe(
      'What is in NOTES.md stays on disk, and the newest of it is passed to the next context: do not repeat it. Summarize what is not there.\n',
    )
    agent.run('pad', 'write', 'x')
    expect(agent.hook('PreCompact', { trigger: 'manual' })).toContain('the session scratchpad and NOTES.md')
  })

  test.each([
    ['empty', ''],
    ['without records', '# Notes\n\n## Decision Log\n'],
    ['binary', '\u0001\u0000\u0002'],
    ['in conflict', `<<<<<<< ours\n${NOTES}=======\nb\n>>>>>>> theirs\n`],
  ])('tells the summarizer nothing about a notes file that is %s, or a pad with only cards', (_, text) => {
    const agent = client({ [FILE]: text })
    agent.run('card', 'add', 'A finding', '--tag', 'perf')
    expect(agent.hook('PreCompact', { trigger: 'auto' })).toBe('')
  })

  test('holds back automatic compaction as often as configured, until the pad is saved', () => {
    const agent = filled(930_000, { 'notes.config.json': '{"session": {"compaction": {"hold": 2}}}' })
    const isHeld = () => agent.tell('PreCompact', { trigger: 'auto' }).includes('"decision":"block"')
    expect(agent.tell('PreCompact', { trigger: 'manual' })).not.toContain('block')
    expect([isHeld(), isHeld(), isHeld()]).toEqual([true, true, false])
    agent.tell('SessionStart', { source: 'compact' })
    expect(isHeld()).toBe(true)
    expect(agent.tell('PostToolBatch', { tool_calls: [] })).toMatch(WARNING)
    agent.run('pad', 'write', 'Saved')
    expect(isHeld()).toBe(false)
  })

  test('never holds back compaction by default, or after a request that was too long', () => {
    expect(client().hook('PreCompact', { trigger: 'auto' })).not.toContain('block')
    const agent = filled(1, { 'notes.config.json': '{"session": {"compaction": {"hold": 2}}}' })
    const failure = {
      type: 'assistant',
      isApiErrorMessage: true,
      message: { content: [{ text: 'Prompt is too long' }] },
    }
    writeFileSync(agent.transcript_path, `${transcriptOf(930_000)}${JSON.stringify(failure)}\n`)
    expect(agent.tell('PreCompact', { trigger: 'auto' })).not.toContain('block')
  })
})
