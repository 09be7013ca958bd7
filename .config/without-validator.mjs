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
