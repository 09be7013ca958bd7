/** Common to all configuration keys, whatever their type. `Value` exists only for the type system. */
interface Base<Value> {
  /** `undefined` when the value is derived from the project; `otherwise` describes how. */
  readonly default: Value
  readonly otherwise?: string
  readonly description: string
  readonly example: Exclude<Value, undefined>
}

export interface TextField<Value extends string | undefined = string | undefined> extends Base<Value> {
  readonly type: 'string'
  readonly choices?: readonly string[]
  /** Describes what is wrong with a string, worded as `expected …`; undefined when it is valid. */
  readonly check?: (value: string) => string | undefined
}

export interface ListField extends Base<readonly string[]> {
  readonly type: 'string[]'
  readonly check?: (value: string) => string | undefined
}

export interface NumberField extends Base<number> {
  readonly type: 'number' | 'integer'
  readonly minimum: number
  readonly maximum: number
}

export interface FlagField extends Base<boolean> {
  readonly type: 'boolean'
}

export type Field = TextField | ListField | NumberField | FlagField

/** The table of fields. A nested table is a nested object in the JSON. */
export interface FieldTable {
  readonly [name: string]: Field | FieldTable
}

/** The type of the values that a table describes. */
export type ValuesOf<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends Base<infer Value> ? Value : ValuesOf<Table[Name]>
}

export const isField = (entry: Field | FieldTable): entry is Field => typeof entry.type === 'string'

export const text = <const Value extends string | undefined = string>(
  field: Omit<TextField<Value>, 'type'>,
): TextField<Value> => ({ type: 'string', ...field })

export const choice = <const Value extends string>(
  choices: readonly Value[],
  field: Omit<TextField<Value>, 'type' | 'choices'>,
): TextField<Value> => ({ type: 'string', choices, ...field })

export const list = (field: Omit<ListField, 'type'>): ListField => ({ type: 'string[]', ...field })

export const number = (field: Omit<NumberField, 'type'>): NumberField => ({ type: 'number', ...field })

export const integer = (field: Omit<NumberField, 'type'>): NumberField => ({ type: 'integer', ...field })

export const flag = (field: Omit<FlagField, 'type'>): FlagField => ({ type: 'boolean', ...field })

/**
 * Describes what is wrong with an id template, worded as `expected …`; `idLength` in `notes/conventions.ts` defines its
 * meaning.
 */
export const wrongTemplate = (template: string): string | undefined =>
  /^[A-Za-z][\w.:/#-]{0,39}$/.test(template) && template.includes('#')
    ? undefined
    : 'expected a letter, then letters, digits, `-`, `_`, `.`, `:`, `/` and at least one `#`, which stands for a digit, such as TD-###'
