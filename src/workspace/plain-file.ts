import { lstatSync, readFileSync } from 'node:fs'

/**
 * The text of a plain file in plain folders: `missing`, or `other` when a link, a folder or a device is in the way, or
 * it is no UTF-8. For hooks: `readLog` and `resolveInside` judge every case, and cost a millisecond more, most of it
 * for what Node compiles when it is first called. This uses what Node has used to load us.
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
