import { relative } from 'node:path'
import type { Origin } from '../../config/load.ts'
import { nearestName } from '../../config/nearest-name.ts'
import { configSchema, everyField, valueAt } from '../../config/table.ts'
import { NotesError } from '../../error.ts'
import { painter, shownJson } from '../../safety/door.ts'
import { columns, type Line, report } from '../print/output.ts'
import { type Context, defineCommand } from '../program/command.ts'

const keys = everyField().map(({ key }) => key)

export const config = defineCommand({
  name: 'config',
  summary: 'Print the configuration and its sources',
  arguments: { key: { does: 'one key, or a group of keys', known: keys } },
  options: { schema: { kind: 'flag', does: 'print the JSON schema of notes.config.json' } },
  examples: [
    { line: 'notes config', does: 'every value with its source' },
    { line: 'notes config recovery.level1', does: 'one value alone, for scripts' },
    { line: 'notes config recovery --json', does: 'a group of values' },
    { line: 'notes config --schema', does: 'the schema, for editors' },
  ],
  exits: { 0: 'printed', 1: 'no such key' },

  run(context, { key, schema }) {
    if (schema) {
      context.host.out(shownJson(configSchema()))
      return 0
    }
    if (key !== undefined && keys.includes(key)) {
      const setting = settingOf(context, key)
      report(context, { json: { key, ...setting }, lines: [plain(setting.value)] })
      return 0
    }
    const chosen = keys.filter(known => key === undefined || known.startsWith(`${key}.`))
    if (key !== undefined && chosen.length === 0) throw unknownKey(key)
    const { path } = context.config
    report(context, {
      json: {
        path: path === undefined ? null : relative(context.host.cwd, path),
        values: Object.fromEntries(chosen.map(name => [name, settingOf(context, name)])),
      },
      lines: table(context, chosen),
    })
    return 0
  },
})

function table(context: Context, chosen: readonly string[]): readonly Line[] {
  const { faint } = painter(context.host.color)
  const rows = chosen.map(key => {
    const { value, origin } = settingOf(context, key)
    return [key, plain(value), { text: shownOrigin(key, origin), look: faint }]
  })
  const none = 'There is no notes.config.json; `notes init --config` writes one.'
  return [...columns(rows, { wraps: true }), ...(context.config.path === undefined ? ['', faint(none)] : [])]
}

function unknownKey(key: string): NotesError {
  const near = nearestName(key, [...keys, ...keys.map(known => known.split('.')[0] ?? known)])
  const hint =
    near === undefined
      ? '`notes config` lists the keys'
      : `Did you mean ${near}? \`notes config\` lists them all`
  return new NotesError('not-found', `Unknown configuration key ${key}`, hint)
}

/** One setting, as shown. */
interface ShownSetting {
  /** `null` if no configuration sets the value, which is then derived from the project. */
  readonly value: unknown
  readonly origin: Origin
}

/** Returns a setting and its origin, with paths relative to the current folder. */
function settingOf({ config, host }: Context, key: string): ShownSetting {
  const value = valueAt(config.values, key) ?? null
  const origin = config.origins.get(key) ?? 'default'
  if (origin === 'default') return { value, origin }
  const show = (path: string) => relative(host.cwd, path)
  return { value, origin: { path: show(origin.path), via: origin.via.map(show) } }
}

function plain(value: unknown): string {
  if (value === null) return '-'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function shownOrigin(key: string, origin: Origin): string {
  if (origin !== 'default') return [origin.path, ...origin.via].join(' < ')
  const otherwise = everyField().find(field => field.key === key)?.field.otherwise
  return otherwise === undefined ? 'default' : `default: ${otherwise}`
}
