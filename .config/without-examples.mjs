import { readFileSync } from 'node:fs'

/**
 * Leaves out the examples of rules, which linting does not need. They serve the tests, the pages and `notes explain`.
 * They are more than half of the source of all rules, and each run of a hook in CI would read and compile them.
 */
export const withoutExamples = {
  name: 'without-examples',
  setup(build) {
    build.onLoad({ filter: /[\\/]src[\\/]lint[\\/]rules[\\/][\w-]+\.ts$/ }, ({ path }) => {
      const whole = readFileSync(path, 'utf8')
      // As Biome formats them: the list ends at the first `],` with the indentation of the list.
      const contents = whole.replace(/^ {2}examples: \[\n[\s\S]*?^ {2}\],$/m, '  examples: [],')
      if (contents === whole) throw new Error(`${path} has no examples in the usual place`)
      return { contents, loader: 'ts' }
    })
  },
}
