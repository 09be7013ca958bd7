// Edits of generated code with a known outcome: to single lines, to the format of a file, and to where code is.
import { line, pick } from './made-code.mjs'
import { isComment } from './words.mjs'

const split = text => [/^\s*/.exec(text)[0], text.trim()]
const within = change => (text, context) => {
  const [indent, body] = split(text)
  const changed = change(body, context)
  return changed === undefined || changed === body ? undefined : [`${indent}${changed}`]
}

const end = body => /^(.*?)(;?)$/.exec(body).slice(1)
const isStatement = body => !isComment(body) && !/[{(,:}]$/.test(body)

/** Edits that change what a line says. Each returns the new line, or undefined where the edit makes no sense. */
const CHANGES = {
  'commented out': within((body, { python }) =>
    isComment(body) ? undefined : `${python ? '#' : '//'} ${body}`,
  ),
  'block comment on its line': within((body, { python }) =>
    python || isComment(body) ? undefined : `/* ${body} */`,
  ),
  'block comment around it': (text, { python }) => {
    const [indent, body] = split(text)
    const [open, close] = python ? ['"""', '"""'] : ['/*', '*/']
    return isStatement(body) ? [text, { above: `${indent}${open}`, below: `${indent}${close}` }] : undefined
  },
  'operand appended': within((body, { python, random }) => {
    const [words, semicolon] = end(body)
    if (!isStatement(body) || !/^(?:const \w+ = |return \S|[\w.]+ = )/.test(body)) return undefined
    if (/^(?:return (?:undefined|None)$)|[}']$/.test(words)) return undefined
    const operands = python ? [' + offset', ' or fallback'] : [' + offset', ' || fallback', ' ?? fallback']
    return `${words}${pick(random, operands)}${semicolon}`
  }),
  negated: within((body, { python }) => {
    const not = python ? 'not ' : '!'
    return body.replace(/^((?:if|while) \(?|return )(?=(?:is|has)\w*\()/, `$1${not}`)
  }),
  'number changed': within(body => body.replace(/\b\d+\b/, number => String(Number(number) + 7))),
  'name changed': within(body =>
    isComment(body)
      ? undefined
      : body.replace(/\b(entry|limit|value|owner|source|target|window|state)\b/, 'renamed'),
  ),
  'comparison turned': within(body =>
    body.replace(/ === | > | is None/, found =>
      found === ' === ' ? ' !== ' : found === ' > ' ? ' <= ' : ' is not None',
    ),
  ),
  deleted: () => [],
}

/** Edits that do not change what a line says. */
const KEEPS = {
  'trailing comment added': within((body, { python }) =>
    isStatement(body) ? `${body}${python ? '  # see the ticket' : ' // see the ticket'}` : undefined,
  ),
}

export const LINE_EDITS = { ...CHANGES, ...KEEPS }
export const isKept = edit => edit in KEEPS

/** Ways to reformat a whole file; each returns the new parts of one line. */
export const FORMATS = {
  're-indented': ([text], { python, tabs }) => [
    text.replace(/^ +/, spaces => (tabs ? '\t'.repeat(spaces.length / (python ? 4 : 2)) : spaces + spaces)),
  ],
  'quotes changed': ([text]) => [isComment(text) ? text : text.replaceAll("'", '"')],
  'semicolons added': ([text], { python }) => [
    python || text.trim() === '' || !isStatement(text.trim()) || text.includes(' // ') ? text : `${text};`,
  ],
  'arguments reflowed': ([text], { python }) => {
    const found = /^(\s*)(\S.*\w)\(([^()]+, [^()]+)\)(.*)$/.exec(text)
    if (found === null || isComment(text) || text.includes('${') || /["'].*,.*["']/.test(found[3]))
      return [text]
    const [, indent, start, args, rest] = found
    const unit = indent.includes('\t') ? '\t' : python ? '    ' : '  '
    return [
      `${indent}${start}(`,
      ...args.split(', ').map(arg => `${indent}${unit}${arg},`),
      `${indent})${rest}`,
    ]
  },
}

/** Lines that an edit inserts. */
const NEW_LINES = ['trace(context)', 'context.touch()', 'metrics.increment(context)', 'assertOpen(context)']

const insert = (list, at, ...added) => list.splice(at, 0, ...added)
const functionsOf = file => file.blocks.slice(1)
const indentOf = block => /^\s*/.exec(block[1]?.parts[0] ?? '')[0]

/**
 * Edits that change where code is. They call `happens` with each block that they move, `remove` with each line that
 * they delete, and `rename` to get a free path.
 */
export const LAYOUTS = {
  'lines added above': ({ file, random }) => {
    for (const block of functionsOf(file)) {
      if (random() < 0.5) continue
      insert(block, 1, line(`${indentOf(block)}${pick(random, NEW_LINES)}`))
    }
    insert(file.blocks[0], file.blocks[0].length, line(file.python ? 'SCALE = 3' : 'const SCALE = 3'))
  },
  'twin added': ({ file, random, files }) => {
    const source = pick(random, functionsOf(file))
    const copy = source
      .map(({ parts }) => line(parts.join('\n')).parts[0])
      .flatMap(text => text.split('\n').map(line))
    const named = copy.findIndex(({ parts }) => /\b(?:function|def) /.test(parts[0]))
    copy[named].parts = [copy[named].parts[0].replace(/(function |def )(\w+)/, '$1$2Again')]
    const target = random() < 0.6 ? file : pick(random, files)
    const to = target.python === file.python ? target : file
    // A copy right beside its original could not be told from the original.
    const places = to.blocks.flatMap((_, at) => {
      const near = [to.blocks[at - 1], to.blocks[at]]
      return at > 0 && !near.includes(source) ? [at] : []
    })
    if (places.length > 0) insert(to.blocks, pick(random, places), copy)
  },
  'twin line added': ({ file, random }) => {
    const [from, to] = [pick(random, functionsOf(file)), pick(random, functionsOf(file))]
    const body = from.slice(1, -1).filter(({ parts }) => isStatement(parts[0].trim()) && parts.length === 1)
    if (from === to || body.length === 0) return
    const [text] = pick(random, body).parts
    insert(to, Math.min(2, to.length - 1), line(`${indentOf(to)}${text.trim()}`))
  },
  'moved in its file': ({ file, random, happens }) => {
    const block = pick(random, functionsOf(file))
    const at = file.blocks.indexOf(block)
    file.blocks.splice(at, 1)
    const to = at <= file.blocks.length / 2 ? file.blocks.length : 1
    insert(file.blocks, to, block)
    happens(block)
  },
  'function deleted': ({ file, random, remove }) => {
    if (file.blocks.length < 5) return
    const [block] = file.blocks.splice(file.blocks.indexOf(pick(random, functionsOf(file))), 1)
    for (const owner of block) remove(owner)
  },
  'file split': ({ file, files, random, happens, rename }) => {
    const half = file.blocks.splice(Math.ceil(file.blocks.length / 2))
    const head = file.blocks[0].slice(0, 1).map(({ parts }) => line(parts[0]))
    const path = rename(file.path.replace(/(\.\w+)$/, `-${pick(random, ['parts', 'rest', 'core'])}$1`))
    files.push({ path, python: file.python, blocks: [head, ...half] })
    for (const block of half) happens(block)
  },
  'file renamed': ({ file, random, happens, rename }) => {
    file.path = rename(
      file.path.replace(/\/[^/]*(\.\w+)$/, `/${pick(random, ['main', 'service', 'model', 'steps'])}$1`),
    )
    for (const block of file.blocks) happens(block)
  },
  'folder renamed': ({ file, files, happens, rename }) => {
    const folder = file.path.slice(0, file.path.lastIndexOf('/'))
    if (folder.endsWith('-next')) return
    const to = `${folder}-next`
    for (const one of files.filter(({ path }) => path.startsWith(`${folder}/`))) {
      one.path = rename(`${to}${one.path.slice(folder.length)}`)
      for (const block of one.blocks) happens(block)
    }
  },
}
