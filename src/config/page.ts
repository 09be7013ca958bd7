import type { Field } from './field.ts'
import { everyField } from './table.ts'

/** Prints the reference page `protocols/config.md`. */
export function configPage(): string {
  return `# Configuration

<!-- Written by \`node .config/generate.mjs\` from src/config/fields.ts. -->

\`notes\` looks for \`notes.config.json\` in the current folder and its parents, up to the git top level; the
nearest one wins. A \`notes\` key in \`package.json\` works too. Neither is required. \`notes config\` prints every
effective value and its origin, \`notes init --config\` creates a starter file, \`notes config --schema\` prints
the JSON schema. Comments, unknown keys and wrong types are errors, reported with line and column.

| Key | Type | Default | Meaning |
|-----|------|---------|---------|
${everyField()
  .map(({ key, field }) => `| \`${key}\` | ${typeOf(field)} | ${defaultOf(field)} | ${field.description} |`)
  .join('\n')}

A dot in a key means a nested object. The file itself has two more keys: \`$schema\`, for editors, and
\`extends\`: one path or a list of paths, relative to the file, to JSON files inside the project.
Later files override earlier ones, and the file itself overrides them all. Lists are replaced, not merged.

\`\`\`json
${JSON.stringify({ extends: './team.notes.json', ...exampleFile() }, null, 2)}
\`\`\`
`
}

const typeOf = (field: Field) =>
  field.type === 'string' && field.choices !== undefined
    ? field.choices.map(choice => `\`${choice}\``).join(', ')
    : field.type === 'string[]'
      ? 'list of strings'
      : field.type

const defaultOf = (field: Field) =>
  field.default === undefined ? (field.otherwise ?? '') : `\`${JSON.stringify(field.default)}\``

function exampleFile(): object {
  const example: Record<string, unknown> = {}
  for (const { key, field } of everyField()) if (key !== 'root') put(example, key.split('.'), field.example)
  return example
}

function put(
  object: Record<string, unknown>,
  [name = '', ...inner]: readonly string[],
  value: unknown,
): void {
  if (inner.length === 0) {
    object[name] = value
    return
  }
  const group: Record<string, unknown> = { ...Object(object[name]) }
  put(group, inner, value)
  object[name] = group
}
