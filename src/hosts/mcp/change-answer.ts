import { boolean, integer, listOf, result, string, text } from '../../pads/vocabulary/tool-schema.ts'
import type { ProjectChange } from '../../project/change.ts'
import { changeToJson } from '../../project/change-json.ts'
import { type Answer, lines } from './tool.ts'

/** Reports a change record by record: enough to name each one later, without repeating it. */
export function changeAnswer(change: ProjectChange): Answer {
  const { file, changed, results, remarks } = changeToJson(change, {})
  const outcomes = results.map(result => {
    if (!('record' in result))
      return { id: undefined, handle: undefined, kind: undefined, title: undefined, ...result }
    const { kind, handle, id, title, lines } = result.record
    return { status: result.status, kind, handle, id, title, lines }
  })
  return {
    text: lines([
      ...outcomes.map(({ status, handle, kind, id, title }) =>
        [STATUS_TEXT[status], handle, kind, id, title].filter(part => part !== undefined).join('  '),
      ),
      ...(remarks ?? []).map(remark => `note: ${remark}`),
    ]),
    data: { file, changed, results: outcomes, remarks },
  }
}

const STATUS_TEXT = {
  added: 'added',
  changed: 'changed',
  removed: 'removed',
  unchanged: 'already there',
} as const

export const changeSchema = result(
  {
    file: text('The notes file'),
    changed: { ...boolean, description: 'False when the notes already said so' },
    results: listOf(
      result(
        {
          status: { ...string, enum: Object.keys(STATUS_TEXT) },
          kind: string,
          handle: text('The short name of the record, such as q-3f2a'),
          id: string,
          title: string,
          lines: listOf(integer),
        },
        ['status'],
      ),
    ),
    remarks: listOf(string),
  },
  ['file', 'changed', 'results'],
)
