// An editor whose user adds a line and saves, again and again; it takes no lock. Like every editor it checks the file
// right before it saves, and reloads it if it has changed. Each line must be in every later version: a missing line
// was lost, and not by this editor. Two editors take turns to save: their effect on each other is not tested.
// argv: the file, the style of saving (`in-place`, `opened` or `renaming`), the number of saves, the seed, the folder
// that exists while an editor has its turn.
import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { randomFrom } from './random.mjs'

const [file, style, saves, seed, turn] = process.argv.slice(2)
const random = randomFrom(Number(seed))
/** The time `notes` has to put back a save that went into a version while that version was being replaced. */
const PUT_BACK = 1500

const versionOf = ({ ino, size, mtimeNs }) => `${ino} ${size} ${mtimeNs}`

function opened(flags) {
  try {
    const fd = openSync(file, flags)
    return { fd, version: versionOf(fstatSync(fd, { bigint: true })) }
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}

let away = 0
/** Loads the file; retries while it is being replaced. */
async function load() {
  for (;;) {
    const found = opened('r')
    if (found === undefined) {
      away += 1
      await wait(1)
      continue
    }
    const text = readFileSync(found.fd, 'utf8')
    closeSync(found.fd)
    return { ...found, text }
  }
}

/** Saves like an editor that empties the file as it opens it. */
function saveInPlace(version, text) {
  const now = statSync(file, { bigint: true, throwIfNoEntry: false })
  if (now === undefined || versionOf(now) !== version) return false
  const fd = openSync(file, 'w')
  writeSync(fd, text)
  closeSync(fd)
  return true
}

/**
 * Saves like a script that opens the file, checks it, and only then empties it. The version that it writes to may have
 * been replaced in between.
 */
function saveOpened(version, text) {
  const found = opened('r+')
  if (found === undefined) return false
  try {
    if (found.version !== version) return false
    ftruncateSync(found.fd)
    writeSync(found.fd, text)
    return true
  } finally {
    closeSync(found.fd)
  }
}

/**
 * Renames its new file over whatever is there by now, as most editors do; or moves the old file away first, as vim
 * does, and then names the new file, so that for a moment no file has the name.
 */
function saveByRenaming(version, text, movesAway) {
  const fresh = `${file}.new`
  const fd = openSync(fresh, 'w')
  writeSync(fd, text)
  fsyncSync(fd)
  closeSync(fd)
  const now = statSync(file, { bigint: true, throwIfNoEntry: false })
  const isSame = now !== undefined && versionOf(now) === version
  if (!isSame) unlinkSync(fresh)
  else if (movesAway) return moveAwayFirst(fresh)
  else renameSync(fresh, file)
  return isSame
}

function moveAwayFirst(fresh) {
  try {
    renameSync(file, `${file}~`)
    linkSync(fresh, file)
    return true
  } catch (error) {
    // The file was already away or already back, because `notes` was just replacing it.
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error
    return false
  } finally {
    unlinkSync(fresh)
  }
}

async function inTurn(act) {
  for (;;) {
    try {
      mkdirSync(turn)
      break
    } catch {
      await wait(1)
    }
  }
  try {
    return await act()
  } finally {
    rmdirSync(turn)
  }
}

const lines = []
let lost = 0
const isIn = text => {
  const all = new Set(text.split('\n'))
  return line => all.has(line)
}

async function countLost(text) {
  const isThere = isIn(text)
  const gone = lines.filter(line => !isThere(line))
  if (gone.length === 0) return
  await wait(PUT_BACK)
  // Loading takes a turn too, because the other editor may have emptied the file to write it.
  const later = isIn((await inTurn(load)).text)
  for (const line of gone.filter(line => !later(line))) {
    lost += 1
    lines.splice(lines.indexOf(line), 1)
  }
}

const save = { 'in-place': saveInPlace, opened: saveOpened, renaming: saveByRenaming }[style]
for (let number = 0; number < Number(saves) && process.connected; number += 1) {
  const line = `Line ${number}, ${style}.`
  for (let tries = 0; ; tries += 1) {
    const { version, text } = await load()
    await countLost(text)
    // The user thinks before the first try; a file that changed meanwhile is reloaded and saved at once.
    await wait(random() * (tries === 0 ? 10 : 3))
    if (await inTurn(() => save(version, `${text}${line}\n`, number % 2 === 1))) break
  }
  lines.push(line)
}
await wait(PUT_BACK)
await countLost((await load()).text)
if (process.connected) process.send({ style, saves: Number(saves), lost, away }, () => process.disconnect())
