// An editor with the notes file open, whose user adds a line of prose and saves whenever the test says so. It takes
// no lock and knows nothing of `notes`. argv: the file.
//
// Like every editor it checks the file right before it saves, and reloads when the file has changed. Between that
// check and the save there is a gap in which a real editor overwrites, without noticing, what another process has just
// written. Only the editor can prevent that loss. A missing record could then be the editor's fault, so this editor
// saves in ways that leave no such gap:
// - in place, it checks the opened file once more before it writes;
// - by name, it moves the old file aside (as vim does), checks the moved file, and takes the name with link(2), which
//   fails where rename(2) would overwrite.
// So it never removes a byte that it has not loaded, and any record missing in the end was lost by `notes`.
//
// After each save it looks for its own lines, as its user would, and saves missing ones again. There are two causes,
// and both are counted:
// - `intoTheVoid`: it saves in place, and `notes` renames between its check and its write. The write then goes into a
//   file that has lost its name. `notes` looks there after the swap and puts back what it finds (`isWrittenTo`), but
//   cannot see a later write. This is the editor's loss, and happens only when the editor pauses for a millisecond.
// - `overwritten`: it saves by name and the save is gone. That would be the fault of `notes` and must not happen
//   (`swap`).
import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

const file = process.argv[2]
const [aside, fresh] = [`${file}~`, `${file}.new`]
/** The time `notes` has to put back a save that went into the file it had just replaced. */
const PUT_BACK = 2000

const seen = { saves: 0, reloads: 0, intoTheVoid: 0, overwritten: 0 }
const lines = []

/** Identifies a version. Editors compare time and size; the inode makes the comparison certain. */
const versionOf = ({ ino, size, mtimeNs }) => `${ino} ${size} ${mtimeNs}`

function look() {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false })
  return stat && versionOf(stat)
}

/** Opens the file, and tries again while it is being replaced: it then has no name for microseconds. */
function open(flags) {
  for (;;) {
    try {
      return openSync(file, flags)
    } catch (error) {
      if (error.code !== 'ENOENT') throw error
    }
  }
}

function load() {
  const fd = open('r')
  try {
    const version = versionOf(fstatSync(fd, { bigint: true }))
    return { version, text: readFileSync(fd, 'utf8') }
  } finally {
    closeSync(fd)
  }
}

/** Adds a line in one of three places: at the top, in the user's section in the middle, and at the end. */
function type(text, line, number) {
  if (number % 3 === 0) return `${text.trimEnd()}\n\n${line}\n`
  const below = number % 3 === 1 ? '# Agent Working Memory (NOTES.md)\n' : '## Thoughts\n'
  return text.replace(below, `${below}\n${line}\n`)
}

function saveInPlace(version, text) {
  const fd = open('r+')
  try {
    if (versionOf(fstatSync(fd, { bigint: true })) !== version) return false
    ftruncateSync(fd)
    writeSync(fd, text)
    return true
  } finally {
    closeSync(fd)
  }
}

function moveAside() {
  try {
    renameSync(file, aside)
    return true
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
    return false
  }
}

function saveByName(version, text) {
  const fd = openSync(fresh, 'w')
  writeSync(fd, text)
  fsyncSync(fd)
  closeSync(fd)
  try {
    if (look() !== version) return false
    if (!moveAside()) return false
    const isMine = versionOf(statSync(aside, { bigint: true })) === version
    try {
      linkSync(isMine ? fresh : aside, file)
    } catch (error) {
      // A version made from the one that was moved aside now has the name, so nothing is lost.
      if (error.code !== 'EEXIST') throw error
      return false
    } finally {
      unlinkSync(aside)
    }
    return isMine
  } finally {
    unlinkSync(fresh)
  }
}

/** Is a line in the file, now or after `notes` has put back the save it was in? */
async function isKept(line) {
  for (const until = performance.now() + PUT_BACK; performance.now() < until; await wait(20)) {
    if (load().text.includes(line)) return true
  }
  return false
}

async function save(line, number) {
  const inPlace = number % 2 === 0
  for (let tries = 0; ; tries += 1) {
    const { version, text } = load()
    // The user thinks before the first try; a file that changed meanwhile is reloaded and saved at once.
    if (tries === 0) await wait(Math.random() * 15)
    const typed = type(text, line, number)
    if (look() === version && (inPlace ? saveInPlace : saveByName)(version, typed)) return
    seen.reloads += 1
    await wait(Math.random() * 5)
  }
}

async function addLine() {
  const number = lines.length
  const line = `The editor's own line ${number}.`
  for (const before of lines)
    if (!(await isKept(before))) {
      seen.overwritten += 1
      await save(before, number)
    }
  lines.push(line)
  for (;;) {
    await save(line, number)
    seen.saves += 1
    if (await isKept(line)) return
    seen[number % 2 === 0 ? 'intoTheVoid' : 'overwritten'] += 1
  }
}

let busy = Promise.resolve()
process.on('message', wish => {
  busy = busy.then(async () => {
    if (wish === 'save') await addLine()
    else {
      process.send({ lines, ...seen })
      process.disconnect()
    }
  })
})
process.send('ready')
