/** Most severe first. */
export const SEVERITIES = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] as const
export type Severity = (typeof SEVERITIES)[number]

const SPELLINGS: ReadonlyMap<string, Severity> = new Map([
  ['CRITICAL', 'CRITICAL'],
  ['P0', 'CRITICAL'],
  ['HIGH', 'HIGH'],
  ['P1', 'HIGH'],
  ['MEDIUM', 'MEDIUM'],
  ['MED', 'MEDIUM'],
  ['P2', 'MEDIUM'],
  ['LOW', 'LOW'],
  ['P3', 'LOW'],
  ['P4', 'LOW'],
])

/** Reads a severity in any of its spellings. */
export const readSeverity = (text: string): Severity | undefined =>
  SPELLINGS.get(text.replaceAll(/[^A-Za-z0-4]/g, '').toUpperCase())
