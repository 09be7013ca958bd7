// `npm run mutate` measures how many small faults the tests of lint and evidence notice, file by file, and fails below
// 80%. To be quicker, name a part: `npm run mutate -- --mutate src/lint/fix.ts`.
import { fileURLToPath } from 'node:url'
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'

/** The examples of a rule are its tests. */
const examples = {
  shouldIgnore: ({ node }) =>
    node.type === 'ObjectProperty' && node.key.name === 'examples' ? 'These are tests' : undefined,
}

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'examples', examples)]

export default {
  mutate: ['src/lint/**/*.ts', 'src/evidence/**/*.ts'],
  mutator: {
    // Half of the strings are prose, which no test should repeat; the compiler checks the names in the other half.
    excludedMutations: ['StringLiteral'],
  },
  ignorers: ['examples'],
  testRunner: 'vitest',
  vitest: { configFile: '.config/vitest.mutate.mjs' },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  tempDirName: '.cache/stryker',
  ignorePatterns: ['dist', '.cache', '.ci', '.claude', 'test/bench'],
  timeoutMS: 20_000,
  dryRunTimeoutMinutes: 15,
  plugins: ['@stryker-mutator/vitest-runner', fileURLToPath(import.meta.url)],
  disableTypeChecks: false,
  // There is no such file. Stryker would rewrite a real one through the compiler's JavaScript API, which TypeScript 7 lacks.
  tsconfigFile: '.cache/no-tsconfig.json',
  reporters: ['clear-text', 'progress-append-only', 'html', 'json'],
  clearTextReporter: { logTests: false, reportTests: false, allowColor: false },
  htmlReporter: { fileName: '.cache/mutation.html' },
  jsonReporter: { fileName: '.cache/mutation-report.json' },
  thresholds: { high: 90, low: 80, break: 80 },
}
