export function randomFrom(seed: number): () => number
