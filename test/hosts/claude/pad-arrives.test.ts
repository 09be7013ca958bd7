import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { learnText } from '../../../src/hosts/claude/how-to-record.ts'
import { estimateTokens } from '../../../src/markdown/tokens.ts'
import { folderWith } from '../../config/folder.ts'
import { client, transcriptOf } from './client.ts'

const NEW = 'bbbbbbbb-0000-4000-8000-000000000002'
const block = (text: string) => `[Session Scratchpad]\n${text}\n[End Scratchpad]`

describe('the pad in the context of the model', () => {
  test('comes once after each change, before the next prompt', () => {
    const agent = client()
    agent.hook('SessionStart', { source: 'startup' })
    expect(agent.hook('UserPromptSubmit', { prompt: 'one' })).toBe('')
    agent.run('pad', 'write', 'Root cause: timezone')
    expect(agent.hook('UserPromptSubmit', { prompt: 'two' })).toBe(block('Root cause: timezone'))
    expect(agent.hook('UserPromptSubmit', { prompt: 'three' })).toBe('')
    agent.run('pad', 'append', 'Fixed in db.ts')
    expect(agent.hook('UserPromptSubmit', { prompt: 'four' })).toBe(
      block('Root cause: timezone\nFixed in db.ts'),
    )
  })

  test.each(['startup', 'resume', 'compact', 'clear', 'fork'])(
    'comes after %s, with level 1 before it',
    source => {
      const agent = client()
      agent.run('pad', 'write', 'Survey done')
      const said = agent.hook('SessionStart', { source })
      expect(said).toMatch(/^<notes level=1[\s\S]*<\/notes>/)
      expect(said.endsWith(block('Survey done'))).toBe(true)
      expect(said).toContain('Write one line when something')
      expect(agent.hook('UserPromptSubmit', { prompt: 'next' })).toBe('')
    },
  )

  test('comes after /clear, carried over to the new session and marked as carried', () => {
    const agent = client()
    agent.hook('SessionStart', { source: 'startup' })
    const old = agent.session
    agent.run('pad', 'write', 'Survey done')
    agent.hook('SessionEnd', { reason: 'clear' })
    agent.switchTo(NEW)
    expect(agent.hook('SessionStart', { source: 'clear' })).toContain(
      `The scratchpad was carried over from before /clear; remove from it what is done.\n${block('Survey done')}`,
    )
    agent.run('pad', 'append', 'Only here')
    agent.switchTo(old)
    expect(agent.hook('SessionStart', { source: 'resume' })).toContain(block('Survey done'))
  })

  test('does not come after /clear when session.onClear is fresh', () => {
    const agent = client({ 'notes.config.json': '{"session": {"onClear": "fresh"}}' })
    agent.hook('SessionStart', { source: 'startup' })
    agent.run('pad', 'write', 'Survey done')
    agent.switchTo(NEW)
    expect(agent.hook('SessionStart', { source: 'clear' })).not.toContain('Survey done')
  })

  test('comes after a fork, from the session whose last answer has the same token count', () => {
    const agent = client()
    agent.run('pad', 'write', 'Survey done')
    const folder = folderWith({
      [`${agent.session}.jsonl`]: transcriptOf(900, 12_345),
      'cccccccc-0000-4000-8000-000000000003.jsonl': transcriptOf(12_346),
    })
    agent.switchTo(NEW)
    const said = agent.hook('SessionStart', {
      source: 'fork',
      context_tokens: 12_345,
      seconds_since_last_response: 3,
      transcript_path: join(folder, `${NEW}.jsonl`),
    })
    expect(said).toContain(block('Survey done'))
  })

  test('does not come from another session of the project', () => {
    const agent = client()
    agent.run('pad', 'write', 'Survey done')
    agent.switchTo(NEW)
    expect(agent.hook('SessionStart', { source: 'startup' })).not.toContain('Survey done')
    expect(agent.hook('UserPromptSubmit', { prompt: 'one' })).toBe('')
  })

  test.skipIf(process.platform === 'win32')('does not come through a symbolic link', () => {
    const agent = client()
    const other = client()
    other.run('pad', 'write', 'Of another project')
    mkdirSync(join(agent.root, '.notes/sessions'), { recursive: true })
    const name = `.notes/sessions/${agent.session}.jsonl`
    symlinkSync(join(other.root, name), join(agent.root, name))
    expect(agent.hook('SessionStart', { source: 'startup' })).not.toContain('Of another project')
    expect(agent.hook('UserPromptSubmit', { prompt: 'one' })).toBe('')
  })

  test('comes without a line torn by a crash', () => {
    const agent = client()
    agent.run('pad', 'write', 'Survey done')
    const path = join(agent.root, `.notes/sessions/${agent.session}.jsonl`)
    writeFileSync(path, `${readFileSync(path, 'utf8')}{"type":"custom","customT`)
    expect(agent.hook('UserPromptSubmit', { prompt: 'one' })).toBe(block('Survey done'))
    expect(agent.hook('SessionStart', { source: 'compact' })).toContain(block('Survey done'))
  })

  test('is cut to the limit of the client, after a complete level 1', () => {
    const agent = client({ 'notes.config.json': '{"session": {"notes": {"maxChars": 0}}}' })
    agent.run('pad', 'write', '"quoted"\n'.repeat(3_000))
    const said = agent.hook('SessionStart', { source: 'compact' })
    expect(said).toContain('wire it into login')
    expect(said).toMatch(/more characters: notes pad show/)
    expect(said.indexOf('wire it into login')).toBeLessThan(1_900)
    expect(agent.hook('UserPromptSubmit', { prompt: 'x' })).toBe('')
    agent.run('pad', 'append', 'more')
    expect(agent.hook('UserPromptSubmit', { prompt: 'x' })).toContain('[Session Scratchpad]')
  })
})

