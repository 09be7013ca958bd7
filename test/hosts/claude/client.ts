import { expect } from 'vitest'
import { folderWith } from '../../config/folder.ts'
import { notes } from '../../notes-cli.ts'
import { FILE, project } from './start-session.ts'

/** A client that calls the hooks of a project as Claude Code does: one process each, JSON on standard input. */
export function client(files: Record<string, string> = {}) {
  const root = project({ ...(FILE in files ? {} : { [FILE]: NOTES }), ...files })
  // Keep the session log, and what is stored about the client, apart from those of other tests.
  const state = folderWith()
  const env = { XDG_STATE_HOME: state, XDG_CACHE_HOME: folderWith(), CLAUDE_PROJECT_DIR: root }
  let session = 'aaaaaaaa-0000-4000-8000-000000000001'
  const transcript = `${root}/../${session}.jsonl`

  const send = (event: string, fields: object = {}, more: Record<string, string> = {}) =>
    notes(['hook', event], {
      cwd: root,
      env: { ...env, CLAUDE_CODE_SESSION_ID: session, CLAUDE_PID: String(process.pid), ...more },
      input: JSON.stringify({
        session_id: session,
        transcript_path: transcript,
        cwd: root,
        hook_event_name: event,
        ...fields,
      }),
    })

  return {
    root,
    state,
    env,
    get session() {
      return session
    },
    switchTo(id: string) {
      session = id
    },
    send,
    /** Returns what the model gets: the context or plain text, or an empty string for nothing. */
    hook(event: string, fields: object = {}): string {
      const { code, stdout, stderr } = send(event, fields)
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(stdout.length).toBeLessThanOrEqual(9_900)
      if (!stdout.startsWith('{')) return stdout
      const output = JSON.parse(stdout)
      if (output.decision !== undefined) return stdout
      expect(output).toEqual({
        hookSpecificOutput: { hookEventName: event, additionalContext: expect.any(String) },
      })
      return output.hookSpecificOutput.additionalContext
    },
    /** Runs a command as the agent does, through its Bash tool. */
    run(...args: string[]) {
      const result = notes(args, { cwd: root, env: { ...env, CLAUDE_CODE_SESSION_ID: session } })
      expect(result.code, result.stderr).toBeLessThanOrEqual(1)
      return result.stdout
    },
  }
}

export const NOTES = `# Agent Working Memory (NOTES.md)

## Session Continuity

### Active Context
- **Current Bead**: bd-x7y8 (rate limiter)
- **Last Checkpoint**: 2026-11-18T14:30:00Z
- **Reasoning State**: Limiter done; next: wire it into login

### Decision Log

#### 2026-11-17T10:00:00Z - One pool per worker
**Decision**: Use one connection pool per worker
**Rationale**: Shared pools deadlock under load
**Evidence**:
- \`export const pool = createPool(10)\` [\${PROJECT_ROOT}/src/db.ts:2]
**Test Scenarios**:
1. Ten workers -> ten pools
2. A worker dies -> its pool is closed
3. The database is away -> retried

## Blockers & Dependencies
- Waiting: Redis credentials

## Session Continuity Log
| Timestamp | Agent | Summary |
|-----------|-------|---------|
| 2026-11-17T10:30Z | coding | Built the limiter |
`

/** Returns the lines of a client's transcript: answers with the tokens that were in use, and compactions. */
export const transcriptOf = (...used: (number | 'compacted')[]): string =>
  used
    .map(tokens =>
      tokens === 'compacted'
        ? { type: 'system', subtype: 'compact_boundary' }
        : {
            type: 'assistant',
            // Later than every compaction in a test: usage from before a compaction does not count.
            timestamp: '2100-01-01T08:00:00.000Z',
            message: {
              role: 'assistant',
              model: 'claude-opus-5-5',
              content: [{ type: 'text', text: 'Done.' }],
              usage: { input_tokens: tokens - 5, output_tokens: 5 },
            },
          },
    )
    .map(line => `${JSON.stringify(line)}\n`)
    .join('')
