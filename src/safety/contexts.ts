import type { Span } from '../markdown/block.ts'
import { MARKS } from './cheap-tests.ts'
import { hasDigit, hasLetter, isPlaceholder, isRandom, isWords } from './plausible.ts'
import type { Found } from './tokens.ts'

interface Context {
  readonly name: string
  /**
   * Every match contains one of these. Searching for them first takes a hundredth of the time, because they start with
   * rare letters.
   */
  readonly marks: readonly string[]
  /** The first group that matches is the secret; without groups the whole match is. */
  readonly pattern: RegExp
  readonly isSecret?: (value: string) => boolean
}

const isMixed = (value: string): boolean => hasDigit(value) && hasLetter(value) && !isWords(value)

/** Does the value after `Basic` decode to `user:password`? */
const isBasic = (value: string): boolean =>
  /^[\x20-\x7e]*:[\x20-\x7e]*$/.test(Buffer.from(value, 'base64').toString('latin1'))

const CONTEXTS: readonly Context[] = [
  {
    name: 'password in a URL',
    marks: MARKS.url,
    pattern: /:\/\/[^\s:/@"'`<>]{0,80}:([^\s/@"'`<>]{3,200})@/g,
    isSecret: value =>
      !/^(?:pass(?:word|wd)?|pw|pwd|secret|token|x-oauth-basic|user(?:name)?|[A-Z_]+|\*+|\[.*|%.{0,3})$/.test(
        value,
      ),
  },
  {
    name: 'token in a URL',
    marks: MARKS.url,
    pattern: /:\/\/([^\s:/@"'`<>]{16,200})(?::x-oauth-basic)?@/g,
    isSecret: isRandom,
  },
  {
    name: 'access token',
    marks: MARKS.bearer,
    pattern: /bearer\s{1,3}([\w+/=.~-]{16,2000})/gi,
    isSecret: isRandom,
  },
  {
    name: 'password',
    marks: MARKS.basic,
    pattern: /basic\s{1,3}([A-Za-z0-9+/]{8,400}={0,2})(?![\w=])/gi,
    isSecret: isBasic,
  },
  {
    name: 'password',
    marks: MARKS.user,
    pattern:
      /\bcurl\b[^|]{0,800}?\s(?:-u|--user)[= \t]{1,5}(?:"[^\s:"]{0,80}:([^\s"]{3,200})"|'[^\s:']{0,80}:([^\s']{3,200})'|[^\s:"']{1,80}:["']?([^\s"']{3,200}))/g,
    isSecret: value => !/^(?:pass(?:word|wd)?|pw|token|test|secret|y{3}|\[.*)$/i.test(value),
  },
  {
    name: 'password',
    marks: MARKS.user,
    pattern: /\bmysql\w*\b[^\n|]{0,200}?\s-p["']?([^\s"'-][^\s"']{3,200})/g,
  },
  {
    name: 'password',
    marks: MARKS.word,
    pattern: /\blogin\s{1,20}\S{1,80}\s{1,20}password\s{1,20}(\S{4,200})/g,
  },
  {
    name: 'password',
    marks: MARKS.words,
    pattern:
      /password(?:["'`*]{0,3}\s{1,3}(?:is|was|to)\s{1,3}|["'`*]{0,3}\s{1,3})["'`]?([^\s"'`()[\]<>]{8,200})/gi,
    isSecret: isMixed,
  },
  {
    name: 'password',
    marks: MARKS.word,
    pattern:
      /(?:(?:server|data source|host|uid|user id)=[^;\n]{1,200};[^\n]{0,300}?password=([^\s;"']{4,200})|password" value="([^"\n]{8,200})")/gi,
  },
  {
    name: 'session cookie',
    marks: MARKS.cookie,
    pattern: /cookie["']?:[^\n]{0,500}?[\w.-]{2,40}=([\w%+/=.~:-]{16,1000})/gi,
    isSecret: isRandom,
  },
  {
    name: 'webhook',
    marks: MARKS.webhook,
    pattern:
      /(?:hooks\.slack\.com\/(?:services|workflows|triggers)|webhook\.office\.com\/webhookb2|discord(?:app)?\.com\/api\/webhooks)\/([\w+/@-]{40,300})/g,
  },
  {
    name: 'Azure client secret',
    marks: MARKS.azure,
    pattern: /(?<![\w.~-])[\w~.]{3}\dQ~[\w~.-]{31,34}(?![\w~])/g,
  },
  {
    name: 'Terraform token',
    marks: MARKS.terraform,
    pattern: /(?<!\w)[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{60,70}/g,
  },
  { name: 'MaxMind key', marks: MARKS.maxmind, pattern: /(?<!\w)[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk(?!\w)/g },
  { name: 'Sidekiq secret', marks: MARKS.sidekiq, pattern: /[a-f0-9]{8}:[a-f0-9]{8}(?!\w)/g },
]

/**
 * Finds secrets that their context reveals. Nearby marks share one stretch, so that no part of a text is searched
 * twice.
 */
export function contextsIn(text: string): readonly Found[] {
  const found: Found[] = []
  const stretches = new Map<string, readonly Span[]>()
  const around = (mark: string): readonly Span[] => {
    const known = stretches.get(mark) ?? stretchesAround(text, mark)
    stretches.set(mark, known)
    return known
  }
  for (const { name, marks, pattern, isSecret } of CONTEXTS)
    for (const { start: from, end: to } of marks.flatMap(around))
      for (const match of text.slice(from, to).matchAll(pattern)) {
        const value = match.slice(1).find(group => group !== undefined) ?? match[0]
        if (isPlaceholder(value) || isSecret?.(value) === false) continue
        const start = from + match.index + match[0].lastIndexOf(value)
        found.push({ start, end: start + value.length, name, isBare: true })
      }
  return found
}

const BEFORE_MARK = 600
const AFTER_MARK = 1000

function stretchesAround(text: string, mark: string): readonly Span[] {
  const stretches: Span[] = []
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + mark.length)) {
    const last = stretches.at(-1)
    const end = Math.min(text.length, at + AFTER_MARK)
    if (last === undefined || at - BEFORE_MARK > last.end)
      stretches.push({ start: Math.max(0, at - BEFORE_MARK), end })
    else stretches[stretches.length - 1] = { start: last.start, end }
  }
  return stretches
}
