import { type Field, type FieldTable, isField } from './field.ts'
import { type Config, fields } from './fields.ts'

export interface NamedField {
  /** The names, outermost first, joined by dots: `recovery.level1`. */
  readonly key: string
  readonly field: Field
}

/** Flattens the table into a list, in table order. */
export function everyField(table: FieldTable = fields, prefix = ''): readonly NamedField[] {
  return Object.entries(table).flatMap(([name, entry]) =>
    isField(entry) ? [{ key: prefix + name, field: entry }] : everyField(entry, `${prefix}${name}.`),
  )
}

/** Builds an object in the shape of the table, with a value for each field. */
const valuesOf = (
  table: FieldTable,
  make: (key: string, field: Field) => unknown,
  prefix = '',
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(table).map(([name, entry]) => [
      name,
      isField(entry) ? make(prefix + name, entry) : valuesOf(entry, make, `${prefix}${name}.`),
    ]),
  )

/** Builds the configuration from validated settings, by dotted key, with defaults for the rest. */
export const configFrom = (settings: ReadonlyMap<string, unknown>): Config =>
  valuesOf(fields, (key, field) => (settings.has(key) ? settings.get(key) : field.default)) as Config

/** Returns the value of a dotted key, or the object of a group. */
export function valueAt(config: Config, key: string): unknown {
  let value: unknown = config
  for (const name of key.split('.')) value = Object(value)[name]
  return value
}

/** The JSON schema of `notes.config.json`, printed by `notes config --schema` for editors. */
export function configSchema(): object {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Configuration of notesmd',
    ...tableSchema(fields, {
      $schema: { type: 'string', description: 'The URL of this schema.' },
      extends: {
        description:
          'JSON files of the same shape to extend. Later ones override earlier ones, and this file overrides them all.',
        anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
      },
    }),
  }
}

const tableSchema = (table: FieldTable, more: object = {}): object => ({
  type: 'object',
  additionalProperties: false,
  properties: {
    ...more,
    ...Object.fromEntries(
      Object.entries(table).map(([name, entry]) => [
        name,
        isField(entry) ? fieldSchema(entry) : tableSchema(entry),
      ]),
    ),
  },
})

function fieldSchema(field: Field): object {
  const { description, example } = field
  const common = {
    description,
    ...(field.default === undefined ? {} : { default: field.default }),
    examples: [example],
  }
  if (field.type === 'string')
    return { type: 'string', ...common, ...(field.choices === undefined ? {} : { enum: field.choices }) }
  if (field.type === 'string[]') return { type: 'array', items: { type: 'string' }, minItems: 1, ...common }
  if (field.type === 'boolean') return { type: 'boolean', ...common }
  return { type: field.type, minimum: field.minimum, maximum: field.maximum, ...common }
}

/** Prints the reference page `protocols/config.md`. */
export function configPage(): string {
  const { root: _, ...example } = valuesOf(fields, (_, field) => field.example)
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
${JSON.stringify({ extends: './team.notes.json', ...example }, null, 2)}
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
