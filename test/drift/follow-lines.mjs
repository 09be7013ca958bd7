// Follows lines of code through the patches of a history. This code knows nothing of the product, whose answers are
// compared with the truth found here.
import { alignLines } from './align-lines.mjs'
import { git } from './git.mjs'
import { groupBy } from './group-by.mjs'
import { readPatches } from './patches.mjs'
import { countWordCharacters, similarityOf, tokensOf, wordsOf } from './words.mjs'

/** The number of lines on each side that tell a moved line from one that merely has the same text. */
const NEIGHBOURS = 3

/** A neighbor with fewer word characters, such as a closing brace, says nothing about a line. */
const MIN_NEIGHBOUR = 4

/** A line added elsewhere that is at least this similar may be the line that was removed. */
const PERHAPS_EDITED = 0.72

/**
 * Follows lines from one commit to a later one. A line is `{ path, number, text }`. The answers, in the same order,
 * have `path` and `numbers` (several when the line was broken), or `gone` (the commit that removed it), and `unsure`
 * (why its fate is unknown), `joined` (it now shares its line with other code) and `events`.
 */
export async function followLines(folder, lines, range) {
  const followed = lines.map(({ path, number, text }) => ({
    path,
    numbers: [number],
    text,
    key: wordsOf(text),
    joined: false,
    events: new Set(),
  }))
  let count = 0
  for await (const { commit, files } of readPatches(folder, range)) {
    count++
    new Step(commit, files, name => git(folder, ['cat-file', '-p', name])).follow(followed)
  }
  return { followed, commits: count }
}

/** One commit: where its patch takes each followed line. */
class Step {
  #commit
  #files
  #byOldPath
  #added
  #renamed
  #read

  constructor(commit, files, read) {
    this.#commit = commit
    this.#read = path => read(`${commit}:${path}`)
    this.#files = files
    this.#byOldPath = new Map(files.filter(file => file.oldPath).map(file => [file.oldPath, file]))
  }

  follow(followed) {
    for (const line of followed) {
      if (line.unsure !== undefined) continue
      if (line.gone !== undefined) this.#notice(line)
      else {
        const file = this.#byOldPath.get(line.path)
        if (file !== undefined) this.#take(line, file)
      }
    }
  }

