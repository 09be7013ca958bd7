import { nearestName } from '../config/nearest-name.ts'
import type { Severity } from '../lint/rule.ts'
import { usage } from './entries.ts'

const SEVERITIES: readonly string[] = ['off', 'warning', 'error']

/** `name=severity`, from the configuration and then the command line: later ones count. */
export function readSeverities(
  said: readonly string[],
  known: readonly string[],
): Readonly<Record<string, Severity>> {
  const found: Record<string, Severity> = {}
  for (const text of said) {
    const cut = text.lastIndexOf('=')
    const [name, severity] = [text.slice(0, cut).trim(), text.slice(cut + 1).trim()]
    if (cut < 0 || !SEVERITIES.includes(severity))
      throw usage(`"${text}" sets no severity`, 'Write it as rule=off, rule=warning or rule=error')
    if (!known.includes(name)) {
      const near = nearestName(name, known)
      throw usage(
        `There is no rule "${name}"`,
        near === undefined ? 'Run `notes rules` for their names' : `Did you mean "${near}"?`,
      )
    }
    found[name] = severity as Severity
  }
  return found
}

/** The clock of rules that depend on today. */
export function readNow(said: string | undefined, now: Date): Date {
  if (said === undefined) return now
  const at = Date.parse(said)
  if (Number.isNaN(at)) throw usage(`"${said}" is no time`, 'Write it as 2026-01-31T00:00:00Z')
  return new Date(at)
}
