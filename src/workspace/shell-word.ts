/** Quotes a name for the shell where needed; a leading dash is quoted too, as it looks like an option. */
export function shellWord(word: string): string {
  return /^[\w@%+:,./-]+$/.test(word) && !word.startsWith('-') ? word : `'${word.replaceAll("'", "'\\''")}'`
}
