interface Writer {
  readonly ended: Promise<number | null>
  said(): readonly string[]
}

export function startWriter(root: string, id: string, name: string, count: number): Writer

export function killWriters(options: {
  readonly root: string
  readonly kills: number
  readonly writers?: number
  readonly seed: number
}): Promise<{
  readonly acknowledged: number
  readonly errors: readonly string[]
  readonly lost: readonly string[]
  readonly twice: number
  readonly torn: readonly unknown[]
  readonly files: readonly string[]
}>
