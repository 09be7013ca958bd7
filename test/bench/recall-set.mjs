// A log of 300 decisions (10 questions about each of 30 parts of a system), and queries labeled with the decision that
// they mean. Every word of a title is in many other decisions too, so that only a good ranking finds the right one.
import { randomFrom } from './generate.mjs'

/**
 * A part of the system: its name, other spellings people use (another form, cut short, a typo), and a function in it.
 */
const parts = [
  ['authentication', 'authenticating', 'authent', 'authentcation', 'verifyCredentials'],
  ['payment webhook', 'webhooks of payments', 'paym webh', 'payment webhok', 'handlePaymentEvent'],
  ['search index', 'indexing of searches', 'searc ind', 'search indxe', 'rebuildIndex'],
  ['image upload', 'uploading images', 'imag uplo', 'imgae upload', 'storeUpload'],
  ['session store', 'storing sessions', 'sess stor', 'sesion store', 'loadSession'],
  ['email delivery', 'delivering emails', 'emai deliv', 'email delivry', 'sendMessage'],
  ['audit trail', 'auditing trails', 'audi trai', 'audit trial', 'appendAudit'],
  ['billing export', 'exporting bills', 'billi expo', 'biling export', 'writeInvoices'],
  ['job scheduler', 'scheduling jobs', 'job sched', 'job schedular', 'nextRun'],
  ['feature flags', 'flagging features', 'featu fla', 'feture flags', 'isEnabled'],
  ['graph resolver', 'resolving graphs', 'grap resol', 'graph resolvr', 'resolveNode'],
  ['mobile client', 'clients on mobiles', 'mobi clie', 'mobile cleint', 'syncDevice'],
  ['report builder', 'building reports', 'repo buil', 'report bilder', 'renderReport'],
  ['chat gateway', 'gateways for chats', 'chat gatew', 'chat gatway', 'openSocket'],
  ['address parser', 'parsing addresses', 'addre parse', 'adress parser', 'splitAddress'],
  ['tax calculator', 'calculating taxes', 'tax calcul', 'tax calculater', 'applyRates'],
  ['stock ledger', 'ledgers of stock', 'stoc ledg', 'stock leger', 'reserveItem'],
  ['map renderer', 'rendering maps', 'map rende', 'map rendrer', 'drawTile'],
  ['video encoder', 'encoding videos', 'vide encod', 'video encodr', 'transcode'],
  ['login throttle', 'throttling logins', 'logi throt', 'login trottle', 'countAttempts'],
  ['config loader', 'loading configs', 'conf load', 'config laoder', 'mergeDefaults'],
  ['event bus', 'buses for events', 'even bus', 'evnt bus', 'publishEvent'],
  ['theme editor', 'editing themes', 'them edit', 'theme editro', 'applyTheme'],
  ['price importer', 'importing prices', 'pric impor', 'price imprter', 'readPriceList'],
  ['backup runner', 'running backups', 'back runn', 'bakcup runner', 'snapshotAll'],
  ['geo lookup', 'looking up geos', 'geo looku', 'geo lokup', 'locateAddress'],
  ['form validator', 'validating forms', 'form valid', 'form validatr', 'checkFields'],
  ['queue worker', 'working queues', 'queu work', 'qeue worker', 'takeMessage'],
  ['consent banner', 'banners for consent', 'conse banne', 'consent baner', 'rememberChoice'],
  ['invoice archive', 'archiving invoices', 'invo archi', 'invoice archve', 'moveToCold'],
]

/** A question about a part: its name, another form, cut short, a typo, and what was decided. */
const questions = [
  ['retry policy', 'retrying policies', 'retr poli', 'rety policy', 'three attempts with jitter'],
  ['cache lifetime', 'caching lifetimes', 'cach lifet', 'cahce lifetime', 'five minutes, refreshed ahead'],
  ['error format', 'formatting errors', 'erro form', 'eror format', 'problem documents with a code'],
  ['rate limit', 'limiting rates', 'rate lim', 'rate limt', 'a token bucket per client'],
  ['schema migration', 'migrating schemas', 'sche migr', 'schema migraton', 'expand first, contract later'],
  ['encryption key', 'encrypting keys', 'encr key', 'encrypton key', 'one per tenant, rotated monthly'],
  ['timeout', 'timing out', 'timeo', 'timout', 'two seconds, then a fallback'],
  ['log sampling', 'sampled logging', 'log sampl', 'log samplng', 'one in a hundred, all failures'],
  ['test fixture', 'testing fixtures', 'tes fixt', 'test fixure', 'recorded from production, anonymised'],
  ['deploy order', 'deploying orders', 'depl orde', 'deplyo order', 'readers before writers'],
]

const because = [
  'support saw it twice in the last quarter',
  'the load test fell over at half of the traffic',
  'the auditors asked for it',
  'the other way needed a second database',
  'it keeps the on-call quiet',
  'a vendor will change its contract',
]

const title = (part, question) => `${question[0][0].toUpperCase()}${question[0].slice(1)} of the ${part[0]}`

/** Returns `{text, entries: [{id, title, text}], queries: [{query, id, style}]}`, always the same for the same seed. */
export function recallSet(seed = 1) {
  const random = randomFrom(seed)
  const pick = list => list[Math.floor(random() * list.length)]
  const pairs = parts.flatMap((part, p) =>
    questions.map((question, q) => ({ part, question, id: p * 10 + q })),
  )
  const shuffled = pairs
    .map(pair => [random(), pair])
    .sort((a, b) => a[0] - b[0])
    .map(([, pair]) => pair)
  const entries = shuffled.map(({ part, question, id }, index) => {
    const at = `${new Date(Date.UTC(2026, 0, 1) + index * 3_600_000).toISOString().slice(0, 19)}Z`
    const [other, aspect] = [pick(parts), pick(questions)]
    const text = `#### ${at} - ${title(part, question)}
**Decision**: For the ${part[0]} we take ${question[4]}
**Rationale**: ${pick(because)}; the ${aspect[0]} of the ${other[0]} showed the same, and the ${pick(parts)[0]} follows
**Evidence**:
- \`export function ${part[4]}(input: Input, options = defaults)\` [\${PROJECT_ROOT}/src/${part[0].split(' ')[0]}/${question[0].split(' ')[0]}.ts:${1 + Math.floor(random() * 300)}]
**Test Scenarios**:
1. the ${part[0]} under load -> ${question[4].split(',')[0]}
2. without a ${question[0].split(' ')[0]} -> a clear error
3. after a restart -> as before
`
    return { id, title: title(part, question), text }
  })
  const styles = {
    words: (part, question) => `${question[0]} ${part[0]}`,
    question: (part, question) => `what did we decide on the ${question[0]} of the ${part[0]}?`,
    forms: (part, question) => `${question[1]} ${part[1]}`,
    starts: (part, question) => `${question[2]} ${part[2]}`,
    slip: (part, question) => `${question[0]} ${part[3]}`,
    slips: (part, question) => `${question[3]} ${part[0]}`,
    code: (part, question) => `${part[4]} ${question[0]}`,
  }
  const queries = Object.entries(styles).flatMap(([style, write]) =>
    Array.from({ length: 12 }, () => {
      const { part, question, id } = pick(pairs)
      return { style, query: write(part, question), id }
    }),
  )
  const text = `# Notes\n\n## Decision Log\n\n${entries.map(entry => entry.text).join('\n')}`
  return { text, entries, queries }
}
