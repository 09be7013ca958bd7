import { groundingRatio } from '../evidence/grounding.ts'
import { verifyNotes } from '../evidence/verify.ts'
import type { Context } from './context.ts'
import { noNotesFile } from './notes-file.ts'
import { report } from './output.ts'
import { projectCode, withoutNotes } from './project-code.ts'
import { readProject } from './read-project.ts'
import { verifiedAsJson, verifiedAsLines } from './verify-report.ts'

/** 0: all claims are ok or external; 1: some are not. */
export function runVerify(context: Context): 0 | 1 {
  const { host, project } = context
  if (!project.exists) throw noNotesFile(context, 'unreadable')
  const { notes, path } = readProject(context)
  const verified = verifyNotes(notes, withoutNotes(projectCode(project.root), project.file))
  const grounding = groundingRatio(verified.map(({ check }) => check))
  report(context, {
    json: { file: path, ...verifiedAsJson(notes, verified), grounding },
    lines: verifiedAsLines(notes, verified, grounding, host.color),
  })
  return grounding === 1 ? 0 : 1
}
