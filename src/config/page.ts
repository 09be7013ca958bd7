import type { Field } from './field.ts'
import { everyField } from './table.ts'

/** The reference page `protocols/config.md`. */
export function configPage(): string {
  return `# Configuration

<!-- Written by \`node .config/generate.mjs\` from src/config/fields.ts. -->

\`notes.config.json\` is looked for in the current folder and those above it, up to the git top level; the
nearest wins. A \`notes\` key in \`package.json\` does the same. Neither is needed. \`notes config\` prints every
value in force and where it comes from, \`notes init --config\` writes a first file, \`notes config --schema\`
prints the JSON schema. Comments, unknown keys and wrong types are errors that name line and column.

| Key | Type | Default | Meaning |
|-----|------|---------|---------|
${everyField()
  .map(({ key, field }) => `| \`${key}\` | ${typeOf(field)} | ${defaultOf(field)} | ${field.description} |`)
  .join('\n')}

A dot stands for a nested object. Two more keys belong to the file itself: \`$schema\`, for editors, and
\`extends\`, one path or a list of paths, relative to the file, of JSON files inside the project to build on.
Later ones win over earlier ones, and the file itself over all of them; a list replaces a list.

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
