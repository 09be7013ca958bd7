export function saveTogether(options: {
  readonly saves?: number
  readonly writers?: number
  readonly seed?: number
}): Promise<{
  readonly saves: number
  readonly lost: number
  readonly writes: number
  readonly errors: readonly string[]
  readonly leftOver: readonly string[]
}>
