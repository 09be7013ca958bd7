import { parseJson } from '../config/json.ts'
import { insertElement, memberOf } from '../config/json-edit.ts'

/**
 * Sets `file` in the text of a configuration, or in `notes` of a package.json, and changes nothing else.
 * @example rememberFile('{"profile": "auto"}', 'docs/NOTES.md', path)
 */
export function rememberFile(text: string, file: string, path: string): string {
  const whole = parseJson(text, path)
  const shared = path.endsWith('package.json') ? memberOf(whole, 'notes') : undefined
  const settings = shared ?? whole
  if (settings.kind !== 'object') return text
  const old = memberOf(settings, 'file')
  if (old === undefined)
    return insertElement(text, settings, { key: 'file', value: file }, shared === undefined ? 1 : 2)
  return text.slice(0, old.span.start) + JSON.stringify(file) + text.slice(old.span.end)
}
