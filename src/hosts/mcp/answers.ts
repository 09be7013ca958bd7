import { boolean, integer, listOf, result, string, text } from '../../pads/vocabulary/tool-schema.ts'
import { changeToJson, type ProjectChange } from '../../project/change.ts'
import { lintProject } from '../../project/lint/project.ts'
import { type Answer, inParameters, lines, type Tool } from './tool.ts'

/** Reports what became of each record: enough to name the record later, without repeating it. */
export function changeAnswer(change: ProjectChange, tool: Pick<Tool, 'inputSchema'>): Answer {
  const { file, changed, results, ...said } = changeToJson(change, {})
  const remarks = said.remarks?.map(remark => inParameters(remark, tool))
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

const MAX_FINDINGS = 50

export const lintSchema = result(
  {
    errors: integer,
    warnings: integer,
    fixable: integer,
    fixed: integer,
    findings: listOf(
      result({ rule: string, severity: string, message: string, line: integer, fixable: boolean }),
    ),
  },
  ['errors', 'warnings', 'fixable', 'findings'],
)

export async function lintAnswer(
  caller: Parameters<typeof lintProject>[0],
  request: { readonly strict?: boolean; readonly fix?: 'safe' },
) {
  const { report } = await lintProject(caller, request)
  const { errors, warnings, fixable } = report.counts
  const fixed = report.files.reduce((sum, file) => sum + file.fixed, 0)
  const all = report.files.flatMap(({ path, crashes, findings }) =>
    [...crashes, ...findings].map(({ rule, severity, message, line, fix }) => ({
      path,
      line,
      severity,
      rule,
      message,
      fixable: fix?.kind === 'safe',
    })),
  )
  const findings = all.slice(0, MAX_FINDINGS)
  const counts = `${errors} errors, ${warnings} warnings`
  return {
    text: lines([
      ...findings.map(
        ({ path, line, severity, rule, message }) => `${path}:${line} ${severity} ${message} (${rule})`,
      ),
      ...(all.length > findings.length ? [`… ${all.length - findings.length} more: fix these first`] : []),
      request.fix === undefined
        ? `${counts}${fixable === 0 ? '' : `; lint_fix fixes ${fixable}`}`
        : `${fixed} fixed; ${counts} left`,
    ]),
    data: { errors, warnings, fixable, ...(request.fix === undefined ? {} : { fixed }), findings },
  }
}
