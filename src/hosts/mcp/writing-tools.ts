import { handleOf } from '../../notes/handle.ts'
import type { ReferenceRecord } from '../../notes/kinds/reference.ts'
import {
  boolean,
  integer,
  listOf,
  number,
  result,
  schema,
  string,
  text,
  texts,
  writes,
  writesOnce,
} from '../../pads/vocabulary/tool-schema.ts'
import { changeProject } from '../../project/change.ts'
import { checkpointProject, checkpointToJson } from '../../project/checkpoint.ts'
import { verifyReferences } from '../../project/evidence/reference.ts'
import { contextFieldsOf, momentOf } from '../../project/given.ts'
import { changeAnswer, changeSchema, lintAnswer, lintSchema } from './answers.ts'
import { lines, type ProjectTool } from './tool.ts'

const referenceVerify: ProjectTool = {
  name: 'ref_verify',
  title: 'Verify references',
  description:
    'Check that the lines of each reference are still those that were verified, follow lines that moved, and update Last Verified where they hold.',
  inputSchema: schema({ which: texts('Words of purpose or place; default: all references') }),
  outputSchema: result({ file: string, there: listOf(string), stale: listOf(string) }),
  annotations: writesOnce,
  async call(caller, input) {
    const which = input.list('which')
    const { change, notes, good, moved, stale } = await verifyReferences(
      caller,
      which === undefined ? {} : { which },
    )
    const named = (record: ReferenceRecord) => `${handleOf(notes, record)} ${record.identifier}`
    const failed = stale.map(({ reference, check }) => `${named(reference)} (${check.state})`)
    return {
      text: lines([
        ...good.map(
          record => `ok     ${named(record)}${moved.has(record) ? ` -> ${moved.get(record)}` : ''}`,
        ),
        ...failed.map(said => `stale  ${said}`),
        ...(good.length + stale.length === 0 ? ['There are no references.'] : []),
      ]),
      data: { file: change.path, there: good.map(named), stale: failed },
    }
  },
}

const contextSet: ProjectTool = {
  name: 'context_set',
  title: 'Record where the work stands',
  description: 'Record where you left off and what comes next, for the next session. Updates the checkpoint.',
  inputSchema: schema({
    bead: text('The current bead: its id, and the task in parentheses'),
    state: text('Where you left off'),
    next: text('What comes next'),
    clear: texts('Fields to empty: bead, state or next'),
  }),
  outputSchema: changeSchema,
  annotations: writesOnce,
  async call(caller, { text, list }) {
    const texts = { bead: text('bead'), state: text('state'), next: text('next') }
    const fields = contextFieldsOf(texts, list('clear') ?? [], name => `\`${name}\``)
    const checkpoint = momentOf(caller, undefined)
    return changeAnswer(
      await changeProject(caller, {
        command: 'context set',
        intents: [{ do: 'set-context', fields: { ...fields, checkpoint } }],
      }),
      contextSet,
    )
  },
}

const checkpoint: ProjectTool = {
  name: 'checkpoint',
  title: 'Prepare for /clear',
  description:
    'Prepare the notes for /clear: compare the evidence of every decision in force with the code, report what is ' +
    'not grounded and what is open, then write the time and a row in the session log.',
  inputSchema: schema({
    agent: text('Who hands over; default: $NOTES_AGENT, else "agent"'),
    summary: text('The text of the log row; default: the current state, and what is open'),
    strict: { type: 'boolean', description: 'Write nothing when the grounding is too low' },
  }),
  outputSchema: result({
    checkpoint: string,
    written: boolean,
    grounding: number,
    grounded: boolean,
    ungrounded: listOf({ type: 'object' }),
    withoutScenarios: listOf(string),
    open: { type: 'object', additionalProperties: integer },
  }),
  annotations: writes,
  async call(caller, { text, flag }) {
    const done = await checkpointProject(caller, {
      agent: text('agent'),
      summary: text('summary'),
      strict: flag('strict'),
    })
    const found = checkpointToJson(done)
    const open = Object.entries(found.open).map(
      ([kind, count]) => `${count} ${kind}${count === 1 ? '' : 's'}`,
    )
    return {
      text: lines([
        `grounding ${found.grounding.toFixed(2)}${found.grounded ? '' : ', too low'}`,
        ...found.ungrounded.map(
          ({ line, state, place, quote, decision }) =>
            `  L${line} ${state}: ${place ?? quote ?? ''} (${decision})`,
        ),
        ...found.withoutScenarios.map(title => `  fewer than 3 scenarios: ${title}`),
        `open: ${open.join(', ')}`,
        ...done.change.notes,
        ...done.change.dropped,
        done.refused ? 'Nothing was written.' : `Checkpoint ${done.at} written; the context can be cleared.`,
      ]),
      data: { checkpoint: done.at, written: !done.refused, ...found },
      refused: done.refused,
    }
  },
}

const lintFix: ProjectTool = {
  name: 'lint_fix',
  title: 'Fix the notes',
  description: 'Apply the safe fixes of lint, such as the new line of a quote that has moved.',
  inputSchema: schema({}),
  outputSchema: lintSchema,
  annotations: writesOnce,
  call: caller => lintAnswer(caller, { fix: 'safe' }),
}

/** The tools that write to the notes file, other than those for record kinds. */
export const writingTools: readonly ProjectTool[] = [contextSet, referenceVerify, checkpoint, lintFix]
