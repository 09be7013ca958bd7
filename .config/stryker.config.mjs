/** What .config/mutate.mjs runs. */
export default {
  mutate: ['src/lint/**/*.ts', 'src/evidence/**/*.ts'],
  mutator: {
    // Half of the strings are what a rule says and why: prose, which its page shows and no test should repeat. The
    // other half are names that the compiler checks.
    excludedMutations: ['StringLiteral'],
  },
  ignorers: ['examples'],
  testRunner: 'in-process',
  coverageAnalysis: 'perTest',
  concurrency: 2,
  tempDirName: '.cache/stryker',
  ignorePatterns: ['dist', '.cache', '.ci', '.claude', 'test/bench'],
  timeoutMS: 5_000,
  plugins: ['./.config/mutation-runner.mjs'],
  // Type checks are esbuild's business, which has none.
  disableTypeChecks: false,
  // Stryker would rewrite it through the compiler's JavaScript API, which TypeScript 7 does not have.
  tsconfigFile: '.cache/no-tsconfig.json',
  reporters: ['clear-text', 'progress-append-only', 'html', 'json'],
  clearTextReporter: { logTests: false, reportTests: false, allowColor: false },
  htmlReporter: { fileName: '.cache/mutation.html' },
  jsonReporter: { fileName: '.cache/mutation-report.json' },
  thresholds: { high: 90, low: 80, break: 80 },
}
