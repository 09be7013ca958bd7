// Runs the tests of lint and evidence for Stryker in its own process: 100 mutants in seconds, where starting vitest for
// each took a minute and a half. Vitest stays the judge of `npm test`; this is the part of its interface they use.
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import vm from 'node:vm'
import { declareClassPlugin, declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'
import {
  DryRunStatus,
  determineHitLimitReached,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner'
import { build } from 'esbuild'
import { collectTests } from './collect-tests.mjs'

/** Figures about time: a file with mutants in it runs several times slower. */
const ABOUT_TIME = 'test/evidence/size.test.ts'

const testFiles = root =>
  ['test/lint', 'test/evidence']
    .flatMap(folder => readdirSync(join(root, folder)).map(name => `${folder}/${name}`))
    .filter(file => file.endsWith('.test.ts') && file !== ABOUT_TIME)
    // The quickest to notice a fault: the first failure ends a run.
    .toSorted((a, b) => Number(b.endsWith('/rules.test.ts')) - Number(a.endsWith('/rules.test.ts')))

/** What Stryker's changes in the source look at, to know which mutant is active, and count in. */
globalThis.__stryker__ ??= {}
const stryker = globalThis.__stryker__

/** All tests in one script, each file a function, so that a mutant's run loads only those that reach it. */
async function bundle(root, files) {
  const entry = files.map(file => `${JSON.stringify(file)}: () => require(${JSON.stringify(`./${file}`)})`)
  const { outputFiles } = await build({
    stdin: { contents: `module.exports = {${entry.join()}}`, resolveDir: root },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    packages: 'external',
    plugins: [{ name: 'own address', setup: nameModules }],
  })
  return new vm.Script(`(function (require, module) {${outputFiles[0].text}\n})`, { filename: 'tests.cjs' })
}

/** In a bundle every module would have the bundle's address, or none. */
const nameModules = ({ onLoad }) =>
  onLoad({ filter: /\.ts$/ }, ({ path }) => {
    const text = readFileSync(path, 'utf8')
    const address = JSON.stringify(pathToFileURL(path).href)
    return { contents: text.replaceAll('import.meta.url', address), loader: 'ts', resolveDir: dirname(path) }
  })

/**
 * How the ids begin of the tests that judge a file. A rule is held by its own examples, which are its page as well, its
 * corners, a file of its own, its rows in the table of mutations, and by the files that have nothing wrong; anything
 * else by the tests of its folder.
 */
function judges(file, files) {
  const parts = file.split(/[/\\]/)
  const [folder, within] = parts.slice(parts.lastIndexOf('src') + 1, -1)
  const name = basename(file, '.ts')
  if (within === 'rules')
    return [
      `test/lint/rules.test.ts#${name} `,
      'test/lint/rules.test.ts#all together ',
      'test/lint/rules.test.ts#advice ',
      `test/lint/${name}.test.ts#`,
      `test/lint/mutations.test.ts#is caught by the one rule that is meant for it ${name}: `,
      'test/lint/mutations.test.ts#the example has no finding',
    ]
  // The table of mutations runs all rules two hundred times: too much for each fault of the engine.
  return files
    .filter(test => test.startsWith(`test/${folder}/${within ?? ''}`) && !test.endsWith('/mutations.test.ts'))
    .map(test => `${test}#`)
}

/** Tests that take long and are about few files: of what the others do wrong, quicker ones tell. */
const ABOUT = [
  { tests: /^test\/lint\/fix\.|^test\/lint\/rules\..* is fixed/, files: ['fix.ts', 'revealed.ts'] },
  { tests: /^test\/lint\/reporters/, files: ['report.ts', 'fingerprint.ts'] },
  { tests: /^test\/evidence\/relocate\..*too many files/, files: ['relocate.ts'] },
]

const isAboutOthers = (id, file) =>
  /[/\\]src[/\\](?:lint|evidence)[/\\][\w-]+\.ts$/.test(file) &&
  ABOUT.some(({ tests, files }) => tests.test(id) && !files.includes(basename(file)))

class InProcess {
  capabilities() {
    return { reloadEnvironment: true }
  }

  async init() {
    this.root = process.cwd()
    this.files = testFiles(this.root)
    this.script = await bundle(this.root, this.files)
    this.require = createRequire(join(this.root, 'package.json'))
  }

  /** Everything is loaded anew: what a module remembers must not outlive the mutant it was remembered under. */
  load(files) {
    const { vitest, tests } = collectTests()
    const module = { exports: {} }
    const require = name => {
      if (name === 'vitest') return vitest
      const found = this.require(name)
      // What a bundle takes for the default export of a required module is the module.
      return found[Symbol.toStringTag] === 'Module' ? (found.default ?? found) : found
    }
    this.script.runInThisContext()(require, module)
    for (const file of files) {
      vitest.file = file
      module.exports[file]()
    }
    return tests
  }

  async run(tests, { bail }) {
    const results = []
    for (const { id, name, file, work } of tests) {
      stryker.currentTestId = id
      const start = performance.now()
      const result = { id, name, fileName: file, status: TestStatus.Success }
      try {
        await work()
      } catch (error) {
        Object.assign(result, { status: TestStatus.Failed, failureMessage: String(error?.stack ?? error) })
      }
      stryker.currentTestId = undefined
      results.push({ ...result, timeSpentMs: performance.now() - start })
      if (bail && result.status === TestStatus.Failed) break
    }
    return { status: DryRunStatus.Complete, tests: results }
  }

  async dryRun() {
    stryker.activeMutant = undefined
    stryker.mutantCoverage = undefined
    const result = await this.run(this.load(this.files), { bail: false })
    return { ...result, mutantCoverage: stryker.mutantCoverage }
  }

  async mutantRun({ activeMutant, testFilter, mutantActivation, disableBail, sandboxFileName, ...run }) {
    // A tenth of Stryker's, which is a hundred times what all tests took: an endless loop is seen before time is up,
    // and the process with all that is loaded in it lives on.
    const hitLimit = run.hitLimit && run.hitLimit / 10
    const starts = judges(sandboxFileName, this.files)
    const covering = testFilter === undefined ? undefined : new Set(testFilter)
    const wanted = id =>
      starts.some(start => id.startsWith(start)) &&
      !isAboutOthers(id, sandboxFileName) &&
      (covering?.has(id) ?? true)
    const own = `/${basename(sandboxFileName)}`.replace('.ts', '.test.ts')
    const reached = this.files
      .filter(
        file =>
          starts.some(start => start.startsWith(`${file}#`)) &&
          !isAboutOthers(`${file}#`, sandboxFileName) &&
          (testFilter?.some(id => id.startsWith(`${file}#`)) ?? true),
      )
      // What is about nothing else is done in no time, and notices most.
      .toSorted((a, b) => Number(b.endsWith(own)) - Number(a.endsWith(own)))
    const atOnce = mutantActivation === 'static'
    Object.assign(stryker, { hitLimit, hitCount: 0, activeMutant: atOnce ? activeMutant.id : undefined })
    let result
    try {
      const tests = this.load(reached).filter(({ id }) => wanted(id))
      stryker.activeMutant = activeMutant.id
      result = await this.run(tests, { bail: !disableBail })
    } catch (error) {
      // A test file that cannot even be loaded fails, as in vitest.
      const failed = { id: `${reached[0]}#load`, name: 'load', status: TestStatus.Failed, timeSpentMs: 0 }
      result = {
        status: DryRunStatus.Complete,
        tests: [{ ...failed, failureMessage: String(error?.stack ?? error) }],
      }
    } finally {
      stryker.activeMutant = undefined
    }
    return toMutantRunResult(determineHitLimitReached(stryker.hitCount, hitLimit) ?? result)
  }
}

/** The examples of a rule are its tests. */
const examples = {
  shouldIgnore: ({ node }) =>
    node.type === 'ObjectProperty' && node.key.name === 'examples' ? 'These are tests' : undefined,
}

export const strykerPlugins = [
  declareClassPlugin(PluginKind.TestRunner, 'in-process', InProcess),
  declareValuePlugin(PluginKind.Ignore, 'examples', examples),
]
