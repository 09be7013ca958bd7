// What the bundles leave out, as plugins of esbuild.
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

/**
 * Leaves out the validator of the MCP SDK, which checks a client's answers when a server asks for input (elicitation).
 * This server never asks, and the validator would be a third of its bundle.
 */
export const withoutValidator = {
  name: 'without-validator',
  setup(build) {
    build.onLoad({ filter: /[\\/]sdk[\\/]dist[\\/]\w+[\\/]validation[\\/]ajv-provider\.js$/ }, () => ({
      contents: `export class AjvJsonSchemaValidator {
        getValidator() { throw new Error('This server asks nothing of its client') }
      }`,
      loader: 'js',
    }))
  },
}
