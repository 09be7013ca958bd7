/** A home folder path with an account name: `/home/jane`. */
export interface HomePath {
  readonly start: number
  readonly end: number
  /** The path without the account name: `/home/…`. */
  readonly masked: string
}

/** A name may contain spaces only if the path continues after it. */
const HOME =
  /(\/(?:Users|home)\/|[A-Za-z]:(?:\\{1,2}|\/)Users(?:\\{1,2}|\/))([\w.-]{1,64}(?: [\w.-]{1,64}){1,3}(?=[\\/])|[\w.-]{1,64})/g

/** Default accounts and placeholders, which identify no one. */
const GENERIC_ACCOUNTS = new Set(
  'user username you me runner node ubuntu vscode codespace shared public default ... .. .'.split(' '),
)

export function homePaths(text: string): readonly HomePath[] {
  const found: HomePath[] = []
  // Every match contains one of these, and looking for them takes a quarter of the pattern's time.
  if (!text.includes('/home/') && !text.includes('Users')) return found
  for (const match of text.matchAll(HOME)) {
    const [whole, lead = '', name = ''] = match
    if (GENERIC_ACCOUNTS.has(name.toLowerCase()) || isInside(text, match.index, lead)) continue
    found.push({ start: match.index, end: match.index + whole.length, masked: `${lead}…` })
  }
  return found
}

/** Does the path contain an account name? `home-path-leak` reports it, so other rules do not. */
export const revealsAccount = (path: string): boolean => homePaths(path).length > 0

/** Is this the middle of a longer path, such as `example.com/home/…` or `${PROJECT_ROOT}/home/…`? */
function isInside(text: string, at: number, lead: string): boolean {
  const before = text.slice(Math.max(0, at - 8), at)
  if (!lead.startsWith('/')) return /[A-Za-z0-9]$/.test(before)
  return /[\w.~}\])/-]$/.test(before) && !/file:\/\/$/.test(before)
}
