/** The commands of the linter, with all rules and reporters: one file in dist/. */
export { lintCommand } from './lint.ts'
export { explainCommand, rulesCommand } from './rules.ts'
