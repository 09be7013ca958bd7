import { defineCommand } from './command.ts'
import { explainRule, listRules } from './rules-report.ts'

export const rulesCommand = defineCommand({
  name: 'rules',
  summary: 'List the rules of notes lint',
  examples: [
    { line: 'notes rules', does: 'all of them, with their severity by profile' },
    { line: 'notes rules --json', does: 'as data' },
  ],
  exits: { 0: 'listed' },
  run: context => listRules(context),
})

export const explainCommand = defineCommand({
  name: 'explain',
  summary: 'Say what a rule wants, why, and how it is put right',
  arguments: { rule: { does: 'its name', required: true } },
  examples: [
    { line: 'notes explain path-prefix', does: 'with examples' },
    { line: 'notes explain path-prefix --json', does: 'as data' },
  ],
  exits: { 0: 'explained', 1: 'there is no such rule' },
  run: (context, { rule }) => explainRule(context, rule),
})
