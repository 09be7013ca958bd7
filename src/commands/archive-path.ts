import { basename, dirname, extname, join } from 'node:path'

/** `NOTES.archive.md` beside `NOTES.md`. */
export function archivePathOf(file: string): string {
  const extension = extname(file)
  return join(dirname(file), `${basename(file, extension)}.archive${extension}`)
}
