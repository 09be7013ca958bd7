import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { EvidenceCheck } from '../../evidence/states.ts'
import type { Verified } from '../../evidence/verify.ts'
import { printLines } from '../../notes/text/locator.ts'
import { linker, ours } from '../../safety/door.ts'
import { oneLine } from '../../safety/one-line.ts'
import { maskSecrets } from '../../safety/secrets.ts'
import type { Context } from '../program/command.ts'
import type { Cell } from './output.ts'

/** Prints places in files of the project relative to the working folder, so that they can be clicked or copied. */
export interface Places {
  /** Converts a path relative to the root to the path to print. */
  readonly pathOf: (path: string) => string
  /** Turns text into a link to a line, where the terminal shows links. */
  readonly link: (text: string, path: string, line: number) => string
}

export function placesIn({ host, project }: Context): Places {
  const marked = linker(host.links)
  return {
    pathOf: path => relative(host.cwd, join(project.root, path)),
    // iTerm2, kitty and WezTerm take the line from the fragment; others ignore it.
    link: (text, path, line) => marked(text, `${pathToFileURL(join(project.root, path)).href}#${line}`),
  }
}

/**
 * The cited place: for a file of the project, its path from the working folder; for anything else, the place as
 * written.
 */
export function citedCell(one: Verified, pathOf: Places['pathOf'], link: Places['link']): string | Cell {
  const locator = one.kind === 'reference' ? one.record.locator : one.claim.locator
  if (locator?.kind !== 'project') return oneLine(maskSecrets(placeText(one) ?? '(no place)'))
  const { path, lines } = locator
  const isOutside = one.check.state === 'outside'
  return {
    text: oneLine(maskSecrets(`${pathOf(path)}${printLines(lines)}`)),
    look: text => (isOutside ? text : link(text, path, lines[0]?.from ?? 1)),
  }
}

export const placeText = (one: Verified): string | undefined =>
  one.kind === 'reference' ? one.record.identifier : one.claim.locator?.text

/** The words of a claim, with secrets masked: code can contain them, just as the notes can. */
export const wordsOf = (one: Verified): string =>
  maskSecrets(one.kind === 'reference' ? (one.record.purpose ?? '') : (one.claim.quote ?? one.record.title))

const MAX_PLACES = 3

/** Says where the quote is now, or why it is lost. */
export function remarkOn(check: EvidenceCheck, pathOf: Places['pathOf']): string {
  switch (check.state) {
    case 'ok':
      return 'exact' in check && !check.exact ? 'spacing differs' : ''
    case 'moved':
      return `-> ${pathOf(check.to.path)}${printLines([check.to.lines])}${check.exact ? '' : ' (spacing differs)'}${check.certain ? '' : ' (a guess)'}`
    case 'changed':
      return `now ${pathOf(check.path)}:${check.closest.lines.from}: ${oneLine(maskSecrets(check.closest.text), 60)}`
    case 'ambiguous': {
      const shown = check.at.slice(0, MAX_PLACES).map(({ path, lines }) => `${pathOf(path)}:${lines.from}`)
      return `${shown.join(', ')}${check.at.length > MAX_PLACES ? `, … (${check.at.length} places)` : ''}`
    }
    case 'missing':
      if (check.what === 'file') return PROBLEMS[check.problem]
      return check.what === 'line' ? `has ${check.count} lines` : `no ${check.what}`
    case 'unchecked':
      return 'too large, or out of time'
    case 'gone':
      return 'deleted'
    default:
      return ''
  }
}

const PROBLEMS = {
  missing: 'no such file',
  unreadable: 'not readable as text',
  'too-large': 'too large to read',
  directory: 'a folder',
}

const MANY_CLAIMS = 1_000

/** Says on a terminal that thousands of claims are being compared, which may take seconds. */
export const sayMany =
  ({ host }: Pick<Context, 'host'>) =>
  (claims: number): void => {
    if (host.terminal && claims >= MANY_CLAIMS)
      host.err(ours(`Comparing ${claims.toLocaleString('en-US')} claims with the code …\n`))
  }
