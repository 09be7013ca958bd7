import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { learnText } from '../../../src/hosts/claude/how-to-record.ts'
import { folderWith } from '../../config/folder.ts'
import { notes, stateFolder } from '../../notes-cli.ts'

const taught = (['notes', 'npx notes'] as const).map(learnText)

export const FILE = 'grimoires/loa/NOTES.md'
export const project = (files: Record<string, string | Uint8Array>): string =>
  folderWith({ '.git/HEAD': '', ...files })
/** The lines about a project in the hook log of the user's state folder. */
export const log = (cwd: string): string =>
  readFileSync(join(stateFolder, 'hook.log'), 'utf8')
    .split('\n')
    .filter(line => line.includes(` ${realpathSync(cwd)} `))
    .map(line => `${line}\n`)
    .join('')

/** The input that the client gives the hook at the start of a session. */
export const payload = (cwd: string, source: string): string =>
  JSON.stringify({
    session_id: '2aadced7-0c11-4b2e-b095-741ddbfc141d',
    transcript_path: '/nowhere.jsonl',
    cwd,
    hook_event_name: 'SessionStart',
    source,
  })

export const hook = (
  cwd: string,
  input: string | Uint8Array = payload(cwd, 'startup'),
  args = ['SessionStart'],
) => notes(['hook', ...args], { cwd, input })

/** Returns the context that the model would get, without the guidance on writing notes. */
export function contextOf({ code, stdout, stderr }: ReturnType<typeof notes>): string {
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const { hookSpecificOutput, ...rest } = JSON.parse(stdout)
  expect(rest).toEqual({})
  expect(hookSpecificOutput.hookEventName).toBe('SessionStart')
  expect(stdout.length).toBeLessThanOrEqual(9_900)
  return taught.reduce(
    (text, learn) => text.replace(`\n\n${learn}`, ''),
    hookSpecificOutput.additionalContext,
  )
}
