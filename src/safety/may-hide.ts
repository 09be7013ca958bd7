/**
 * Whether a text can hold what `hidden.ts` looks for: nearly none does, and without groups and classes that is seen in
 * half of the time. Half of a tag counts as one.
 */
export const mayHide = (text: string): boolean => !PRINTABLE.test(text) && ANY.test(text)

/** Of megabytes, seen in two thirds of the time. */
const PRINTABLE = /^[\t\n\r -~]*$/

const ANY =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u061c\u180e]|[\u200b-\u200f\u2028-\u202e\u2060-\u206f]|[\ufe00-\ufe0f]|[\ufeff\ufff9-\ufffb\udb40]/
