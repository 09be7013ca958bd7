/**
 * The MCP SDK checks what a client fills in when a server asks it (elicitation). Our server asks nothing, and the
 * checker would be a third of the bundle of the server.
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
