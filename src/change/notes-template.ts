// Written by `node .config/generate.mjs` from templates/NOTES.md.
export const notesTemplate = `# Agent Working Memory (NOTES.md)

> This file persists agent context across sessions and compaction cycles.
> Updated automatically by agents. Manual edits are preserved.

## Session Continuity
<!-- CRITICAL: Load this section FIRST after /clear (~100 tokens) -->
<!-- See: .claude/protocols/session-continuity.md -->

### Active Context
- **Current Bead**: (none)
- **Last Checkpoint**: (none)
- **Reasoning State**: (none)

### Lightweight Identifiers
<!-- Absolute paths only - retrieve full content on-demand via JIT -->
| Identifier | Purpose | Last Verified |
|------------|---------|---------------|

### Decision Log
<!-- Decisions survive context wipes - permanent record -->
<!-- Format: timestamp, decision, rationale, evidence (word-for-word quote), test scenarios -->

### Pending Questions
<!-- Carry forward across sessions -->

## Active Sub-Goals
<!-- Current objectives being pursued across sessions -->

## Discovered Technical Debt
<!-- Issues found during implementation that need future attention -->
| ID | Description | Severity | Found By | Sprint |
|----|-------------|----------|----------|--------|

## Blockers & Dependencies
<!-- External factors affecting progress -->

## Session Continuity Log
<!-- Historical handoff records - append only -->
| Timestamp | Agent | Summary |
|-----------|-------|---------|

## Decision Archive
<!-- Major decisions with rationale for future reference -->
| Date | Decision | Rationale | Decided By |
|------|----------|-----------|------------|
`
