import { usage } from '../../error.ts'
import type { OpenProject } from '../../project/open.ts'
import { sliceText } from '../../project/recover/recover-kept.ts'
import { recoverProject } from '../../project/recover/recover-project.ts'
import { sessionSettings } from '../../project/session/project-session.ts'
import { joined, ours, type Shown } from '../../safety/door.ts'

interface Prompt {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly arguments: readonly {
    readonly name: string
    readonly description: string
    readonly required: boolean
  }[]
  text(caller: OpenProject, given: Readonly<Record<string, string>>): Shown
}

/** Prompts that a user can call: `/mcp__notes__recover`. */
export const prompts: readonly Prompt[] = [
  {
    name: 'recover',
    title: 'Recover what was known',
    description: 'Go on where the last session stopped, or recover what is known about something',
    arguments: [{ name: 'query', description: 'What to look for', required: false }],
    text(caller, { query = '' }) {
      const level = query.trim() === '' ? { level: 1 as const } : { level: 2 as const, query }
      return joined([sliceText(recoverProject(caller, level)), ours(RECOVER)], '\n')
    },
  },
  {
    name: 'checkpoint',
    title: 'Prepare for /clear',
    description: 'Write down what the next session must know, then check the notes',
    arguments: [],
    text: () => ours(CHECKPOINT),
  },
]

const RECOVER =
  'Go on from what the notes say. Where they are marked as changed or missing, read the code before you rely on them.'

const CHECKPOINT = `Prepare for the context to be cleared:
1. Use the tools of notes to write down what this session decided, found, left open or finished, unless the notes already say so.
2. Record where the work stands and what comes next with context_set.
3. Call checkpoint with a summary of one sentence.
4. Fix what it reports as not grounded, or say why that is not possible.
Then say in one sentence what the next session starts with.`

export function promptNamed(name: string): Prompt {
  const found = prompts.find(prompt => prompt.name === name)
  if (found !== undefined) return found
  throw usage(
    `There is no prompt "${name.slice(0, 80)}"`,
    `Use ${prompts.map(prompt => prompt.name).join(' or ')}`,
  )
}
