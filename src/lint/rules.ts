// Written by `npm run generate` from the files in rules/.
import type { Rule } from './rule.ts'
import activeContextFields from './rules/active-context-fields.ts'
import beadClosed from './rules/bead-closed.ts'
import beadFormat from './rules/bead-format.ts'
import beadMissing from './rules/bead-missing.ts'
import blockerEtaPassed from './rules/blocker-eta-passed.ts'
import blockerKind from './rules/blocker-kind.ts'
import checkpointTimestamp from './rules/checkpoint-timestamp.ts'
import conflictMarker from './rules/conflict-marker.ts'
import debtBead from './rules/debt-bead.ts'
import debtId from './rules/debt-id.ts'
import debtSeverity from './rules/debt-severity.ts'
import decisionAppendOnly from './rules/decision-append-only.ts'
import decisionDuplicate from './rules/decision-duplicate.ts'
import decisionFields from './rules/decision-fields.ts'
import decisionOrder from './rules/decision-order.ts'
import decisionScenarios from './rules/decision-scenarios.ts'
import decisionSupersedeLink from './rules/decision-supersede-link.ts'
import decisionTimestamp from './rules/decision-timestamp.ts'
import duplicateSection from './rules/duplicate-section.ts'
import evidenceFormat from './rules/evidence-format.ts'
import evidenceMatches from './rules/evidence-matches.ts'
import fileBudget from './rules/file-budget.ts'
import headerlessTable from './rules/headerless-table.ts'
import headingDepth from './rules/heading-depth.ts'
import hiddenCharacter from './rules/hidden-character.ts'
import homePathLeak from './rules/home-path-leak.ts'
import level1Budget from './rules/level1-budget.ts'
import lineLengthSanity from './rules/line-length-sanity.ts'
import lineRange from './rules/line-range.ts'
import logAppendOnly from './rules/log-append-only.ts'
import orphanRow from './rules/orphan-row.ts'
import pathEscape from './rules/path-escape.ts'
import pathExists from './rules/path-exists.ts'
import pathPrefix from './rules/path-prefix.ts'
import placeholderLeft from './rules/placeholder-left.ts'
import rawOutput from './rules/raw-output.ts'
import referenceLine from './rules/reference-line.ts'
import requiredSection from './rules/required-section.ts'
import secret from './rules/secret.ts'
import sectionComment from './rules/section-comment.ts'
import sectionOrder from './rules/section-order.ts'
import staleCheckpoint from './rules/stale-checkpoint.ts'
import tableColumns from './rules/table-columns.ts'
import tableRowWidth from './rules/table-row-width.ts'
import taskSyntax from './rules/task-syntax.ts'
import timestampFormat from './rules/timestamp-format.ts'
import unclosedConstruct from './rules/unclosed-construct.ts'

/** Every rule, by name. A new one is a file in `rules/`, and `npm run generate`. */
export const rules: readonly Rule[] = [
  activeContextFields,
  beadClosed,
  beadFormat,
  beadMissing,
  blockerEtaPassed,
  blockerKind,
  checkpointTimestamp,
  conflictMarker,
  debtBead,
  debtId,
  debtSeverity,
  decisionAppendOnly,
  decisionDuplicate,
  decisionFields,
  decisionOrder,
  decisionScenarios,
  decisionSupersedeLink,
  decisionTimestamp,
  duplicateSection,
  evidenceFormat,
  evidenceMatches,
  fileBudget,
  headerlessTable,
  headingDepth,
  hiddenCharacter,
  homePathLeak,
  level1Budget,
  lineLengthSanity,
  lineRange,
  logAppendOnly,
  orphanRow,
  pathEscape,
  pathExists,
  pathPrefix,
  placeholderLeft,
  rawOutput,
  referenceLine,
  requiredSection,
  secret,
  sectionComment,
  sectionOrder,
  staleCheckpoint,
  tableColumns,
  tableRowWidth,
  taskSyntax,
  timestampFormat,
  unclosedConstruct,
]
