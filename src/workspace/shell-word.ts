/** A name as a shell reads it back, in quotes where it needs them; one that starts with a dash would be an option. */
export function shellWord(word: string): string {
  return /^[\w@%+:,./-]+$/.test(word) && !word.startsWith('-') ? word : `'${word.replaceAll("'", "'\\''")}'`
}