  /** A line that was removed and is added again later, in a revert for example, is neither gone nor followed. */
  #notice(line) {
    const back = this.#addedWith(line.key).filter(added => !this.#isTaken(added))
    if (back.some(({ group }) => group.hunk.file.newPath === line.path || line.key.length >= 24))
      line.unsure = 'removed, and added again by a later commit'
  }

  #take(line, file) {
    const next = []
    let path
    for (const number of line.numbers) {
      const answer = this.#where(file, number)
      if (answer?.unsure !== undefined) {
        line.unsure = `${answer.unsure} in ${this.#commit.slice(0, 10)}`
        return
      }
      if (answer === undefined) continue
      if (path !== undefined && path !== answer.path) {
        line.unsure = 'its parts went to different files'
        return
      }
      path = answer.path
      next.push(...answer.numbers)
      if (answer.event !== undefined) line.events.add(answer.event)
      if (answer.joined) line.joined = true
      if (answer.edited) line.joined = false
    }
    if (next.length === 0) {
      line.gone = this.#commit
      return
    }
    if (path !== line.path && file.newPath === path) line.events.add('file renamed')
    line.path = path
    line.numbers = [...new Set(next)].sort((one, other) => one - other)
  }

  /** Returns where the patch takes a line from the old side of a file. */
  #where(file, number) {
    let shift = 0
    for (const hunk of file.hunks) {
      if (number < hunk.oldFrom) break
      const line = hunk.old[number - hunk.oldFrom]
      if (line === undefined) {
        shift += hunk.shift
        continue
      }
      return line.group === undefined
        ? { path: file.newPath, numbers: [line.to] }
        : this.#whereRemoved(file, line)
    }
    return { path: file.newPath ?? file.oldPath, numbers: [number + shift] }
  }

  #whereRemoved(file, line) {
    const inGroup = alignmentOf(line.group)[line.index]
    const here = inGroup?.to && {
      path: file.newPath,
      numbers: inGroup.to.map(index => line.group.added[index].number),
      joined: inGroup.joined === true,
      edited: !inGroup.same,
      event: inGroup.same ? 'reformatted' : 'edited',
    }
    if (inGroup?.same) return here
    const moved = this.#movedExactly(file, line, inGroup?.similarity ?? 0)
    if (moved !== undefined) return moved
    if (inGroup?.unsure !== undefined) return inGroup
    return here ?? this.#movedAndEdited(line) ?? this.#perhapsElsewhere(line)
  }

  /** Returns why the line may still exist: a very similar line was added, or a renamed file contains the line. */
  #perhapsElsewhere(line) {
    const key = wordsOf(line.text)
    if (countWordCharacters(key) < 10) return undefined
    this.#renamed ??= this.#files
      .filter(({ oldPath, newPath }) => oldPath && newPath && oldPath !== newPath)
      .map(({ newPath }) => new Set(this.#read(newPath).split('\n').map(wordsOf)))
    if (this.#renamed.some(words => words.has(key))) return { unsure: 'perhaps in a file that was renamed' }
    const tokens = tokensOf(line.text)
    const isLike = added => {
      if (wordsOf(added.text).includes(key)) return true
      added.tokens ??= tokensOf(added.text)
      return similarityOf(tokens, added.tokens) >= PERHAPS_EDITED
    }
    const like = this.#allAdded().find(added => !this.#isTaken(added) && isLike(added))
    return like && { unsure: 'perhaps edited, in another place' }
  }

  /** Returns where the commit added the words of the line again, if its neighbors or its length show that it moved. */
  #movedExactly(file, line, similarity) {
    const key = wordsOf(line.text)
    const size = countWordCharacters(key)
    if (size === 0) return undefined
    const places = this.#addedWith(key)
      .filter(added => added.group !== line.group && !this.#isTaken(added))
      .map(added => ({ added, score: commonNeighbours(line, added) }))
      .sort((one, other) => other.score - one.score)
    const [best, second] = places
    if (best === undefined) return undefined
    const { newPath } = best.added.group.hunk.file
    const place = {
      path: newPath,
      numbers: [best.added.number],
      event: newPath === file.newPath ? 'moved inside its file' : 'moved to another file',
    }
    if (second !== undefined && second.score === best.score)
      return best.score >= 2 || (size >= 12 && similarity < 0.75)
        ? { unsure: 'several places it may have moved to' }
        : undefined
    if (best.score >= 2) return place
    if (similarity >= 0.75) return size >= 20 ? { unsure: 'edited here, and added elsewhere' } : undefined
    const isSameFile = newPath === file.newPath
    if (isSameFile ? size >= 10 : best.score === 1 && size >= 16) return place
    return size >= 12 ? { unsure: 'perhaps moved, with other neighbours' } : undefined
  }

  /** Returns where the line went if its neighbors moved: the similar line that is near at least two of them. */
  #movedAndEdited(line) {
    const votes = new Map()
    for (const [offset, neighbour] of neighboursOf(line.group.hunk.old, line.at)) {
      const key = wordsOf(neighbour.text)
      if (neighbour.group === undefined || countWordCharacters(key) < 6) continue
      const places = this.#addedWith(key).filter(added => added.group !== line.group && !this.#isTaken(added))
      if (places.length !== 1) continue
      const like = mostAlike(line, places[0], -offset)
      if (like !== undefined) votes.set(like, (votes.get(like) ?? 0) + 1)
    }
    const [best, second] = [...votes].sort((one, other) => other[1] - one[1])
    if (best === undefined) return undefined
    if (best[1] < 2 || second?.[1] === best[1]) return { unsure: 'perhaps moved and edited' }
    const [added] = best
    const { newPath } = added.group.hunk.file
    return { path: newPath, numbers: [added.number], edited: true, event: 'moved to another file' }
  }

  #addedWith(key) {
    this.#added ??= groupBy(this.#allAdded(), ({ text }) => wordsOf(text))
    return this.#added.get(key) ?? []
  }

  #allAdded() {
    return this.#files
      .filter(({ newPath }) => newPath !== undefined)
      .flatMap(({ hunks }) => hunks.flatMap(({ groups }) => groups.flatMap(({ added }) => added)))
  }

  /** Is this added line only a reformatted version of a line that its own group removed? */
  #isTaken({ group, index }) {
    if (group.removed.length === 0) return false
    group.taken ??= new Set(alignmentOf(group).flatMap(answer => (answer?.same ? answer.to : [])))
    return group.taken.has(index)
  }
}

function alignmentOf(group) {
  group.alignment ??= alignLines(
    group.removed.map(({ text }) => text),
    group.added.map(({ text }) => text),
  )
  return group.alignment
}

/** The nearest lines with words on each side, with their distance counted in such lines. */
function neighboursOf(lines, at) {
  const found = []
  for (const step of [-1, 1])
    for (
      let next = at + step, distance = 1;
      distance <= NEIGHBOURS && lines[next] !== undefined;
      next += step
    )
      if (wordsOf(lines[next].text) !== '') found.push([step * distance++, lines[next]])
  return found
}

function commonNeighbours(line, added) {
  const around = neighboursOf(added.group.hunk.new, added.at)
  return neighboursOf(line.group.hunk.old, line.at).filter(
    ([offset, { text }]) =>
      countWordCharacters(text) >= MIN_NEIGHBOUR &&
      around.some(
        ([other, there]) => Math.sign(offset) === Math.sign(other) && wordsOf(there.text) === wordsOf(text),
      ),
  ).length
}

/** Of the added lines near a moved neighbor, returns the one most similar to the removed line. */
function mostAlike(line, neighbour, offset) {
  const tokens = tokensOf(line.text)
  const [best] = neighboursOf(neighbour.group.hunk.new, neighbour.at)
    .filter(([distance, there]) => Math.sign(distance) === Math.sign(offset) && there.group !== undefined)
    .map(([, there]) => ({ there, similarity: similarityOf(tokens, tokensOf(there.text)) }))
    .sort((one, other) => other.similarity - one.similarity)
  return best !== undefined && best.similarity >= 0.6 ? best.there : undefined
}
