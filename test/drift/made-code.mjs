// Modules that look like real ones, in TypeScript and Python: many lines have twins, in their file and elsewhere.

const VERBS = ['load', 'read', 'find', 'check', 'parse', 'merge', 'write', 'count', 'resolve', 'update']
const NOUNS = ['User', 'Token', 'Session', 'Order', 'Route', 'Cache', 'Index', 'Report', 'Policy', 'Batch']
const NAMES = [
  'entry',
  'limit',
  'value',
  'owner',
  'result',
  'source',
  'target',
  'window',
  'retries',
  'state',
  'reader',
  'queue',
  'bucket',
  'header',
  'cursor',
  'scope',
  'label',
  'weight',
]
const TESTS = ['isValid', 'isEmpty', 'isKnown', 'hasAccess', 'isExpired']
const REASONS = [
  'callers rely on it',
  'the upstream answer is late',
  'older clients send both',
  'seen in production',
]

export const pick = (random, list) => list[Math.floor(random() * list.length)]
const digits = random => 1 + Math.floor(random() * 900)
const snake = name => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

/** A line keeps its identity through all edits: that is how its place is known at the end. */
export const line = text => ({ parts: [text] })

/** Makes a file from blocks of lines: a head, and functions. */
export function makeFile(path, random) {
  const python = path.endsWith('.py')
  const make = python ? pythonFunction : typescriptFunction
  const names = new Set()
  while (names.size < 7 + Math.floor(random() * 6)) names.add(`${pick(random, VERBS)}${pick(random, NOUNS)}`)
  const head = python ? pythonHead(random) : typescriptHead(random)
  return { path, python, blocks: [head.map(line), ...[...names].map(name => make(name, random).map(line))] }
}

const typescriptHead = random => [
  `import { ${pick(random, TESTS)}, normalize } from './${pick(random, NOUNS).toLowerCase()}'`,
  `import type { Options } from '../options'`,
  '',
  `const MAX_${pick(random, NAMES).toUpperCase()} = ${digits(random)}`,
  `const DEFAULTS = { retries: ${digits(random)}, mode: 'strict' }`,
]

const pythonHead = random => [
  `from .${pick(random, NOUNS).toLowerCase()} import ${snake(pick(random, TESTS))}, normalize`,
  'import logging',
  '',
  `MAX_${pick(random, NAMES).toUpperCase()} = ${digits(random)}`,
  `DEFAULT_MODE = 'strict'`,
]

function typescriptFunction(name, random) {
  const [one, other] = [pick(random, NAMES), pick(random, NAMES)]
  const bodies = [
    () => [`  if (${one} === undefined) return undefined`],
    () => [`  const ${other} = readStored(${one}, options.limit, 'strict')`],
    () => [`  const ${other}Count = ${one}.length + ${digits(random)}`],
    () => [
      `  if (${pick(random, TESTS)}(${one}, options)) {`,
      `    throw new Error('${other} of ${one} is wrong')`,
      '  }',
    ],
    () => [
      `  for (const item of ${one}.items) {`,
      `    if (${pick(random, TESTS)}(item)) continue`,
      `    found.push(normalize(item, options, ${digits(random)}))`,
      '  }',
    ],
    () => [
      `  // ${pick(random, REASONS)}`,
      `  ${one}.${other} = compute(${one}, ${digits(random)}, DEFAULTS.mode)`,
    ],
    () => [`  while (${one}.size > ${digits(random)}) {`, `    ${one}.drop(${one}.first())`, '  }'],
    () => [`  log.debug('${name}', { ${one}, ${other} })`],
  ]
  return [
    `/** ${pick(random, REASONS)}. */`,
    `export function ${name}(${one}: Source, options: Options = {}): Found | undefined {`,
    ...['  const found = []', ...some(random, bodies)],
    pick(random, [
      '  return found',
      `  return ${pick(random, TESTS)}(found)`,
      `  return merge(${one}, found, options)`,
    ]),
    '}',
  ]
}

function pythonFunction(camel, random) {
  const [one, other] = [pick(random, NAMES), pick(random, NAMES)]
  const test = snake(pick(random, TESTS))
  const bodies = [
    () => [`    if ${one} is None:`, '        return None'],
    () => [`    ${other} = read_stored(${one}, options.limit, 'strict')`],
    () => [`    ${other}_count = len(${one}) + ${digits(random)}`],
    () => [`    if ${test}(${one}, options):`, `        raise ValueError('${other} of ${one} is wrong')`],
    () => [
      `    for item in ${one}.items:`,
      `        if ${test}(item):`,
      '            continue',
      `        found.append(normalize(item, options, ${digits(random)}))`,
    ],
    () => [
      `    # ${pick(random, REASONS)}`,
      `    ${one}.${other} = compute(${one}, ${digits(random)}, DEFAULT_MODE)`,
    ],
    () => [`    while ${one}.size > ${digits(random)}:`, `        ${one}.drop(${one}.first())`],
    () => [`    logging.debug('${snake(camel)} %s', ${one})`],
  ]
  return [
    `def ${snake(camel)}(${one}, options=None):`,
    ...['    found = []', ...some(random, bodies)],
    pick(random, [
      '    return found',
      `    return ${test}(found)`,
      `    return merge(${one}, found, options)`,
    ]),
  ]
}

const some = (random, bodies) =>
  Array.from({ length: 3 + Math.floor(random() * 5) }, () => pick(random, bodies)()).flat()

/** Returns the lines of a file as they are printed; blank lines have no owner. */
export function printedLines({ blocks, python }) {
  const blank = python ? [undefined, undefined] : [undefined]
  return blocks
    .flatMap((block, at) => [
      ...(at === 0 ? [] : blank),
      ...block.flatMap(owner => owner.parts.map(text => ({ owner, text }))),
    ])
    .map(printed => printed ?? { text: '' })
}

export const printFile = file =>
  `${printedLines(file)
    .map(({ text }) => text)
    .join('\n')}\n`