describe('a resumed conversation', () => {
  test('gets nothing that it already has', () => {
    const agent = client()
    agent.hook('SessionStart', { source: 'startup' })
    expect(agent.hook('SessionStart', { source: 'resume' })).toBe('')
    agent.run('pad', 'write', 'Survey done')
    expect(agent.hook('SessionStart', { source: 'resume' })).toBe(block('Survey done'))
    expect(agent.hook('SessionStart', { source: 'resume' })).toBe('')
  })

  test('gets level 1 again when the notes have changed', () => {
    const agent = client()
    agent.hook('SessionStart', { source: 'startup' })
    agent.run('blocker', 'add', '--waiting', 'the legal review')
    const said = agent.hook('SessionStart', { source: 'resume' })
    expect(said).toContain('Waiting: the legal review')
    expect(said).not.toContain('Write one line when')
    agent.run('blocker', 'add', '--waiting', 'a second opinion')
    agent.hook('SessionStart', { source: 'compact' })
    expect(agent.hook('SessionStart', { source: 'resume' })).toBe('')
  })
})

describe('the guidance on writing notes', () => {
  test('takes at most 120 tokens, once in each context', () => {
    for (const command of ['notes', 'npx notes'] as const)
      expect(estimateTokens(learnText(command))).toBeLessThanOrEqual(120)
    const agent = client()
    const learn = 'Write one line when something'
    expect(agent.hook('SessionStart', { source: 'startup' }).split(learn).length).toBe(2)
    expect(agent.hook('UserPromptSubmit', { prompt: 'one' })).not.toContain(learn)
    expect(agent.hook('SessionStart', { source: 'resume' })).not.toContain(learn)
    expect(agent.hook('SessionStart', { source: 'compact' })).toContain(learn)
  })

  test('names `npx notes` if npm installed it in the project', () => {
    const agent = client({ 'node_modules/.bin/notes': '' })
    for (const source of ['startup', 'startup'])
      expect(agent.hook('SessionStart', { source })).toMatch(
        /More: npx notes recover --level 2[\s\S]*npx notes blocker add/,
      )
  })

  test('does not come when hooks.guidance is false', () => {
    const agent = client({ 'notes.config.json': '{"hooks": {"guidance": false}}' })
    for (const source of ['startup', 'compact'])
      expect(agent.hook('SessionStart', { source })).not.toContain('Write one line when')
  })

  test('does not come without a notes file', () => {
    const agent = client()
    rmSync(join(agent.root, 'grimoires/loa/NOTES.md'))
    for (const source of ['startup', 'compact'])
      expect(agent.hook('SessionStart', { source })).not.toContain('Write one line when')
  })
})

