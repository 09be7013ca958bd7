import { PROFILES } from '../notes/profile.ts'
import { GROUPS, type Rule, type RuleExample } from './rule.ts'

const WRITTEN = '<!-- Generated from the rule by `npm run generate`. -->'

/** The pages in `protocols/rules/`, by file name. */
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
    '| Rule | Requirement | Fix |',
    '|------|-------------|-----|',
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
      ? 'by hand only'
      : rule.fix === 'safe'
        ? '`notes lint --fix`'
        : '`notes lint --fix-unsafe`, then review the result'
  return [
    `# ${rule.name}`,
    '',
    WRITTEN,
    '',
    `${rule.summary}. ${rule.why}`,
    '',
    `Fixable: ${fix}. Severity: ${severity}${rule.advice === true ? '; never more than a warning' : ''}.`,
    '',
    'Messages:',
    '',
    ...Object.values(rule.messages).map(message => `- ${code(message)}`),
    '',
    ...rule.examples.flatMap(showExample),
  ].join('\n')
}

function showExample({ title, before, reports, after }: RuleExample): string[] {
  const verdict =
    reports.length === 0
      ? 'No findings'
      : `Findings at ${reports.map(report => report.replace(' ', ' (')).join('), ')})`
  const repaired = after === undefined ? [] : ['After the fix:', '', ...fenced(after), '']
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

/** Uses a fence longer than any inside, and escapes hidden characters. */
function fenced(text: string): string[] {
  const longest = Math.max(2, ...(clipped(text).match(/`{3,}/g) ?? []).map(run => run.length))
  const fence = '`'.repeat(longest + 1)
  return [`${fence}markdown`, visible(clipped(text)).trimEnd(), fence]
}

/** Examples about size are long, so a page shows only their beginning. */
export function clipped(text: string): string {
  return text.length > MAX_EXAMPLE
    ? `${text.slice(0, MAX_EXAMPLE)}\n… (${text.length} characters in all)`
    : text
}

const MAX_EXAMPLE = 1_500

const code = (text: string): string => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``)

function visible(text: string): string {
  return text.replaceAll(HIDDEN, unit => `\\u{${(unit.codePointAt(0) ?? 0).toString(16)}}`)
}

/** Control characters except tab and line feed, default-ignorables, bidirectional controls, blanks, lone surrogates. */
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it matches
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\u2800]|\p{Default_Ignorable_Code_Point}|[\u{e0000}-\u{e0fff}]|\p{Surrogate}/gu
