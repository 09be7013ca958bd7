import type { Intent } from '../change/intent.ts'
import { usage } from '../error.ts'
import type { Fields } from '../files/read/json.ts'
import { allKinds, type KindName, kindOf } from '../notes/kinds.ts'
import { SEVERITIES } from '../notes/text/severity.ts'
import { fieldsGiven, ifGiven, textGiven, wrongType } from '../pads/given.ts'
import { momentOf } from './given.ts'
import type { OpenProject } from './open.ts'

/** The texts that each intent needs. */
const TEXTS: Readonly<Record<Intent['do'], readonly string[]>> = {
  add: [],
  finish: ['kind', 'which'],
  annotate: ['which', 'label', 'text'],
  supersede: ['which', 'by'],
  stamp: ['which', 'at'],
  remove: ['which'],
  reopen: ['which'],
  edit: ['which'],
  rewrite: ['which', 'from', 'to'],
  requote: ['which'],
  link: ['kind'],
  'set-severity': ['which', 'severity'],
  'set-context': [],
}

/** Refuses intents that no compiler has checked: those of a caller in JavaScript, or from JSON. */
export function checkIntents(open: OpenProject, given: unknown): void {
  if (!Array.isArray(given)) throw wrongType(given, '`intents`', 'a list')
  for (const one of given) {
    const intent = fieldsGiven(one, 'an intent')
    const what = oneOf(Object.keys(TEXTS), intent.do, '`do` of an intent') as Intent['do']
    for (const name of TEXTS[what]) textGiven(intent[name], `\`${name}\` of ${what}`)
    ifGiven(intent.kind, `\`kind\` of ${what}`, (kind, it) => oneOf(KINDS, kind, it))
    ifGiven(intent.severity, '`severity`', severityGiven)
    if (what === 'add') checkDraft(open, fieldsGiven(intent.draft, '`draft` of add'))
    if (what === 'edit' || what === 'set-context')
      ifGiven(fieldsGiven(intent.fields, `\`fields\` of ${what}`).severity, '`severity`', severityGiven)
  }
}

function checkDraft(open: OpenProject, draft: Fields): void {
  const kind = oneOf(ADDED, draft.kind, '`kind` of a draft') as KindName
  const name = kind === 'log' ? 'summary' : kind === 'reference' ? 'identifier' : 'title'
  if (textGiven(draft[name], `\`${name}\` of a ${kind}`).trim() === '')
    throw usage(`The \`${name}\` of the ${kind} is empty; nothing changed`, `Give it some words`)
  if ('severity' in (kindOf({ kind }).write?.columns ?? {}))
    severityGiven(draft.severity, `\`severity\` of a ${kind}`)
  if (kind === 'decision' || kind === 'log') momentOf(open, textGiven(draft.at, `\`at\` of a ${kind}`))
  if (kind === 'decision')
    for (const list of ['evidence', 'scenarios'])
      if (!Array.isArray(draft[list])) throw wrongType(draft[list], `\`${list}\` of a decision`, 'a list')
}

const KINDS = allKinds.map(([name]) => name)
const ADDED = allKinds.flatMap(([name, { write }]) => (write === undefined ? [] : [name]))

const severityGiven = (value: unknown, what: string): string => oneOf(SEVERITIES, value, what)

function oneOf(names: readonly string[], value: unknown, what: string): string {
  const found = names.find(name => name === value)
  if (found === undefined) throw wrongType(value, what, `one of ${names.join(', ')}`)
  return found
}
