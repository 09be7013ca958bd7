// Generates notes files of any size, in the shape of the protocol's own example. Equal arguments produce equal bytes.
import { writeFileSync, writeSync } from 'node:fs'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'

/** Returns a generator of numbers in [0, 1). The same seed returns the same sequence (mulberry32). */
export function randomFrom(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const subjects = [
  'Token expiry',
  'Connection pool',
  'Rate limit',
  'Cache key',
  'Upload size',
  'Retry policy',
  'Schema',
]
const choices = [
  'a sliding window',
  'a fixed limit',
  'one writer',
  'an explicit timeout',
  'a second index',
  'no default',
]
const reasons = [
  'survives a restart',
  'keeps the p99 flat',
  'is what the callers expect',
  'needs no migration',
]
const folders = ['auth', 'api', 'db', 'queue', 'billing', 'search']
const names = ['jwt', 'refresh', 'client', 'pool', 'handler', 'schema']

/** A `sam` notes file with the given number of decisions, and debts and log rows in proportion. */
export function notesFile(decisions, seed = 1) {
  const random = randomFrom(seed)
  const below = count => Math.floor(random() * count)
  const pick = list => list[below(list.length)]
  const path = () => `\${PROJECT_ROOT}/src/${pick(folders)}/${pick(names)}.ts:${1 + below(400)}`
  // The newest decision comes first; each is a quarter of an hour older than the one above it.
  const time = index =>
    `${new Date(Date.UTC(2026, 0, 15, 14, 30) - index * 900_000).toISOString().slice(0, 19)}Z`
  const many = (count, row) => Array.from({ length: count }, (_, index) => row(index)).join('\n')

  const decision = index => `#### ${time(index)} - ${pick(subjects)} ${decisions - index}
**Decision**: Use ${pick(choices)} for ${pick(subjects).toLowerCase()}, ${pick(choices)} elsewhere
**Rationale**: ${pick(subjects)} ${pick(reasons)} and ${pick(reasons)}, measured in sprint ${1 + below(40)} under load; ${pick(choices)} was tried first and gave up ${below(90)} ms at the 99th percentile, which the callers of ${pick(subjects).toLowerCase()} noticed
**Evidence**:
- \`export function ${pick(names)}${below(1000)}(input: Input, limit = ${below(100_000)})\` [${path()}]
**Test Scenarios**:
1. ${pick(subjects)} exactly at the boundary -> ${pick(choices)} applies
2. ${pick(subjects)} beyond it -> forced refresh
3. ${pick(subjects)} missing -> clear error
`
  return `# Agent Working Memory (NOTES.md)

> This file persists agent context across sessions and compaction cycles.
> Updated automatically by agents. Manual edits are preserved.

## Session Continuity
<!-- CRITICAL: Load this section FIRST after /clear (~100 tokens) -->
<!-- See: .claude/protocols/session-continuity.md -->

### Active Context
- **Current Bead**: bd-x7y8 (${pick(subjects).toLowerCase()} rework)
- **Last Checkpoint**: ${time(0)}
- **Reasoning State**: ${pick(subjects)} uses ${pick(choices)}, next is ${pick(subjects).toLowerCase()}

### Lightweight Identifiers
<!-- Absolute paths only - retrieve full content on-demand via JIT -->
| Identifier | Purpose | Last Verified |
|------------|---------|---------------|
${many(4, () => `| ${path()} | ${pick(subjects)} | 14:25:00Z |`)}

### Decision Log
<!-- Decisions survive context wipes - permanent record -->
<!-- Format: timestamp, decision, rationale, evidence (word-for-word quote), test scenarios -->

${many(decisions, decision)}
### Pending Questions
<!-- Carry forward across sessions -->
${many(3, () => `- [ ] Should ${pick(subjects).toLowerCase()} be configurable per client?`)}

## Active Sub-Goals
<!-- Current objectives being pursued across sessions -->
${many(3, () => `- [ ] Rework ${pick(subjects).toLowerCase()} (blocking: waiting on review)`)}

## Discovered Technical Debt
<!-- Issues found during implementation that need future attention -->
| ID | Description | Severity | Found By | Sprint |
|----|-------------|----------|----------|--------|
${many(2 + Math.floor(decisions / 10), index => `| TD-${String(index + 1).padStart(3, '0')} | ${pick(subjects)} is not tested with ${pick(choices)} | ${pick(['LOW', 'MEDIUM', 'HIGH'])} | implementing-tasks | S${10 + below(30)} |`)}

## Blockers & Dependencies
<!-- External factors affecting progress -->
- Waiting: OAuth provider credentials (ETA: 2026-02-01)
- Blocked: Cannot proceed with payments until legal review complete

## Session Continuity Log
<!-- Historical handoff records - append only -->
| Timestamp | Agent | Summary |
|-----------|-------|---------|
${many(2 + Math.floor(decisions / 10), index => `| ${time(Math.max(0, decisions - index * 10)).slice(0, 16)}Z | implementing-tasks | Settled ${pick(subjects).toLowerCase()}, starting ${pick(subjects).toLowerCase()} |`)}

## Decision Archive
<!-- Major decisions with rationale for future reference -->
| Date | Decision | Rationale | Decided By |
|------|----------|-----------|------------|
| 2026-01-08 | Use PostgreSQL over MySQL | pgvector support for embeddings | designing-architecture |
| 2026-01-09 | JWT over sessions | Stateless scaling requirement | designing-architecture |
`
}

/** The smallest `sam` notes file of at least `bytes` bytes. */
export function notesFileOf(bytes, seed = 1) {
  const sizeOf = decisions => Buffer.byteLength(notesFile(decisions, seed))
  const each = (sizeOf(200) - sizeOf(100)) / 100
  let decisions = Math.max(1, Math.floor((bytes - sizeOf(1)) / each))
  while (decisions > 1 && sizeOf(decisions - 1) >= bytes) decisions--
  while (sizeOf(decisions) < bytes) decisions++
  return { decisions, text: notesFile(decisions, seed) }
}

// node test/bench/generate.mjs 10000 notes.md [seed]
if (argv[1] === fileURLToPath(import.meta.url)) {
  const [decisions = '70', file, seed = '1'] = argv.slice(2)
  const text = notesFile(Number(decisions), Number(seed))
  if (file === undefined) writeSync(1, text)
  else writeFileSync(file, text)
}
