import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { folderWith } from '../config/folder.ts'
import { installed } from './client.ts'

export const FILE = 'grimoires/loa/NOTES.md'

/** Text that reaches a model only in level 1. */
export const NEXT_STEP = 'make refresh() retry once when the token store times out'

const code: Readonly<Record<string, string>> = {
  'src/auth/jwt.ts': `import type { Token } from './token.ts'

/** The grace period covers clock drift between the two data centres. */
export function isTokenExpired(token: Token, graceMs = 900_000): boolean {
  return Date.now() > token.expiresAt + graceMs
}
`,
  'src/auth/token.ts': `export interface Token {
  readonly subject: string
  readonly expiresAt: number
}
`,
  'src/auth/refresh.ts': `import type { Token } from './token.ts'

const ROTATE_EVERY_MS = 3_600_000

export async function refresh(token: Token, store: Store): Promise<Token> {
  const next = { ...token, expiresAt: Date.now() + ROTATE_EVERY_MS }
  await store.compareAndSet(token.subject, token, next)
  return next
}

interface Store {
  readonly compareAndSet: (subject: string, from: Token, to: Token) => Promise<void>
}
`,
  'src/http/limit.ts': `export const REQUESTS_PER_MINUTE = 120

export const isLimited = (count: number): boolean => count > REQUESTS_PER_MINUTE
`,
}

export const decision = {
  limit: `#### 2026-11-02T11:20:00Z - Limit requests per account
**Decision**: Count requests per account and minute, 120 of them, and not per address
**Rationale**: Offices share one address; per address the largest customer is locked out
**Evidence**:
- \`export const REQUESTS_PER_MINUTE = 120\` [\${PROJECT_ROOT}/src/http/limit.ts:1]
**Test Scenarios**:
1. 120 requests of one account -> all pass
2. the 121st within a minute -> 429
3. two accounts behind one address -> neither is limited

`,
}

export const notesText: string = `# Agent Working Memory (NOTES.md)

## Session Continuity
<!-- CRITICAL: Load this section FIRST after /clear (~100 tokens) -->
<!-- See: .claude/protocols/session-continuity.md -->

### Active Context
- **Current Bead**: bd-r4t1 (refresh survives a slow store)
- **Last Checkpoint**: 2026-11-17T16:05:00Z
- **Reasoning State**: rotation works against the real store; timeouts still end the session
- **Next**: ${NEXT_STEP}

### Lightweight Identifiers
<!-- Absolute paths only - retrieve full content on-demand via JIT -->
| Identifier | Purpose | Last Verified |
|------------|---------|---------------|
| \${PROJECT_ROOT}/src/auth/refresh.ts:5-9 | Rotation of tokens | 2026-11-17T16:00:00Z |
| \${PROJECT_ROOT}/src/auth/jwt.ts:3-6 | Expiry check | 2026-11-15T09:30:00Z |

### Decision Log
<!-- Decisions survive context wipes - permanent record -->
<!-- Format: timestamp, decision, rationale, evidence (word-for-word quote), test scenarios -->

#### 2026-11-17T15:40:00Z - Rotate tokens by compare-and-set
**Decision**: A token is replaced only when the store still holds the one that was presented
**Rationale**: Two tabs refreshing at once logged their user out; the loser now keeps the winner's token
**Evidence**:
- \`await store.compareAndSet(token.subject, token, next)\` [\${PROJECT_ROOT}/src/auth/refresh.ts:7]
**Test Scenarios**:
1. two refreshes at once -> one new token
2. the store fails -> the old token stays valid
3. a stolen, rotated token -> refused

#### 2026-11-15T09:25:00Z - Keep a grace period on expiry
**Decision**: Tokens are accepted for 15 minutes after they expire
**Rationale**: The clocks of the two data centres differ by up to 9 minutes
**Evidence**:
- \`export function isTokenExpired(token: Token, graceMs = 900_000): boolean {\` [\${PROJECT_ROOT}/src/auth/jwt.ts:4]
**Test Scenarios**:
1. expires exactly now -> accepted
2. beyond the grace period -> refused
3. clock set back -> accepted

#### 2026-11-09T14:00:00Z - Rotate every hour
**Decision**: A refreshed token lives for one hour
**Rationale**: Shorter made mobile clients refresh on every wake-up
**Evidence**:
- \`const ROTATE_EVERY_MS = 3_600_000\` [\${PROJECT_ROOT}/src/auth/refresh.ts:3]
**Test Scenarios**:
1. 59 minutes -> valid
2. 61 minutes -> refreshed
3. no network at 60 minutes -> the grace period applies

${decision.limit}### Pending Questions
<!-- Carry forward across sessions -->
- [ ] May a timeout of the store be retried without asking the user?

## Active Sub-Goals
<!-- Current objectives being pursued across sessions -->
- [ ] Refresh survives a slow store (blocking: retry budget)

## Discovered Technical Debt
<!-- Issues found during implementation that need future attention -->
| ID | Description | Severity | Found By | Sprint |
|----|-------------|----------|----------|--------|
| TD-001 | Limits are counted in memory and lost on restart | MEDIUM | implementing-tasks | S07 |

## Blockers & Dependencies
<!-- External factors affecting progress -->
- Waiting: credentials for the staging store (ETA: 2026-11-20)

## Session Continuity Log
<!-- Historical handoff records - append only -->
| Timestamp | Agent | Summary |
|-----------|-------|---------|
| 2026-11-15T10:00Z | implementing-tasks | Grace period decided; rotation next |
| 2026-11-17T16:05Z | implementing-tasks | Rotation by compare-and-set; timeouts open |

## Decision Archive
<!-- Major decisions with rationale for future reference -->
| Date | Decision | Rationale | Decided By |
|------|----------|-----------|------------|
| 2026-10-01 | PostgreSQL as the token store | compare-and-set in one statement | designing-architecture |
`

/** A repository with notes, the code they cite, and notesmd set up by `notes init --claude`. */
export function project(files: Readonly<Record<string, string>> = {}): string {
  const cwd = folderWith()
  cpSync(installed.project, cwd, { recursive: true, verbatimSymlinks: true })
  for (const [name, text] of Object.entries({
    [FILE]: notesText,
    '.gitignore': 'node_modules\n',
    ...code,
    ...files,
  })) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true })
    writeFileSync(join(cwd, name), text)
  }
  const git = (...args: string[]) => execFileSync('git', args, { cwd, stdio: 'ignore' })
  git('init', '--quiet')
  git('add', '--all')
  git('-c', 'user.name=Test', '-c', 'user.email=test@example.org', 'commit', '--quiet', '-m', 'first')
  return cwd
}
