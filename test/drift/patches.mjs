// The commits of a range with their patches, read from one stream of `git log`.
import { gitLines } from './git.mjs'

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/

/** Yields `{ commit, files }`, the oldest first: each merge as its difference from its first parent. */
export async function* readPatches(folder, { from, to, algorithm }) {
  const args = [
    'log',
    '--first-parent',
    '--diff-merges=first-parent',
    '--reverse',
    '--format=%x00%H',
    '-p',
    '-M',
  ]
  const plain = ['-U3', '--no-color', '--no-ext-diff', '--no-textconv', `--diff-algorithm=${algorithm}`]
  let commit
  let file
  let hunk
  for await (const line of gitLines(folder, [...args, ...plain, `${from}..${to}`])) {
    if (hunk !== undefined && hunk.oldLeft + hunk.newLeft > 0) {
      takeLine(hunk, line)
      continue
    }
    if (line.startsWith('\0')) {
      if (commit !== undefined) yield commit
      commit = { commit: line.slice(1), files: [] }
    } else if (line.startsWith('diff --git ')) {
      file = { oldPath: undefined, newPath: undefined, hunks: [] }
      commit.files.push(file)
    } else if (line.startsWith('rename from ')) file.oldPath = line.slice(12)
    else if (line.startsWith('rename to ')) file.newPath = line.slice(10)
    else if (line.startsWith('--- a/')) file.oldPath = line.slice(6).replace(/\t$/, '')
    else if (line.startsWith('+++ b/')) file.newPath = line.slice(6).replace(/\t$/, '')
    else if (line.startsWith('@@ ')) {
      const [, oldStart, oldCount = '1', newStart, newCount = '1'] = HUNK.exec(line)
      hunk = {
        // git counts an empty side from the line before it.
        oldNext: Number(oldStart) + (oldCount === '0' ? 1 : 0),
        newNext: Number(newStart) + (newCount === '0' ? 1 : 0),
        oldLeft: Number(oldCount),
        newLeft: Number(newCount),
        file,
        old: [],
        new: [],
        groups: [],
      }
      hunk.oldFrom = hunk.oldNext
      hunk.newFrom = hunk.newNext
      hunk.shift = hunk.newLeft - hunk.oldLeft
      file.hunks.push(hunk)
    }
  }
  if (commit !== undefined) yield commit
}

/** Adds one line to both sides of a hunk, or to a group of removed and added lines. */
function takeLine(hunk, line) {
  const sign = line[0] ?? ' '
  if (sign === '\\') return
  const text = line.slice(1).replace(/\r$/, '')
  if (sign === ' ') {
    hunk.old.push({ text, number: hunk.oldNext++, to: hunk.newNext })
    hunk.new.push({ text, number: hunk.newNext++ })
    hunk.oldLeft--
    hunk.newLeft--
    hunk.open = undefined
    return
  }
  if (hunk.open === undefined) {
    hunk.open = { removed: [], added: [], hunk }
    hunk.groups.push(hunk.open)
  }
  const group = hunk.open
  if (sign === '-') {
    const removed = { text, number: hunk.oldNext++, group, at: hunk.old.length, index: group.removed.length }
    hunk.old.push(removed)
    group.removed.push(removed)
    hunk.oldLeft--
  } else {
    const added = { text, number: hunk.newNext++, group, at: hunk.new.length, index: group.added.length }
    hunk.new.push(added)
    group.added.push(added)
    hunk.newLeft--
  }
}
