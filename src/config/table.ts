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

/** Builds the configuration from validated settings, by dotted key, with defaults for the rest. */
export function configFrom(settings: ReadonlyMap<string, unknown> = new Map()): Config {
  const build = (table: FieldTable, prefix: string): object =>
    Object.fromEntries(
      Object.entries(table).map(([name, entry]) => {
        const key = prefix + name
        if (!isField(entry)) return [name, build(entry, `${key}.`)]
        return [name, settings.has(key) ? settings.get(key) : entry.default]
      }),
    )
  return build(fields, '') as Config
}

/** Returns the value of a dotted key, or the object of a group. */
export function valueAt(config: Config, key: string): unknown {
  let value: unknown = config
  for (const name of key.split('.')) value = Object(value)[name]
  return value
}
