import { PROFILES } from '../protocol/profile.ts'
import { GROUPS, type Rule, type RuleExample } from './rule.ts'

const WRITTEN = '<!-- Written by `npm run generate` from the rule itself. -->'

/** The pages under `protocols/rules/`, by file name. */
export function rulePages(rules: readonly Rule[]): Readonly<Record<string, string>> {
  return {
    'README.md': index(rules),
    ...Object.fromEntries(rules.map(rule => [`${rule.name}.md`, page(rule)])),
  }
}

function index(rules: readonly Rule[]): string {
  const groups = GROUPS.filter(group => rules.some(rule => rule.group === group))
  const table = (group: string): string[] => [
    `## ${group}`,
    '',
    '| Rule | What it wants | Fix |',
    '|------|---------------|-----|',
    ...rules
      .filter(rule => rule.group === group)
      .map(
        rule =>
          `| [${rule.name}](${rule.name}.md) | ${rule.summary.replaceAll('|', '\\|')} | ${rule.fix ?? ''} |`,
      ),
    '',
  ]
  return [`# Rules of \`notes lint\``, '', WRITTEN, '', ...groups.flatMap(table)].join('\n')
}

function page(rule: Rule): string {
  const severity = PROFILES.map(
    profile => `${profile} ${rule.severity[profile] ?? rule.severity.loose}`,
  ).join(', ')
  const fix =
    rule.fix === undefined
      ? 'by hand'
      : rule.fix === 'safe'
        ? '`notes lint --fix`'
        : '`notes lint --fix-unsafe`, and look at the result'
  return [
    `# ${rule.name}`,
    '',
    WRITTEN,
    '',
    `${rule.summary}. ${rule.why}`,
    '',
    `Put right ${fix}. Severity: ${severity}${rule.advice === true ? '; never more than a warning' : ''}.`,
    '',
    'It says:',
    '',
    ...Object.values(rule.messages).map(message => `- ${code(message)}`),
    '',
    ...rule.examples.flatMap(showExample),
  ].join('\n')
}

function showExample({ title, before, reports, after }: RuleExample): string[] {
  const verdict =
    reports.length === 0
      ? 'Right'
      : `Found at ${reports.map(report => report.replace(' ', ' (')).join('), ')})`
  const repaired = after === undefined ? [] : ['becomes', '', ...fenced(after), '']
  return [
    `## ${title.charAt(0).toUpperCase()}${title.slice(1)}`,
    '',
    `${verdict}:`,
    '',
    ...fenced(before),
    '',
    ...repaired,
  ]
}

/** A fence longer than any inside; hidden characters shown as what they are. */
function fenced(text: string): string[] {
  const longest = Math.max(2, ...(clipped(text).match(/`{3,}/g) ?? []).map(run => run.length))
  const fence = '`'.repeat(longest + 1)
  return [`${fence}markdown`, visible(clipped(text)).trimEnd(), fence]
}

/** Some examples are about size; a page shows how they begin. */
export function clipped(text: string): string {
  return text.length > MOST ? `${text.slice(0, MOST)}\n… (${text.length} characters in all)` : text
}

const MOST = 1_500

const code = (text: string): string => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``)

function visible(text: string): string {
  return text.replaceAll(HIDDEN, unit => `\\u{${(unit.codePointAt(0) ?? 0).toString(16)}}`)
}

/** Controls but tab and line feed, what is ignored where it is shown, controls of direction, blanks, lone surrogates. */
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\u2800]|\p{Default_Ignorable_Code_Point}|[\u{e0000}-\u{e0fff}]|\p{Surrogate}/gu
