import { boolean, integer, listOf, result, string } from '../../pads/vocabulary/tool-schema.ts'
import { lintProject } from '../../project/lint/project.ts'
import { lines } from './tool.ts'

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
      ...(all.length > findings.length ? [`… ${all.length - findings.length} more: run \`notes lint\``] : []),
      request.fix === undefined
        ? `${counts}${fixable === 0 ? '' : `; lint_fix fixes ${fixable}`}`
        : `${fixed} fixed; ${counts} left`,
    ]),
    data: { errors, warnings, fixable, ...(request.fix === undefined ? {} : { fixed }), findings },
  }
}
