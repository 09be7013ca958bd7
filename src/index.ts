/**
 * The library: everything that the commands of `notes` do, on a text or in a project, without the command line.
 *
 * @example
 * import { lintProject, openProject, readNotes, verifyProject } from 'notesmd'
 * const { profile, records } = readNotes(text)
 *
 * const project = openProject({ cwd: process.cwd() })
 * const { report } = await lintProject(project, { fix: 'safe' })
 * const { grounding } = verifyProject(project)
 *
 * Also the pads of sessions: `openSession`, and `sessionTools` as data for any harness.
 */
export type { Block, Span } from './document/block.ts'
export type { Damage } from './document/damage.ts'
export { type Document, readDocument } from './document/document.ts'
export { applyEdits, type Edit } from './document/edit.ts'
export type { LineRange } from './document/line-index.ts'
export { estimateTokens } from './document/tokens.ts'
export { type ErrorCode, NotesError } from './error.ts'
export type { Verified } from './evidence/verify.ts'
export { type OpenSessionOptions, openSession } from './hosts/open-session.ts'
export type { RecoverRequest } from './hosts/recovery/recover-kept.ts'
export { recoverProject } from './hosts/recovery/recover-project.ts'
export type { FileReport, LintReport, ReportedFinding } from './lint/report.ts'
export { type ReporterName, reporters } from './lint/reporters/reporters.ts'
export type { Change, Outcome } from './manager/change-notes.ts'
export type { Intent } from './manager/intent.ts'
export {
  type Archived,
  type ArchiveRequest,
  archiveProject,
  type FoldRequest,
  foldSprint,
  mayGrow,
} from './project/archive.ts'
export { type ChangeRequest, changeProject, diffOf, type ProjectChange } from './project/change.ts'
export { type CheckpointRequest, checkpointProject, type ProjectCheckpoint } from './project/checkpoint.ts'
export { type LintedProject, type LintRequest, lintProject, lintText } from './project/lint/project.ts'
export { type OpenProject, openProject } from './project/open.ts'
export { type ProjectNotes, readProject, statusOf } from './project/read.ts'
export { type Undone, undoLast } from './project/undo.ts'
export { type VerifiedProject, verifyProject } from './project/verify.ts'
export type { Evidence } from './protocol/evidence.ts'
export { type Found, findInNotes } from './protocol/find.ts'
export type { Draft } from './protocol/kinds.ts'
export { type Locator, parseLocator, printLocator } from './protocol/locator.ts'
export { type Notes, type NotesRecord, type ReadOptions, readNotes } from './protocol/notes.ts'
export { type Profile, type ProfileName, profiles } from './protocol/profile.ts'
export type { Section } from './protocol/section.ts'
export type { SectionKind } from './protocol/section-kind.ts'
export { type Hint, readStatus, type Status, type StatusOptions, sprintHints } from './protocol/status.ts'
export { parseTimestamp, type Timestamp } from './protocol/timestamp.ts'
export { type RecordJson, recordToJson, type SectionJson, sectionToJson } from './protocol/to-json.ts'
export { type RecoverOptions, recover, type Slice, type SliceRecord } from './recover/recover.ts'
export { type Frame, framed, type Shown, shown } from './safety/door.ts'
export type { CardsApi, ListResult, SearchResult, TagsResult } from './session/cards-api.ts'
export type { Vocabulary } from './session/guidance.ts'
export type { Card, Lineage, Pad, Promotion, RecordName } from './session/pad.ts'
export type { Session } from './session/session.ts'
export type { LogPart, Problem, SessionInfo, SessionStore } from './session/store.ts'
export { memoryStore } from './session/store.ts'
export { type SessionTool, sessionTools, toolsFor } from './session/tools.ts'
export { findProject, type Project } from './workspace/project.ts'
export { type Code, type CodeFiles, codeReader } from './workspace/read-code.ts'
export { readText, type TextFile } from './workspace/read-text.ts'
export { sessionFiles } from './workspace/session-files.ts'
export { updateFile } from './workspace/update-file.ts'
export { createFile } from './workspace/write.ts'