describe('session settings in hooks', () => {
  test('session.enabled false shows no pad, even if one was written before', () => {
    const agent = client()
    agent.run('pad', 'write', 'Survey done')
    writeFileSync(join(agent.root, 'notes.config.json'), '{"session": {"enabled": false}}')
    expect(agent.hook('UserPromptSubmit', { prompt: 'one' })).toBe('')
    expect(agent.hook('SessionStart', { source: 'startup' })).not.toContain('Survey done')
  })

  test('session.inject "always" shows the pad with every prompt', () => {
    const agent = client({ 'notes.config.json': '{"session": {"inject": "always"}}' })
    agent.run('pad', 'write', 'Survey done')
    for (const prompt of ['one', 'two'])
      expect(agent.hook('UserPromptSubmit', { prompt })).toBe(block('Survey done'))
  })

  test('session.order pad-first shows hints after the pad instead of before it', () => {
    const settings = (order: string) =>
      JSON.stringify({ session: { order, scratchpad: { nudgeAfterCompaction: 1 } } })
    const said = (order: string) => {
      const agent = client({ 'notes.config.json': settings(order) })
      agent.run('pad', 'write', 'Survey done')
      agent.hook('SessionStart', { source: 'compact' })
      agent.run('pad', 'append', 'more')
      return agent.hook('UserPromptSubmit', { prompt: 'one' })
    }
    expect(said('steer-first')).toMatch(/^\[Hint: Context was just compacted[^\n]*\n\n\[Session Scratchpad\]/)
    expect(said('pad-first')).toMatch(/\[End Scratchpad\]\n\n\[Hint: Context was just compacted/)
  })

  test('session.notes.maxChars cuts longer text that another program wrote', () => {
    const agent = client({
      'notes.config.json':
        '{"session": {"notes": {"maxChars": 10}, "notepad": {"maxChars": 10}, "scratchpad": {"maxTokens": 1}}}',
    })
    const path = `.notes/sessions/${agent.session}.jsonl`
    mkdirSync(join(agent.root, '.notes/sessions'), { recursive: true })
    writeFileSync(
      join(agent.root, path),
      '{"type":"custom","customType":"openclaw:scratchpad:notes","data":"0123456789abcdef","id":"00000001","parentId":null,"timestamp":"2026-11-19T08:00:00Z"}\n',
    )
    expect(agent.hook('UserPromptSubmit', { prompt: 'one' })).toContain('0123456789\n… 6 more characters')
  })
})

describe('session.scratchpad', () => {
  const nudged = (scratchpad: object) =>
    client({ 'notes.config.json': JSON.stringify({ session: { scratchpad } }) })

  test('nudgeAfterTurns nudges from that turn on while the pad is empty, counting turns across processes', () => {
    const agent = nudged({ nudgeAfterTurns: 2 })
    expect(agent.hook('UserPromptSubmit', { prompt: 'one' })).toBe('')
    expect(agent.hook('UserPromptSubmit', { prompt: 'two' })).toMatch(/^\[Hint: You're on turn 2 /)
    agent.run('pad', 'write', 'Plan')
    expect(agent.hook('UserPromptSubmit', { prompt: 'three' })).toBe(block('Plan'))
  })

  test('nudgeOnPlanDetected nudges when the last answer outlines a plan and the pad is empty', () => {
    const agent = nudged({ nudgeOnPlanDetected: 1 })
    const answer = { type: 'assistant', message: { content: [{ type: 'text', text: '1. a\n2. b\n3. c' }] } }
    const transcript_path = join(folderWith({ 't.jsonl': `${JSON.stringify(answer)}\n` }), 't.jsonl')
    expect(agent.hook('UserPromptSubmit', { prompt: 'one', transcript_path })).toMatch(
      /^\[Hint: You outlined a plan/,
    )
    expect(agent.hook('UserPromptSubmit', { prompt: 'one' })).toBe('')
  })

  test('nudgeTurnsSinceLastUse nudges when the pad has not changed for that number of turns', () => {
    const agent = nudged({ nudgeTurnsSinceLastUse: 2 })
    agent.run('pad', 'write', 'Plan')
    const said = [1, 2, 3, 4].map(turn => agent.hook('UserPromptSubmit', { prompt: `${turn}` }))
    expect(said[0]).toContain('[Session Scratchpad]')
    expect(said.slice(1).some(text => text.includes("hasn't been updated in 2 turns"))).toBe(true)
  })
})
