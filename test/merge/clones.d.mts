export function simulate(options: {
  readonly root: string
  readonly clones?: number
  readonly rounds?: number
  readonly seed: number
  /** `notes`: our merge driver; `union`: the union driver of git; `git`: the default merge of git. */
  readonly driver: 'notes' | 'union' | 'git'
}): Promise<{
  readonly acknowledged: number
  readonly lost: readonly string[]
  readonly twice: readonly string[]
  readonly astray: readonly string[]
  readonly sharedIds: number
  readonly marked: number
  readonly findings: readonly string[]
  readonly syncs: number
  readonly stops: number
  readonly commits: number
}>
