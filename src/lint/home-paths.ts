/** A part of a text that names somebody's home folder: `/home/jane`. */
export interface HomePath {
  readonly start: number
  readonly end: number
  /** What may be shown of it: `/home/…`. */
  readonly masked: string
}

/** A name with blanks counts as one only when the path goes on behind it. */
const HOME =
  /(\/(?:Users|home)\/|[A-Za-z]:(?:\\{1,2}|\/)Users(?:\\{1,2}|\/))([\w.-]{1,64}(?: [\w.-]{1,64}){1,3}(?=[\\/])|[\w.-]{1,64})/g

/** Accounts that every machine of a kind has, and stand-ins. */
const NOBODY = new Set([
  'user',
  'username',
  'you',
  'me',
  'runner',
  'node',
  'ubuntu',
  'vscode',
  'codespace',
  'shared',
  'public',
  'default',
  '...',
  '..',
  '.',
])

export function homePaths(text: string): readonly HomePath[] {
  const found: HomePath[] = []
  // In each of them, and found in a quarter of the time.
  if (!text.includes('/home/') && !text.includes('Users')) return found
  for (const match of text.matchAll(HOME)) {
    const [whole, lead = '', name = ''] = match
    if (NOBODY.has(name.toLowerCase()) || isInside(text, match.index, lead)) continue
    found.push({ start: match.index, end: match.index + whole.length, masked: `${lead}…` })
  }
  return found
}

/** Such a path is the business of `home-path-leak`: other rules do not report it again. */
export const namesSomebody = (path: string): boolean => homePaths(path).length > 0

/** Whether a path goes on here that began before: `example.com/home/…`, `${PROJECT_ROOT}/home/…`. */
function isInside(text: string, at: number, lead: string): boolean {
  const before = text.slice(Math.max(0, at - 8), at)
  if (!lead.startsWith('/')) return /[A-Za-z0-9]$/.test(before)
  return /[\w.~}\])/-]$/.test(before) && !/file:\/\/$/.test(before)
}
