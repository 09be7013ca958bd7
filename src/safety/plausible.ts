/** Tells random values from names, paths and placeholders. */

const PLACEHOLDER =
  /example|placeholder|change.?me|your[_-]|xxxx|\*{3}|\.{3}|…|redacted|dummy|^\$|\$[{(]|[<>]|\{\{|process\.env/i

/** Is the value a placeholder, which grants no access? `AKIAIOSFODNN7EXAMPLE`, `<token>`, `${TOKEN}`, `xxxx`. */
export const isPlaceholder = (value: string): boolean =>
  variety(value.slice(-16)) <= 3 || PLACEHOLDER.test(value)

/** Is the value a name rather than a secret? `refresh-token-v2`, `auth.token.15`, `ultraPictureBox1`. */
export const isWords = (value: string): boolean =>
  value.split(/[-_./:+=~]|(?<=[a-z])(?=[A-Z])/).every(part => WORD.test(part))

const WORD = /^(?:[A-Z]?[a-z]{0,24}|[A-Z]{2,24}|v?\d{1,4}[a-z]?)\d{0,4}$/

const variety = (value: string): number => new Set(value).size

export const hasDigit = (value: string): boolean => /\d/.test(value)

export const hasLetter = (value: string): boolean => /[A-Za-z]/.test(value)

/** Is this a random mix of letters and digits, unlike any name? */
export const isRandom = (value: string): boolean =>
  !isWords(value) && variety(value) >= 7 && (hasDigit(value) ? hasLetter(value) || value.length >= 16 : false)
