import type { SliceKey } from '../../workspace/kept-slice.ts'
import type { RecoverRequest } from './recover-file.ts'

/** Put in by the build: another program may say something else of the same file. */
declare const NOTES_BUILD: string

export const keyOf = ({ budget }: RecoverRequest): SliceKey => `${NOTES_BUILD} ${budget ?? 'usual'}`
