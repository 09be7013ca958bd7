/**
 * Whether a text can hold what `hidden.ts` looks for: nearly none does, and without groups and classes that is seen in
 * half of the time. Half of a tag counts as one.
 */
export const mayHide = (text: string): boolean => !PRINTABLE.test(text) && ANY.test(text)

/** Of megabytes, seen in two thirds of the time. */
const PRINTABLE = /^[\t\n\r -~]*$/

const ANY =
  // biome-ignore lint/suspicious/noControlCharactersInRegex lint/suspicious/noMisleadingCharacterClass: these are what is looked for
  /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u034f\u061c]|[\u115f\u1160\u17b4\u17b5\u180b-\u180f]|[\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164]|[\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffc]|[\ud82f\ud834\udb40-\udb43]/
