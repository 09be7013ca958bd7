export function recallSet(seed?: number): {
  text: string
  entries: { id: number; title: string; text: string }[]
  queries: { style: string; query: string; id: number }[]
}
