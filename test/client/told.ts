import type { Request } from './model.ts'

export const LEVEL1 = '<notes level=1 '
/** The start of the writing guide, which the model gets once in each context. */
export const HOW_TO_WRITE = 'Write one line when something'
export const PAD = '[Session Scratchpad]'
/** The first line of the warning that comes before a compaction. */
export const WARNING =
  '[System] Context is approaching the token limit and will be compacted after your next response.'

/** How often the model was told `text`, counted over its whole conversation. */
export const times = (request: Request | undefined, text: string): number =>
  told(request).split(text).length - 1

/** Returns the text of the last pad in a conversation. */
export function lastPad(request: Request | undefined): string | undefined {
  const text = told(request)
  const start = text.lastIndexOf(PAD)
  return start < 0 ? undefined : text.slice(start, text.indexOf('[End Scratchpad]', start))
}

function told(request: Request | undefined): string {
  if (request === undefined) throw new Error('There was no request to the model')
  return request.told
}
