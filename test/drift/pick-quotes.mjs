// Chooses quotes as people take them: every kind of line but lone punctuation, whether or not it has copies.
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { git } from './git.mjs'
import { countWordCharacters, isComment } from './words.mjs'

const CODE =
  /\.(?:[cm]?[jt]sx?|pyi?|go|rs|rb|java|kt|swift|c|h|cc|cpp|hpp|cs|php|sh|lua|ex|exs|scala|vue|svelte)$/
const CONFIG = /\.(?:json|ya?ml|toml|ini|cfg|conf|properties)$/
const LOCK = /(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml|[^/]*\.lock|[^/]*\.min\.\w+|bun\.lockb?)$/
const MAX_BYTES = 400_000
const MAX_LINE = 300

const SIGNATURE =
  /^(?:export |default |public |private |protected |static |async |abstract |pub(?:\([^)]*\))? |unsafe |declare )*(?:function|class|interface|type|enum|struct|trait|impl|def|fn|func|mod|module|namespace)\b|^(?:async |static |get |set )*[\w$]+\([^()]*\)(?:: [^=]+)? \{$|^[\w.]+ = (?:async )?(?:function|\([^()]*\) =>)/
const CONDITION = /^(?:\} ?)?(?:if|else if|elif|while|for|switch|match|case|when|unless)\b/
const IMPORT =
  /^(?:import|from \S+ import|use |#include|package |require|export .* from|(?:const|let|var) .*\brequire\()/
const CONSTANT =
  /^(?:export |pub |static )*(?:const|let|final|val|static|var) [\w$]+[^=(]*= *(?:[-\d'"`[{]|true|false|null|nil|None)|^[A-Z][A-Z0-9_]+ *[:=]/
const SETTING = /^(?:"[^"]+"|[\w.-]+) *[:=]/

const KINDS = [
  'signature',
  'condition',
  'statement',
  'constant',
  'import',
  'comment',
  'part of a line',
  'several lines',
  'config',
]

function kindOf(line, isConfig) {
  const text = line.trim()
  if (isConfig) return SETTING.test(text) ? 'config' : undefined
  if (isComment(text)) return 'comment'
  if (IMPORT.test(text)) return 'import'
  if (SIGNATURE.test(text)) return 'signature'
  if (CONDITION.test(text)) return 'condition'
  return CONSTANT.test(text) ? 'constant' : 'statement'
}

/** Returns the text files of a work tree that quotes are taken from. */
export function readFiles(folder) {
  const paths = git(folder, ['ls-files', '-z']).split('\0')
  return paths
    .filter(path => (CODE.test(path) || CONFIG.test(path)) && !LOCK.test(path) && !/["\s[\]`]/.test(path))
    .flatMap(path => {
      const place = join(folder, path)
      const stat = statSync(place, { throwIfNoEntry: false })
      if (!stat?.isFile() || stat.size > MAX_BYTES) return []
      const text = readFileSync(place, 'utf8')
      return text.includes('\0') ? [] : [{ path, isConfig: CONFIG.test(path), lines: text.split(/\r?\n/) }]
    })
}

/** Picks `count` quotes, in turn from each kind that still has lines. */
export function pickQuotes(files, { count, random }) {
  const byKind = new Map(KINDS.map(kind => [kind, []]))
  for (const { path, isConfig, lines } of files)
    for (const [index, line] of lines.entries()) {
      if (countWordCharacters(line) < 2 || line.length > MAX_LINE) continue
      const kind = kindOf(line, isConfig)
      if (kind === undefined) continue
      const place = { path, lines, from: index + 1, to: index + 1 }
      byKind.get(kind).push(place)
      if (isConfig || kind === 'comment') continue
      if (countWordCharacters(line) >= 8) byKind.get('part of a line').push(place)
      byKind.get('several lines').push(place)
    }
  const taken = new Set()
  const quotes = []
  const wanted = [...KINDS]
  for (let turn = 0; quotes.length < count && wanted.length > 0; turn++) {
    const kind = wanted[turn % wanted.length]
    const places = byKind.get(kind)
    if (places.length === 0) {
      wanted.splice(wanted.indexOf(kind), 1)
      continue
    }
    const [place] = places.splice(Math.floor(random() * places.length), 1)
    const quote = quoteAt(kind, place, random)
    const key = quote && `${quote.path}:${quote.from}-${quote.to}`
    if (quote === undefined || taken.has(key)) continue
    taken.add(key)
    quotes.push(quote)
  }
  return quotes.map((quote, index) => ({
    ...quote,
    copies: copiesOf(quote, files),
    id: `quote ${index + 1}`,
  }))
}

function quoteAt(kind, { path, lines, from }, random) {
  if (kind === 'part of a line') {
    const text = partOf(lines[from - 1].trim(), random)
    return text && { kind, path, from, to: from, text, isPart: true }
  }
  if (kind !== 'several lines') return { kind, path, from, to: from, text: lines[from - 1].trim() }
  const to = from + 1 + Math.floor(random() * 4)
  const range = lines.slice(from - 1, to)
  const isPlain = range.every(line => line.length <= MAX_LINE && !line.includes('```'))
  if (to > lines.length || !isPlain || range.at(-1).trim() === '') return undefined
  return { kind, path, from, to, text: range.join('\n') }
}

/** Returns some whole words of a line, never the whole line. */
function partOf(line, random) {
  const words = [...line.matchAll(/[\p{L}\p{N}_$.]+/gu)]
  if (words.length < 3) return undefined
  const first = Math.floor(random() * (words.length - 1))
  const last = Math.min(words.length - 1, first + 1 + Math.floor(random() * 4))
  const part = line.slice(words[first].index, words[last].index + words[last][0].length)
  const isUsable =
    part.length >= 6 && part.length < line.length && line.indexOf(part) === line.lastIndexOf(part)
  return isUsable && !/["`]/.test(part) ? part : undefined
}

/** Returns where copies of the quote exist when it is taken: in its file, elsewhere, or nowhere. */
export function copiesOf({ path, text, from, isPart }, files) {
  const [first] = text.split('\n').map(line => line.trim())
  const isCopy = isPart ? line => line.includes(first) : line => line.trim() === first
  if (files.find(file => file.path === path).lines.some((line, at) => at !== from - 1 && isCopy(line)))
    return 'copies in its file'
  return files.some(file => file.path !== path && file.lines.some(isCopy)) ? 'copies elsewhere' : 'unique'
}
