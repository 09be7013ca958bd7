import { readText } from './read-text.ts'

/** 1-based line and column of an offset, as an editor counts them; undefined when the file no longer exists. */
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
