import { changeToJson, type ProjectChange } from '../../project/change.ts'
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
    data: { file, changed, results: outcomes, ...(remarks === undefined ? {} : { remarks }) },
  }
}

const STATUS_TEXT = {
  added: 'added',
  changed: 'changed',
  removed: 'removed',
  unchanged: 'already there',
} as const

const string = { type: 'string' } as const

export const changeSchema = {
  type: 'object',
  properties: {
    file: { type: 'string', description: 'The notes file' },
    changed: { type: 'boolean', description: 'False when the notes already said so' },
    results: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          status: { type: 'string', enum: Object.keys(STATUS_TEXT) },
          kind: string,
          handle: { type: 'string', description: 'The short name of the record, such as q-3f2a' },
          id: string,
          title: string,
          lines: { type: 'array', items: { type: 'integer' } },
        },
        required: ['status'],
      },
    },
    remarks: { type: 'array', items: string },
  },
  required: ['file', 'changed', 'results'],
} as const
