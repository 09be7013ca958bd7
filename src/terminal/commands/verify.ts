import type { EvidenceCheck, Place } from '../../evidence/states.ts'
import { groundingCounts, isHeld, type Verified } from '../../evidence/verify.ts'
import { pathBelow } from '../../files/real-path.ts'
import { damageNotes } from '../../markdown/damage.ts'
import { handleOf } from '../../notes/handle.ts'
import type { Notes } from '../../notes/notes.ts'
import { printLocator } from '../../notes/text/locator.ts'
import { type VerifiedProject, verifyProject } from '../../project/evidence/verify.ts'
import { painter } from '../../safety/door.ts'
import { oneLine } from '../../safety/one-line.ts'
import { maskSecrets } from '../../safety/secrets.ts'
import { meaningCell } from '../print/meaning.ts'
import { columns, type Line, report } from '../print/output.ts'
import { citedCell, placesIn, placeText, remarkOn, sayMany, wordsOf } from '../print/places.ts'
import { type Context, defineCommand } from '../program/command.ts'

export const verify = defineCommand({
  name: 'verify',
  summary: 'Compare every quote and reference with the code',
  details:
    'Prints a table of all evidence and references: the state, the line in the notes, the place, and where the quote is now. Quotes and references are followed through git: renames, shifted lines, copies. States: ok, moved (it is elsewhere), changed (the line is there, its words are not), gone (deleted), ambiguous (in several places), missing (no such file), unchecked (a limit was reached), outside (of the project), unquoted (the file is there, cited without a quote, and without a line or a date), external (an issue, a commit, a page: not compared). The grounding ratio is the share of quotes found in the code, where they are cited or elsewhere. A quote that matches proves that the code is there, not that the conclusion follows.',
  setup: ['notes ref add src/auth/jwt.ts:45-67 "Token validation logic"'],
  examples: [
    { line: 'notes verify', does: 'all claims of the notes file' },
    { line: 'notes verify --json', does: 'as JSON' },
  ],
  exits: {
    0: 'all claims hold as they are written',
    1: 'some do not, or damage to the notes may hide claims',
  },
  run(context) {
    const found = verifyProject(context, sayMany(context))
    const { notes, path, verified, grounding } = found
    // An open fence or comment hides every claim after it.
    const damage = damageNotes(notes.document, 'claims')
    // Getters: with 10,000 claims, building the output that is not printed would take half a second.
    report(context, {
      get json() {
        return {
          file: path,
          ...verifiedAsJson(notes, verified),
          grounding,
          ...(damage.length === 0 ? {} : { damage: damage.map(({ kind, line }) => ({ kind, line })) }),
        }
      },
      get lines() {
        return [...verifiedAsLines(context, found), ...damage.map(({ said }) => said)]
      },
    })
    return damage.length === 0 && verified.every(({ check }) => isHeld(check)) ? 0 : 1
  },
})

type State = EvidenceCheck['state']

/** The states in the order of the counts, the most serious last. */
const STATES: readonly State[] = [
  'ok',
  'external',
  'unquoted',
  'moved',
  'ambiguous',
  'unchecked',
  'changed',
  'gone',
  'missing',
  'outside',
]

function verifiedAsJson(notes: Notes, verified: readonly Verified[]) {
  return {
    claims: verified.map(one => {
      const { kind, check } = one
      return {
        kind,
        state: check.state,
        line: lineOf(notes, one),
        ...(one.kind === 'evidence'
          ? { decision: maskSecrets(one.record.title) }
          : { purpose: maskSecrets(one.record.purpose ?? '') }),
        quote: one.kind === 'evidence' && one.claim.quote !== undefined ? maskSecrets(one.claim.quote) : null,
        place: placeText(one) ?? null,
        found: foundAt(check).map(printPlace),
        exact: 'exact' in check ? check.exact : undefined,
        certain: 'certain' in check ? check.certain : undefined,
        what: check.state === 'missing' ? check.what : undefined,
        problem: check.state === 'missing' && check.what === 'file' ? check.problem : undefined,
        closest: check.state === 'changed' ? closestOf(check) : undefined,
      }
    }),
    counts: countStates(verified),
  }
}

function verifiedAsLines(
  context: Context,
  { notes, path, verified, grounding }: VerifiedProject,
): readonly Line[] {
  const { project, host } = context
  const { good, bad, strong } = painter(host.color)
  const { pathOf, link } = placesIn(context)
  const file = pathBelow(project.root, project.file)
  const rows = verified.map(one => {
    const { line, column } = notes.document.lines.place(one.span.start)
    return [
      meaningCell(host.color, one.check.state),
      { text: `${path}:${line}:${column}`, look: (text: string) => link(text, file, line) },
      citedCell(one, pathOf, link),
      [remarkOn(one.check, pathOf), oneLine(wordsOf(one), Number.POSITIVE_INFINITY)]
        .filter(Boolean)
        .join('  '),
    ]
  })
  const { claims, grounded } = groundingCounts(verified)
  const total = `grounding ${grounding.toFixed(2)}`
  const moved = verified.filter(({ check }) => check.state === 'moved')
  const [changed, ...others] = new Set(
    verified.flatMap(one =>
      one.kind === 'evidence' && one.check.state === 'changed' ? [handleOf(notes, one.record)] : [],
    ),
  )
  return [
    ...(verified.length === 0
      ? ['The notes make no claims about the code.']
      : columns(rows, { head: ['state', 'notes', 'place', 'now, claim'] })),
    '',
    `${strong(grounding === 1 ? good(total) : bad(total))} (${grounded} of ${claims} quotes of code)`,
    moved.some(({ kind }) => kind === 'evidence') &&
      '`notes lint --fix` updates the quotes that have moved; `--fix-unsafe` also applies guesses',
    moved.some(({ kind }) => kind === 'reference') &&
      '`notes ref verify --all` updates the references that have moved',
    changed !== undefined &&
      `\`notes evidence update ${changed}\` updates the quotes whose code has changed${others.length === 0 ? '' : `; the same for ${others.join(', ')}`}`,
  ]
}

const lineOf = ({ document }: Notes, { span }: Verified): number => document.lines.lineAt(span.start)

const printPlace = ({ path, lines }: Place): string => printLocator(path, [lines])

function foundAt(check: EvidenceCheck): readonly Place[] {
  if (check.state === 'moved') return [check.to]
  return check.state === 'ambiguous' ? check.at : []
}

function closestOf({ path, closest }: Extract<EvidenceCheck, { state: 'changed' }>) {
  const { lines, text, similarity } = closest
  return { path, ...lines, text: maskSecrets(text), similarity: Math.round(similarity * 100) / 100 }
}

function countStates(verified: readonly Verified[]): Readonly<Record<State, number>> {
  const counts = Object.fromEntries(STATES.map(state => [state, 0])) as Record<State, number>
  for (const { check } of verified) counts[check.state]++
  return counts
}
