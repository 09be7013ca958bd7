// Tokens, and when they end.

export interface Token {
  readonly subject: string
  /** Milliseconds since 1970. */
  readonly expires: number
}

/** A token still counts for a grace period, so that nobody is logged out in the middle of a form. */
export function isTokenExpired(token: Token, graceMs = 900000): boolean {
  return Date.now() > token.expires + graceMs
}
