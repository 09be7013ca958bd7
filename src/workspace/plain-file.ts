import { lstatSync, readFileSync } from 'node:fs'

/**
 * Reads a regular file in regular folders. Returns `missing`, or `other` when a link, a folder or a device is in
 * the way or the text is not UTF-8. For hooks: `readLog` and `resolveInside` handle every case but cost a
 * millisecond more, mostly for functions that Node compiles on first use. This one uses only functions that Node
 * already ran to load the program.
 */
export function readPlainFile(
  root: string,
  names: readonly string[],
): { text: string } | 'missing' | 'other' {
  let path = root
  for (const [index, name] of names.entries()) {
    path += `/${name}`
    const stat = lstatSync(path, { throwIfNoEntry: false })
    if (stat === undefined) return 'missing'
    if (!(index === names.length - 1 ? stat.isFile() : stat.isDirectory())) return 'other'
  }
  const text = readFileSync(path, 'utf8')
  return text.includes('\uFFFD') ? 'other' : { text }
}
