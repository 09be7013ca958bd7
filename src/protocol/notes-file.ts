import { basename } from 'node:path'
import { readNotes } from './notes.ts'

/** Is this a notes file, going by its name or by its headings? Others are neither quoted nor written to. */
export const isNotesFile = (file: string, text: string): boolean =>
  /notes/i.test(basename(file)) ||
  readNotes(text).sections.some(
    ({ kind, heading }) => heading !== undefined && kind !== 'other' && kind !== 'title',
  )
