import { isAscii, isUtf8 } from 'node:buffer'
import { NotesError } from '../../error.ts'
import { shellWord } from '../programs/programs.ts'

/** UTF-32 first: its little-endian BOM begins with that of UTF-16. */
const FOREIGN_MARKS: readonly (readonly [mark: readonly number[], encoding: string])[] = [
  [[0xff, 0xfe, 0x00, 0x00], 'UTF-32'],
  [[0x00, 0x00, 0xfe, 0xff], 'UTF-32'],
  [[0xff, 0xfe], 'UTF-16'],
  [[0xfe, 0xff], 'UTF-16'],
]

/** Decodes `bytes`, keeping a BOM as `\uFEFF`, so that encoding the text returns the same bytes. */
export function decode(bytes: Buffer, path: string): string {
  for (const [mark, encoding] of FOREIGN_MARKS)
    if (mark.every((byte, at) => bytes[at] === byte))
      throw new NotesError(
        'not-text',
        `${path} is ${encoding}, expected UTF-8`,
        `Convert it: ${iconv(encoding, path)}`,
        { path },
      )
  const nul = bytes.indexOf(0)
  if (nul !== -1)
    throw new NotesError(
      'not-text',
      `${path} is not a text file: NUL byte at offset ${nul} (line ${lineAt(bytes, nul)})`,
      'Name a Markdown file, or remove the NUL bytes; `notes heal` puts back a notes file that is damaged',
      { path },
    )
  // ASCII read as Latin-1 is the same text, and spares V8 the UTF-8 decoding.
  if (isAscii(bytes)) return bytes.toString('latin1')
  const text = bytes.toString('utf8')
  if (!isUtf8(bytes)) throw invalidUtf8(bytes, text, path)
  return text
}

function invalidUtf8(bytes: Buffer, text: string, path: string): NotesError {
  const offset = firstReplaced(bytes, text)
  return new NotesError(
    'not-text',
    `${path} is not valid UTF-8: byte 0x${(bytes[offset] ?? 0).toString(16)} at offset ${offset} (line ${lineAt(bytes, offset)})`,
    `Correct that byte, or convert the file if it is in another encoding: ${iconv('WINDOWS-1252', path)}`,
    { path },
  )
}

/** The offset of the first U+FFFD that the decoder inserted, as opposed to one the file itself contains. */
function firstReplaced(bytes: Buffer, text: string): number {
  let offset = 0
  let from = 0
  for (;;) {
    const at = text.indexOf('\uFFFD', from)
    if (at === -1) return offset
    offset += Buffer.byteLength(text.slice(from, at))
    const genuine = bytes[offset] === 0xef && bytes[offset + 1] === 0xbf && bytes[offset + 2] === 0xbd
    if (!genuine) return offset
    offset += 3
    from = at + 1
  }
}

function lineAt(bytes: Buffer, offset: number): number {
  return bytes.toString('latin1', 0, offset).split(/\r\n|\r|\n/).length
}

/** Returns the command that converts the file, by way of a second file: `iconv f > f` would empty it. */
function iconv(encoding: string, path: string): string {
  const from = shellWord(path)
  const to = shellWord(`${path}.utf8`)
  return `iconv -f ${encoding} -t UTF-8 ${from} > ${to} && mv ${to} ${from}`
}

/** Encodes `text`; throws when the bytes would not decode to the same text. */
export function encode(text: string, path: string): Buffer {
  const bytes = Buffer.from(text, 'utf8')
  // A lone surrogate would become U+FFFD.
  if (!text.isWellFormed())
    throw new NotesError(
      'not-written',
      `${path} was not written: the new text contains half of a character (a lone surrogate); nothing changed`,
      'Remove the broken character from the input, often an emoji that was cut in two',
      { path },
    )
  // The next read would reject the file as binary, and no command could repair it.
  if (bytes.includes(0))
    throw new NotesError(
      'not-written',
      `${path} was not written: the new text contains a NUL character; nothing changed`,
      'Remove the character from the input',
      { path },
    )
  return bytes
}
