// Written by `npm run generate` from the files in rules/.
import type { Rule } from './rule.ts'
import pathPrefix from './rules/path-prefix.ts'

/** Every rule, by name. A new one is a file in `rules/`, and `npm run generate`. */
export const rules: readonly Rule[] = [pathPrefix]
