import { NotesError } from '../error.ts'

/** What was typed is not what is wanted. */
export const usage = (message: string, hint: string): NotesError => new NotesError('usage', message, hint)
