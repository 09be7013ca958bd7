import type { CodeReader } from '../../evidence/code.ts'
import { evidenceMarks, type MarkOf } from '../../recover/evidence-marks.ts'
import { codeReader } from '../../workspace/read-code.ts'

const MAX_CODE_BYTES = 1024 * 1024

/** The whole comparison of evidence with the code below `root`, loaded when a glance was not enough. */
export function slowMarks(root: string, onRead: (path: string) => void): MarkOf {
  return evidenceMarks(watchedCode(root, onRead))
}

/**
 * Code below `root`, bounded, as it runs before every session. `onRead` hears of each file before it is read, and of
 * each path that is not said to be below the root.
 */
export function watchedCode(root: string, onRead: (path: string) => void): CodeReader {
  const reader = codeReader(root, { maxBytes: MAX_CODE_BYTES })
  return {
    ...reader,
    read: path => {
      onRead(path)
      return reader.read(path)
    },
    toProject: path => {
      onRead(path)
      return reader.toProject(path)
    },
  }
}
