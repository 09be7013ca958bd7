import { nearestName } from '../../config/nearest-name.ts'
import { NotesError } from '../../error.ts'
import { clipped } from '../../lint/page.ts'
import { GROUPS, type Rule, type RuleExample } from '../../lint/rule.ts'
import { rules } from '../../lint/rules.ts'
import { PROFILES } from '../../notes/profile.ts'
import { painter } from '../../safety/door.ts'
import { meaningCell } from '../print/meaning.ts'
import { columns, report } from '../print/output.ts'
import { defineCommand } from '../program/command.ts'

const allRules = rules.toSorted((a, b) => GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group))

/** Returns the names of all rules, for completion. */
export function ruleNames(): readonly string[] {
  return allRules.map(({ name }) => name)
}

export const rulesCommand = defineCommand({
  name: 'rules',
  summary: 'List the rules of notes lint',
  examples: [
    { line: 'notes rules', does: 'all of them, with their severity by profile' },
    { line: 'notes rules --json', does: 'as JSON' },
  ],
  exits: { 0: 'listed' },
  run(context) {
    const { color } = context.host
    const { name } = painter(color)
    const rows = allRules.map(rule => [
      rule.group,
      { text: rule.name, look: name },
      meaningCell(color, rule.fix ?? ''),
      meaningCell(color, rule.severity.sam ?? rule.severity.loose),
      meaningCell(color, elsewhere(rule)),
      rule.summary,
    ])
    report(context, {
      json: {
        rules: allRules.map(rule => ({
          name: rule.name,
          group: rule.group,
          summary: rule.summary,
          fix: rule.fix ?? null,
          advice: rule.advice === true,
          severity: severities(rule),
        })),
      },
      lines: columns(rows, {
        head: ['group', 'rule', 'fix', 'sam', 'elsewhere', 'what it asks'],
        spare: [0, 4],
        wraps: true,
      }),
    })
    return 0
  },
})

export const explainCommand = defineCommand({
  name: 'explain',
  summary: 'Explain a rule, why it matters, and how to comply',
  arguments: { rule: { does: 'the name of the rule', required: true } },
  examples: [
    { line: 'notes explain path-prefix', does: 'with examples' },
    { line: 'notes explain path-prefix --json', does: 'as JSON' },
  ],
  exits: { 0: 'explained', 1: 'no such rule' },
  run(context, { rule: name }) {
    const rule = allRules.find(candidate => candidate.name === name)
    if (rule === undefined) {
      const near = nearestName(name, ruleNames())
      throw new NotesError(
        'not-found',
        `Unknown rule "${name}"`,
        near === undefined
          ? 'Run `notes rules` to list the rules'
          : `Did you mean \`notes explain ${near}\`?`,
      )
    }
    const { strong, faint } = painter(context.host.color)
    const fix =
      rule.fix === undefined
        ? 'by hand only'
        : rule.fix === 'safe'
          ? '`notes lint --fix`'
          : '`notes lint --fix-unsafe`'
    report(context, {
      json: {
        name,
        group: rule.group,
        summary: rule.summary,
        why: rule.why,
        fix: rule.fix ?? null,
        severity: severities(rule),
        messages: rule.messages,
        examples: rule.examples,
      },
      lines: [
        `${strong(rule.name)}  ${rule.summary}`,
        '',
        rule.why,
        `Fixable: ${fix}.`,
        ...rule.examples.flatMap(example => ['', ...showExample(example, faint)]),
      ],
    })
    return 0
  },
})

const severities = ({ severity }: Rule) =>
  Object.fromEntries(PROFILES.map(profile => [profile, severity[profile] ?? severity.loose]))

/** The severity in the profiles besides `sam`: the most common one, then each of the others with its profile. */
function elsewhere(rule: Rule): string {
  const { sam: _, ...rest } = severities(rule)
  const found = Object.entries(rest)
  const count = (severity: string) => found.filter(([, one]) => one === severity).length
  const [most = 'off'] = found.map(([, one]) => one).toSorted((a, b) => count(b) - count(a))
  const others = found.filter(([, one]) => one !== most).map(([profile, one]) => `, ${one} in ${profile}`)
  return most + others.join('')
}

function showExample(
  { title, before, reports, after }: RuleExample,
  faint: (text: string) => string,
): string[] {
  const verdict = reports.length === 0 ? 'no findings' : `findings: ${reports.join(', ')}`
  const block = (text: string): string[] =>
    clipped(text)
      .trimEnd()
      .split('\n')
      .map(line => `    ${line}`.trimEnd())
  return [
    `${title} (${faint(verdict)})`,
    ...block(before),
    ...(after === undefined ? [] : ['  after the fix:', ...block(after)]),
  ]
}
