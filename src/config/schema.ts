import { type Field, type FieldTable, isField } from './field.ts'
import { fields } from './fields.ts'

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
