/**
 * Can the text contain hidden characters (`hidden.ts`)? Hardly any does, and without groups and classes the check
 * takes half the time. Half of a tag character counts as one.
 */
export const mayHide = (text: string): boolean => !PRINTABLE.test(text) && ANY.test(text)

/** For megabytes this cuts the time to two thirds. */
const PRINTABLE = /^[\t\n\r -~]*$/

const ANY =
  // biome-ignore lint/suspicious/noControlCharactersInRegex lint/suspicious/noMisleadingCharacterClass: these are the characters to find
  /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u034f\u061c]|[\u115f\u1160\u17b4\u17b5\u180b-\u180f]|[\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164]|[\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffc]|[\ud82f\ud834\udb40-\udb43]/
