import { relative } from 'node:path'
import type { Origin } from '../config/load.ts'
import { everyField, valueAt } from '../config/table.ts'
import type { Context } from './context.ts'

/** One key of the configuration, as it is shown. */
interface ShownSetting {
  /** `null` where the value is found in the project instead. */
  readonly value: unknown
  readonly origin: Origin
}

/** Paths are relative to the current folder. */
export function settingOf({ config, host }: Context, key: string): ShownSetting {
  const value = valueAt(config.values, key) ?? null
  const origin = config.origins.get(key) ?? 'default'
  if (origin === 'default') return { value, origin }
  const show = (path: string) => relative(host.cwd, path)
  return { value, origin: { path: show(origin.path), via: origin.via.map(show) } }
}

export function plain(value: unknown): string {
  if (value === null) return '-'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export function shownOrigin(key: string, origin: Origin): string {
  if (origin !== 'default') return [origin.path, ...origin.via].join(' < ')
  const otherwise = everyField().find(field => field.key === key)?.field.otherwise
  return otherwise === undefined ? 'default' : `default: ${otherwise}`
}
