import { readText } from './read-text.ts'

/** Line and column of an offset, from 1 each, as an editor counts them; undefined when the file has gone since. */
export function placeInFile(
  path: string,
  offset: number,
): { readonly line: number; readonly column: number } | undefined {
  try {
    const before = readText(path)
      .text.slice(0, offset)
      .replace(/^\uFEFF/, '')
      .split(/\r\n|\r|\n/)
    return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
  } catch {
    return undefined
  }
}
