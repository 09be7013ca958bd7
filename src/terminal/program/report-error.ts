import { relative, resolve } from 'node:path'
import { messageOf, NotesError, type Span } from '../../error.ts'
import { placeInFile } from '../../files/read/read-text.ts'
import { painter, shown, shownJson, shownOnTerminal } from '../../safety/door.ts'
import type { Host } from './context.ts'

/**
 * Prints what is wrong, where, and what to do, to standard error; with `--json` also as a document to standard
 * output. Returns the exit code.
 */
export function reportError(error: unknown, host: Host, json: boolean): 1 | 2 {
  const known = error instanceof NotesError ? error : undefined
  const message = messageOf(error)
  const hint = known?.hint ?? 'This is a bug in notes: please report it, with the output of NOTES_DEBUG=1'
  const place = known?.path === undefined ? undefined : placeIn(host, known.path, known.span)

  const { bad, good } = painter(host.errorColor)
  const say = (text: string) => host.err(shownOnTerminal(`${text}\n`, { color: host.errorColor }))
  say(`${bad('error:')} ${onOneLine(message)}`)
  if (place !== undefined)
    say(`   at: ${onOneLine([place.path, place.line, place.column].filter(Boolean).join(':'))}`)
  say(`  ${good('fix:')} ${onOneLine(hint)}`)
  if (host.env.NOTES_DEBUG && error instanceof Error) host.err(shown(`${error.stack}\n`))

  const code = known?.code ?? 'internal'
  if (json) host.out(shownJson({ error: { code, message, hint, ...place } }))
  return FOUND_SOMETHING.has(code) ? 1 : 2
}

/** Joins the lines of a text. Otherwise text quoted from a file could pose as the `fix:` line. */
const onOneLine = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ')

/** Exit code 1: the request was valid, and the answer is no. */
const FOUND_SOMETHING: ReadonlySet<string> = new Set(['not-found', 'ambiguous', 'conflict'])

const placeIn = ({ cwd }: Host, path: string, span: Span | undefined) => ({
  path: relative(cwd, path) || path,
  ...(span === undefined ? undefined : placeInFile(resolve(cwd, path), span.start)),
})
