/** Can a value be random, or is it a name, a path, a placeholder? */

const PLACEHOLDER =
  /example|placeholder|change.?me|your[_-]|xxxx|\*{3}|\.{3}|…|redacted|dummy|^\$|\$[{(]|[<>]|\{\{|process\.env/i

/** `AKIAIOSFODNN7EXAMPLE`, `<token>`, `${TOKEN}`, `xxxx`: nobody is let in with these. */
export const isPlaceholder = (value: string): boolean =>
  variety(value.slice(-16)) <= 3 || PLACEHOLDER.test(value)

/** `refresh-token-v2`, `auth.token.15`, `ultraPictureBox1`: names, not secrets. */
export const isWords = (value: string): boolean =>
  value.split(/[-_./:+=~]|(?<=[a-z])(?=[A-Z])/).every(part => WORD.test(part))

const WORD = /^(?:[A-Z]?[a-z]{0,24}|[A-Z]{2,24}|v?\d{1,4}[a-z]?)\d{0,4}$/

const variety = (value: string): number => new Set(value).size

export const hasDigit = (value: string): boolean => /\d/.test(value)

export const hasLetter = (value: string): boolean => /[A-Za-z]/.test(value)

/** Letters and digits in no order that a name would have them in. */
export const isRandom = (value: string): boolean =>
  !isWords(value) && variety(value) >= 7 && (hasDigit(value) ? hasLetter(value) || value.length >= 16 : false)
