import type { NotesRecord } from '../../src/notes/notes.ts'

/** A command line of `notes`, and what is piped into it. */
export interface Write {
  readonly args: readonly string[]
  readonly input?: string
}

export interface RecordWrite extends Write {
  readonly is: (record: NotesRecord) => boolean
}

export interface Said {
  readonly command: string
  readonly code: number
  readonly said: string
}

export function install(folder: string): string
export function writeCode(project: string, writers: number): void
export function writesOf(writer: number): readonly RecordWrite[]
export function changesOf(writer: number): readonly Write[]
export function timesFound(writes: readonly RecordWrite[], records: readonly NotesRecord[]): readonly number[]
export function runWriters(work: {
  readonly installation: string
  readonly project: string
  readonly lists: readonly (readonly Write[])[]
  readonly onWritten?: (count: number) => void
}): Promise<readonly Said[]>
