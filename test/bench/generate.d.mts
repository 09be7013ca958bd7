export function randomFrom(seed: number): () => number
export function notesFile(decisions: number, seed?: number): string
export function notesFileOf(bytes: number, seed?: number): { decisions: number; text: string }
