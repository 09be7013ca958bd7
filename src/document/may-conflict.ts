/**
 * Can a text contain git's conflict markers? With six characters V8 searches for the first one; with seven it
 * compares from the end, which takes ten times as long.
 */
export const mayConflict = (text: string): boolean => text.includes('<<<<<<') || text.includes('>>>>>>')
