import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { client, NOTES } from './client.ts'
import { FILE } from './start-session.ts'

const text = ({ root }: { root: string }) => readFileSync(join(root, FILE), 'utf8')

describe('hook SessionEnd', () => {
  test('adds one handoff row that names what the session recorded', () => {
    const agent = client()
    agent.run('debt', 'add', 'Flaky login test', '--severity', 'LOW')
    agent.run('blocker', 'resolve', 'Redis credentials')
    agent.run('question', 'add', 'Which TTL?')
    expect(agent.hook('SessionEnd', { reason: 'other' })).toBe('')
    expect(text(agent)).toMatch(
      /\| claude-code \| Recorded: 1 debt \(Flaky login test\), 1 resolved blocker \(Redis credentials\), 1 question \(Which TTL\?\) \|\n/,
    )
    const after = text(agent)
    agent.hook('SessionEnd', { reason: 'other' })
    expect(text(agent)).toBe(after)
  })

  test('adds a handoff row for records that the model wrote with its own tools', () => {
    const agent = client()
    agent.hook('SessionStart', { source: 'startup' })
    const input = { tool_name: 'Edit', tool_input: { file_path: join(agent.root, FILE) } }
    agent.hook('PreToolUse', input)
    writeFileSync(
      join(agent.root, FILE),
      NOTES.replace('- Waiting: Redis', '- Waiting: The audit\n- Waiting: Redis'),
    )
    agent.hook('PostToolUse', input)
    agent.hook('SessionEnd', { reason: 'other' })
    expect(text(agent)).toContain('| claude-code | Recorded: 1 blocker (The audit) |\n')
  })

  test('adds no row for an edited record, a state that was filled in, or when the model wrote a log row itself', () => {
    const agent = client({ [FILE]: NOTES.replace(/(\*\*: )(?:bd-x7y8|2026|Limiter).*/g, '$1(none)') })
    agent.hook('SessionStart', { source: 'startup' })
    const input = { tool_name: 'Edit', tool_input: { file_path: join(agent.root, FILE) } }
    const edited = NOTES.replace('Waiting: Redis credentials', 'Waiting: Redis credentials from ops')
    for (const after of [
      edited,
      `${edited.replace('### Decision', '### Pending Questions\n- [ ] Which TTL?\n\n### Decision')}| 2026-11-18T10:30Z | me | Asked |\n`,
    ]) {
      agent.hook('PreToolUse', input)
      writeFileSync(join(agent.root, FILE), after)
      agent.hook('PostToolUse', input)
      agent.hook('SessionEnd', { reason: 'other' })
      expect(text(agent)).toBe(after)
    }
  })

  test('adds no row when nothing was recorded, or a log row was already written', () => {
    const agent = client()
    agent.hook('SessionStart', { source: 'startup' })
    agent.hook('SessionEnd', { reason: 'clear' })
    expect(text(agent)).toBe(NOTES)
    agent.run('question', 'add', 'Which TTL?')
    agent.run('log', 'add', 'Asked about the TTL', '--agent', 'me')
    const before = text(agent)
    agent.hook('SessionEnd', { reason: 'clear' })
    expect(text(agent)).toBe(before)
  })

  test('changes nothing when hooks.handoff is false', () => {
    const agent = client({ 'notes.config.json': '{"hooks": {"handoff": false}}' })
    agent.run('question', 'add', 'Which TTL?')
    const before = text(agent)
    agent.hook('SessionEnd', { reason: 'other' })
    expect(text(agent)).toBe(before)
  })

  test('silently leaves a damaged file unchanged', () => {
    const agent = client()
    agent.run('question', 'add', 'Which TTL?')
    writeFileSync(join(agent.root, FILE), '<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n')
    expect(agent.hook('SessionEnd', { reason: 'other' })).toBe('')
    expect(text(agent)).toMatch(/^<<<<<<< ours/)
  })
})
