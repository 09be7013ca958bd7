/**
 * Library entry point: everything the `notes` commands do, on a text or in a project, without the command line.
 *
 * @example
 * import { lintProject, openProject, readNotes, verifyProject } from 'notesmd'
 * const { profile, records } = readNotes(text)
 *
 * const project = openProject({ cwd: process.cwd() })
 * const { report } = await lintProject(project, { fix: 'safe' })
 * const { grounding } = verifyProject(project)
 *
 * Also exports session pads: `openSession`, and `sessionTools` as data for any harness; and the MCP server, `serveMcp`.
 */

export type { Change, Outcome } from './change/change-notes.ts'
export type { Intent } from './change/intent.ts'
export type { ToolSet } from './config/fields.ts'
export { type ErrorCode, NotesError } from './error.ts'
export type { EvidenceCheck } from './evidence/states.ts'
export type { Verified } from './evidence/verify.ts'
export { findProject, type Project } from './files/project.ts'
export { type Code, type CodeFiles, codeReader } from './files/read/read-code.ts'
export { readText, type TextFile } from './files/read/read-text.ts'
export type { LogPart, Problem, SessionInfo } from './files/sessions/read-log.ts'
export { sessionFiles } from './files/sessions/session-files.ts'
export { createFile } from './files/swap/write.ts'
export { updateFile } from './files/update-file.ts'
export { type McpOptions, serveMcp } from './hosts/mcp/serve.ts'
export type { FileReport, LintReport, ReportedFinding } from './lint/report.ts'
export { type ReporterName, reporters } from './lint/reporters/reporters.ts'
export type { Block, Span } from './markdown/block.ts'
export type { Damage } from './markdown/damage.ts'
export { type Document, readDocument } from './markdown/document.ts'
export { applyEdits, type Edit } from './markdown/edit.ts'
export type { LineRange } from './markdown/lines.ts'
export { estimateTokens } from './markdown/tokens.ts'
export { type MergedNotes, type MergeReport, mergeNotes, type ToMerge } from './merge/merge-notes.ts'
export { type Found, findInNotes } from './notes/find.ts'
export { type Handle, handleOf } from './notes/handle.ts'
export type { Draft, KindName, RecordOf } from './notes/kinds.ts'
export { type Notes, type NotesRecord, type ReadOptions, readNotes, recordsOfKind } from './notes/notes.ts'
export { type Profile, type ProfileName, profiles } from './notes/profile.ts'
export type { Section } from './notes/section.ts'
export type { SectionKind } from './notes/section-kind.ts'
export { type Hint, readStatus, type Status, type StatusOptions, sprintHints } from './notes/state/status.ts'
export type { Evidence } from './notes/text/evidence.ts'
export { type Locator, parseLocator, printLocator } from './notes/text/locator.ts'
export type { Severity } from './notes/text/severity.ts'
export { parseTimestamp, type Timestamp } from './notes/text/timestamp.ts'
export { type RecordJson, recordToJson, type SectionJson, sectionToJson } from './notes/to-json.ts'
export type { CardsApi, ListResult, SearchResult, TagsResult } from './pads/cards/cards-api.ts'
export type { SessionSettings } from './pads/limits.ts'
export type { Card, Lineage, Pad, Promotion, RecordName } from './pads/pad.ts'
export type { Selection } from './pads/promote.ts'
export type { ContextUse } from './pads/prompt/compaction.ts'
export type { Vocabulary } from './pads/prompt/guidance.ts'
export type { Turn } from './pads/prompt/nudges.ts'
export type { Version } from './pads/replay.ts'
export type { Session } from './pads/session.ts'
export { memoryStore, type SessionStore } from './pads/store.ts'
export { type SessionTool, sessionTools, toolsFor } from './pads/vocabulary/tools.ts'
export {
  type Archived,
  type ArchiveRequest,
  archiveProject,
  type FoldRequest,
  foldSprint,
  mayGrow,
} from './project/archive/archive.ts'
export { type FoundRecord, findRecord, readArchivedNotes } from './project/archive/archived-notes.ts'
export { type Applied, type AppliedBeads, type ApplyRequest, applyBeads } from './project/beads/apply.ts'
export { projectItems } from './project/beads/link.ts'
export { type SyncedBeads, type SyncRequest, syncBeads } from './project/beads/sync.ts'
export { type ChangeRequest, changeProject, diffOf, type ProjectChange } from './project/change.ts'
export { type CheckpointRequest, checkpointProject, type ProjectCheckpoint } from './project/checkpoint.ts'
export {
  type ReferencedCode,
  readReference,
  type VerifiedReferences,
  verifyReferences,
} from './project/evidence/reference.ts'
export { type EvidenceUpdate, updateEvidence } from './project/evidence/requote.ts'
export {
  type Grounding,
  groundingOf,
  type Stale,
  type StaleProject,
  staleClaims,
  type VerifiedProject,
  verifyProject,
} from './project/evidence/verify.ts'
export {
  type CodePlace,
  type RestingPlace,
  type RestingRecord,
  type Why,
  whyProject,
} from './project/evidence/why.ts'
export { type Touched, type TouchedOptions, touchedText } from './project/evidence/why-line.ts'
export type { ComparedCandidate, GoneRecord } from './project/guard/candidates.ts'
export {
  type CompareOptions,
  compareNotes,
  type Guarded,
  type GuardedFile,
  guardFile,
  guardText,
  type NewFinding,
} from './project/guard/guard.ts'
export { type HealedProject, type HealRequest, healProject } from './project/guard/heal.ts'
export { type PastSlice, recoverAt } from './project/history/at.ts'
export { compareRecords, diffProject, type ProjectDiff, type RecordDiff } from './project/history/diff.ts'
export {
  type BlamedRecord,
  blameProject,
  type HistoryEvent,
  type HistoryRequest,
  historyProject,
  type ProjectBlame,
  type ProjectHistory,
} from './project/history/history.ts'
export { type LintedProject, type LintRequest, lintProject, lintText } from './project/lint/project.ts'
export { type MigratedProject, migrateProject } from './project/migrate.ts'
export { type OpenProject, openProject, type SetupOptions } from './project/open.ts'
export { type ProjectNotes, readProject, statusOf } from './project/read.ts'
export { type RecoverRequest, recoverProject } from './project/recover/recover-project.ts'
export {
  type Hit,
  type Search,
  type SearchedSource,
  type SearchOptions,
  searchProject,
} from './project/search.ts'
export { type OpenSessionOptions, openSession } from './project/session/open-session.ts'
export { type Undone, undoLast } from './project/undo.ts'
export { type RecoverOptions, recover, type Slice, type SliceRecord } from './recover/recover.ts'
export { type Frame, framed, type Shown, shown } from './safety/door.ts'
