// Reads what the product says about its claims, and finds where its commands contradict each other.
import { notes } from './record-quotes.mjs'

const PLACE = /^\$\{PROJECT_ROOT\}\/(.+?)(?::(\d+)(?:-(\d+))?)?$/

/** States in which the code still says what was quoted, or nothing was claimed. */
const HOLDS = new Set(['ok', 'moved', 'unquoted', 'external'])
const SILENT = new Set(['unchecked'])

function placeOf(text) {
  const [, path, from, to = from] = PLACE.exec(text) ?? [undefined, text]
  return { path, from: Number(from), to: Number(to) }
}

/** Returns the answers of `notes verify`, each with the title or purpose of its record, and the time that it took. */
export function askVerify(folder) {
  const start = process.hrtime.bigint()
  const { claims, grounding } = JSON.parse(notes(folder, ['verify', '--json']).stdout)
  const milliseconds = Number(process.hrtime.bigint() - start) / 1e6
  const answers = claims.map(claim => ({
    id: claim.decision ?? claim.purpose,
    isReference: claim.kind === 'reference',
    line: claim.line,
    state: claim.state,
    what: claim.what,
    certain: claim.certain,
    places: (claim.found ?? []).map(placeOf),
    closest: claim.closest,
  }))
  return { answers, grounding, milliseconds }
}

/** Returns where `lint`, `recover`, `ref verify`, `status` and the hook at session start contradict `verify`. */
export function findDisagreements(folder, { answers, grounding }) {
  const evidence = answers.filter(({ isReference }) => !isReference)
  return [
    ...lintAgainst(folder, evidence),
    ...[1, 2].flatMap(level => recoverAgainst(folder, evidence, level)),
    ...hookAgainst(folder, evidence),
    ...referencesAgainst(
      folder,
      answers.filter(({ isReference }) => isReference),
    ),
    ...statusAgainst(folder, grounding),
  ]
}

const disagree = (command, answer, says) => ({ command, id: answer.id, verify: answer.state, says })

function lintAgainst(folder, evidence) {
  const { files } = JSON.parse(notes(folder, ['lint', '--json']).stdout)
  const findings = files.flatMap(({ findings }) => findings.filter(({ rule }) => rule === 'evidence-matches'))
  const byLine = new Map(findings.map(finding => [finding.line, finding]))
  return evidence.flatMap(answer => {
    if (SILENT.has(answer.state)) return []
    const finding = byLine.get(answer.line)
    const isFine = answer.state === 'ok' || answer.state === 'unquoted' || answer.state === 'external'
    if (isFine !== (finding === undefined)) return [disagree('lint', answer, finding?.message ?? 'nothing')]
    const target = answer.state === 'moved' && answer.certain !== false ? answer.places[0]?.from : undefined
    const fix = finding?.fix?.edits.map(({ text }) => text).join(' ')
    const isSame = target === undefined || fix === undefined || fix.includes(String(target))
    return isSame ? [] : [disagree('lint', answer, `moved to ${fix}`)]
  })
}

function recoverAgainst(folder, evidence, level) {
  const args = ['recover', '--level', String(level), '--json', ...(level === 2 ? ['--budget', '30000'] : [])]
  const { records, text } = JSON.parse(notes(folder, args).stdout)
  const byId = new Map(evidence.map(answer => [answer.id, answer]))
  return records
    .filter(({ kind, title }) => kind === 'decision' && byId.has(title))
    .flatMap(({ title, state }) => {
      const answer = byId.get(title)
      const line = text.split('\n').find(line => line.includes(`${title}:`)) ?? ''
      return contradicts(answer, state, line)
        ? [disagree(`recover level ${level}`, answer, state ?? 'nothing')]
        : []
    })
}

/**
 * Does a state or mark contradict the state that `verify` reports? Without either, the quote is said to hold;
 * "unchecked" contradicts nothing.
 */
function contradicts(answer, state, line) {
  if (SILENT.has(answer.state) || SILENT.has(state)) return false
  const mark = /\((?:evidence (\w+)|[^)]*not checked[^)]*)\)\s*$/.exec(line)
  if (state === undefined) return mark === null ? !HOLDS.has(answer.state) : false
  return state !== answer.state || (mark?.[1] !== undefined && /^[a-z]+$/.test(mark[1]) && mark[1] !== state)
}

function hookAgainst(folder, evidence) {
  const input = JSON.stringify({ cwd: folder, hook_event_name: 'SessionStart', source: 'clear' })
  const { stdout } = notes(folder, ['hook', 'session-start'], { input })
  const text = stdout === '' ? '' : JSON.parse(stdout).hookSpecificOutput?.additionalContext
  const byId = new Map(evidence.map(answer => [answer.id, answer]))
  return (text ?? '').split('\n').flatMap(line => {
    const id = /^Decided.*?: (quote \d+):/.exec(line)?.[1]
    const answer = byId.get(id)
    if (answer === undefined) return []
    const state = /\(evidence (\w+)\)/.exec(line)?.[1]
    if (/not checked|unchecked/.test(line)) return []
    return contradicts(answer, state, line) ? [disagree('session start', answer, state ?? 'nothing')] : []
  })
}

function referencesAgainst(folder, references) {
  if (references.length === 0) return []
  const { stdout } = notes(folder, ['ref', 'verify', '--all', '--dry-run', '--json'])
  const stale = new Set(JSON.parse(stdout).stale.map(({ purpose }) => purpose))
  return references
    .filter(({ id, state }) => !SILENT.has(state) && HOLDS.has(state) === stale.has(id))
    .map(answer => disagree('ref verify', answer, stale.has(answer.id) ? 'stale' : 'there'))
}

/** The share of grounded claims must be the same wherever it is shown. */
function statusAgainst(folder, grounding) {
  const status = JSON.parse(notes(folder, ['status', '--json']).stdout)
  return status.grounding === undefined || Math.abs(status.grounding - grounding) < 0.005
    ? []
    : [{ command: 'status', id: 'grounding', verify: grounding, says: status.grounding }]
}
