// Writes src/lint/rules.ts, the list of all rules, from the files in src/lint/rules/. Part of `npm run generate`.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = new URL('../src/lint/rules/', import.meta.url)
const target = fileURLToPath(new URL('../src/lint/rules.ts', import.meta.url))

export function rulesModule() {
  const names = readdirSync(folder)
    .filter(file => file.endsWith('.ts'))
    .map(file => file.slice(0, -3))
    .sort()
  const variable = name => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())
  return `// Written by \`npm run generate\` from the files in rules/.
import type { Rule } from './rule.ts'
${names.map(name => `import ${variable(name)} from './rules/${name}.ts'`).join('\n')}

/** Every rule, by name. A new one is a file in \`rules/\`, and \`npm run generate\`. */
export const rules: readonly Rule[] = [
${names.map(name => `  ${variable(name)},`).join('\n')}
]
`
}

if (process.argv[1] === fileURLToPath(import.meta.url) && readFileSync(target, 'utf8') !== rulesModule())
  writeFileSync(target, rulesModule())
