import type { Reporter } from '../report.ts'
import { github } from './github.ts'
import { json } from './json.ts'
import { junit } from './junit.ts'
import { sarif } from './sarif.ts'
import { stylish } from './stylish.ts'

/** Reporters by `--format` name. To add one, add a file here and a line to this table. */
export const reporters = { stylish, json, sarif, github, junit } as const satisfies Record<string, Reporter>

export type ReporterName = keyof typeof reporters
