// Measures the hooks as Claude Code runs them: with the installed package, in a project with 53 KB of notes.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeCitingProject } from './cited-code.mjs'
import { spawnRatios } from './spawn-ratios.mjs'

const SESSION = 'aaaaaaaa-0000-4000-8000-000000000001'

export function measureHooks({ notes, scratch, empty, decisions, seed, rounds }) {
  const cwd = join(scratch, 'hooks')
  writeCitingProject(cwd, { decisions, files: 40, seed })
  spawnSync('git', ['init', '-q'], { cwd })
  const code = join(cwd, 'src/concerns-nobody.ts')
  writeFileSync(code, 'export const a = 1\n')
  const usage = { input_tokens: 50_000, output_tokens: 500 }
  const answer = { type: 'assistant', message: { model: 'claude-opus-5-5', content: [], usage } }
  const transcript_path = join(cwd, 'transcript.jsonl')
  writeFileSync(transcript_path, `${JSON.stringify(answer)}\n`.repeat(200))
  const env = { CLAUDE_PROJECT_DIR: cwd, CLAUDE_CODE_SESSION_ID: SESSION, CLAUDE_PID: String(process.pid) }

  const hook = (name, event, fields) => ({
    name,
    args: [notes, 'hook', event],
    cwd,
    env,
    input: JSON.stringify({ session_id: SESSION, transcript_path, cwd, hook_event_name: event, ...fields }),
  })
  const edit = { tool_name: 'Edit', tool_input: { file_path: code, old_string: 'a', new_string: 'b' } }
  const read = { tool_name: 'Read', tool_input: { file_path: code }, tool_response: 'export const a = 1\n' }
  const commands = [
    hook('start', 'SessionStart', { source: 'startup' }),
    hook('clear', 'SessionStart', { source: 'clear' }),
    hook('prompt', 'UserPromptSubmit', { prompt: 'Go on' }),
    hook('before', 'PreToolUse', edit),
    hook('after', 'PostToolUse', edit),
    hook('batch', 'PostToolBatch', { tool_calls: [read] }),
    hook('stop', 'Stop', { stop_hook_active: false }),
    {
      name: 'statusline',
      args: [notes, 'statusline'],
      cwd,
      env,
      input: JSON.stringify({ session_id: SESSION, workspace: { current_dir: cwd, project_dir: cwd } }),
    },
  ]
  // Warm up: one run in eight adds the code it compiled to the code cache (src/bin.ts).
  for (const { args, input } of commands)
    for (let run = 0; run < 24; run++)
      spawnSync(process.execPath, args, { cwd, env: { ...process.env, ...env }, input })
  const results = spawnRatios([empty, ...commands], rounds)
  const of = Object.fromEntries(results.map(result => [result.command.name, result]))
  /** Adds up the hooks of a turn; `ours` excludes the time that node itself takes to start. */
  const sum = (...names) => {
    const total = names.reduce((so, name) => so + of[name].milliseconds, 0)
    return { total, ours: total - names.length * of[empty.name].milliseconds }
  }
  return {
    ...of,
    /** A turn with ten tool calls, two of them edits, made all at once or one after the other. */
    turn: {
      atOnce: sum('prompt', 'before', 'before', 'after', 'after', 'batch', 'stop'),
      inARow: sum('prompt', 'before', 'before', 'after', 'after', ...Array(10).fill('batch'), 'stop'),
    },
  }
}
