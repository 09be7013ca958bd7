import type { AddCommand, AddOption, CommandsOf, FinishCommand } from '../../notes/kind-commands.ts'
import { allKinds, type Draft, type Finishable, isFinishable } from '../../notes/kinds.ts'
import { schema, text, texts, writesOnce } from '../../pads/vocabulary/tool-schema.ts'
import { changeProject } from '../../project/change.ts'
import { addIntents, givenIn } from '../../project/given.ts'
import { changeAnswer, changeSchema } from './answers.ts'
import { missingField } from './input.ts'
import { inParameters, type ProjectTool } from './tool.ts'

/** `decision_add`, `question_resolve` and so on: the commands that each kind defines. */
export const recordTools: readonly ProjectTool[] = allKinds.flatMap(([kind, { command }]) => {
  if (command === undefined) return []
  const { finish } = command
  return [
    addTool(kind, command),
    ...(finish !== undefined && isFinishable(kind) ? [finishTool(kind, command, finish)] : []),
  ]
})

function addTool(kind: string, { group, add }: CommandsOf<Draft>): ProjectTool {
  const { summary, details } = add
  const inputSchema = schemaOf(add)
  const help = details === undefined ? '' : `\n${details.replaceAll(/(?<=\S)\n(?=\S)/g, ' ')}`
  return {
    name: `${group}_add`,
    title: summary,
    description: inParameters(`${summary}.${help}`, { inputSchema }),
    inputSchema,
    outputSchema: changeSchema,
    annotations: writesOnce,
    atHand: kind === 'decision',
    async call(caller, { entry, flag }) {
      const remarks: string[] = []
      const intents = addIntents(add, givenIn(caller, entry, { flag, missing: missingField }, remarks))
      return changeAnswer(await changeProject(caller, { command: `${group} add`, intents, remarks }), {
        inputSchema,
      })
    },
  }
}

/**
 * Returns the arguments and options of the command as parameters. If an option may be typed without a value, there is
 * no parameter for the arguments, because the text must be the value of that option.
 */
function schemaOf({ arguments: words = {}, options = {} }: AddCommand<Draft>) {
  const all = Object.entries(options)
  const takesWords = !all.some(([, { kind }]) => kind === 'flagged')
  const required = takesWords ? Object.keys(words) : []
  const properties = {
    ...Object.fromEntries(required.map(name => [name, text(words[name]?.does ?? name)])),
    ...Object.fromEntries(
      all.map(([name, option]) => {
        const isNeeded = 'required' in option && option.required === true
        const excuse = all.find(([, flag]) => 'excused' in flag && flag.excused?.includes(name))?.[0]
        // The command itself checks what a flag excuses.
        if (isNeeded && excuse === undefined) required.push(name)
        const needed = isNeeded && excuse !== undefined ? `; required unless \`${excuse}\`` : ''
        return [name, propertyOf(option, `${option.does}${needed}`)]
      }),
    ),
  }
  return schema(properties, required)
}

function propertyOf(option: AddOption, does: string) {
  switch (option.kind) {
    case 'flag':
      return { type: 'boolean', description: does }
    case 'list':
      return texts(does)
    case 'choice':
      return { ...text(does), enum: option.choices }
    default:
      return text(does)
  }
}

function finishTool(
  kind: Finishable,
  { group }: CommandsOf<Draft>,
  { verb, summary }: FinishCommand,
): ProjectTool {
  const inputSchema = schema(
    {
      which: text(`The ${kind}: its handle, its id, or words from its title`),
      how: text('How it was resolved; added to its entry'),
    },
    ['which'],
  )
  return {
    name: `${group}_${verb}`,
    title: summary,
    description: `${summary}. It stays in the file, marked as finished.`,
    inputSchema,
    outputSchema: changeSchema,
    annotations: writesOnce,
    async call(caller, { text }) {
      const [which = '', how] = [text('which'), text('how')]
      const intents = [{ do: 'finish', kind, which, how } as const]
      return changeAnswer(await changeProject(caller, { command: `${group} ${verb}`, intents }), {
        inputSchema,
      })
    },
  }
}
