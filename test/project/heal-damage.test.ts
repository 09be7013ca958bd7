import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { planRepair, stateOf } from '../../src/change/repair.ts'
import { readNotes } from '../../src/notes/notes.ts'
import { guardFile } from '../../src/project/guard/guard.ts'
import { startGuarding } from '../../src/project/guard/keep-copy.ts'
import { openProject } from '../../src/project/open.ts'
import { notesFile } from '../bench/generate.mjs'
import { folderWith } from '../config/folder.ts'
import { seedExample } from '../fixtures/markdown.ts'
import { realShapes } from '../fixtures/real-shapes.ts'
import { notes } from '../notes-cli.ts'
import fc from '../property.ts'

const A = '### 2026-05-01T10:00:00Z - One pool\n**Decision**: Use one pool per worker'
const B = '### 2026-05-02T10:00:00Z - Timeout\n**Decision**: Give up after a second\n```sh\nrun --wait 1\n```'
const questions = '## Open Questions\n- [ ] Which cache?\n- [ ] Which queue?\n'
const good = `# Notes\n\n## Decision Log\n\n${A}\n\n${B}\n\n${questions}`

function project({ name = 'NOTES.md', text = good, git = true } = {}) {
  const cwd = folderWith({ [name]: text, ...(git ? {} : { '.git/': '' }) })
  const file = join(cwd, name)
  const state = folderWith()
  const env = { XDG_STATE_HOME: state, XDG_CACHE_HOME: state, GIT_CONFIG_GLOBAL: '/dev/null' }
  let day = 1
  const run = (...args: string[]) => notes(args, { cwd, env })
  const asGit = (...args: string[]) => {
    const dated = args.find(arg => arg.startsWith('--date='))?.slice(7)
    const at = dated ?? `2026-06-${String(day++).padStart(2, '0')}T10:00:00Z`
    return execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
      cwd,
      encoding: 'utf8',
      stdio: 'pipe',
      env: { ...process.env, GIT_COMMITTER_DATE: at, GIT_AUTHOR_DATE: at, GIT_CONFIG_GLOBAL: '/dev/null' },
    })
  }
  const write = (now: string | Uint8Array, path = file) => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, now)
  }
  const commit = (now?: string, at?: string) => {
    if (now !== undefined) write(now)
    asGit('add', '-A')
    asGit('commit', '-qm', 'notes', ...(at === undefined ? [] : [`--date=${at}`]))
  }
  if (git) {
    asGit('init', '-q')
    commit()
  }
  return {
    cwd,
    file,
    env,
    run,
    git: asGit,
    write,
    commit,
    read: () => readFileSync(file, 'utf8'),
    remove: () => rmSync(file),
    /** Every command that changes the notes keeps a snapshot of them. */
    keep: () => {
      run('question', 'add', 'Who asks?')
      return readFileSync(file, 'utf8')
    },
    json: (...args: string[]) => JSON.parse(run('heal', '--json', ...args).stdout),
  }
}

const half = good.slice(0, good.indexOf('after a second'))
const damages = [
  { state: 'empty', text: '' },
  { state: 'blank', text: '\n \n' },
  { state: 'truncated', text: half },
  { state: 'truncated', text: good.slice(0, good.indexOf('--wait')) },
  { state: 'truncated', text: good.slice(0, good.indexOf('## Decision Log')) },
] as const

describe('notes heal of a damaged file', () => {
  for (const { state, text } of damages) {
    const title = `${state}: …${JSON.stringify(text.slice(-20))}`

    test(`puts back a file that is ${title} from HEAD when there is no copy`, () => {
      const { run, read, write } = project()
      write(text)
      const dry = run('heal', '--dry-run', '--json')
      expect(JSON.parse(dry.stdout)).toMatchObject({
        state,
        changed: false,
        from: { names: ['HEAD', 'index', expect.any(String)] },
      })
      expect(read()).toBe(text)
      const { code, stdout } = run('heal')
      expect([code, read()]).toEqual([0, good])
      expect(stdout).toContain('from HEAD of 2026-06-03 10:00')
      run('undo')
      expect(read()).toBe(text)
    })

    test(`puts back a file that is ${title} from the snapshot, which is newer`, () => {
      const { run, read, write, keep } = project()
      const newest = keep()
      write(text === half ? newest.slice(0, newest.indexOf('after a second')) : text)
      expect(run('heal').stdout).toContain('from snapshot of')
      expect(read()).toBe(newest)
    })

    test(`puts back a file that is ${title} without git`, () => {
      const { run, read, write, keep } = project({ git: false })
      const newest = keep()
      write(text)
      expect(run('heal').code).toBe(0)
      expect(read()).toBe(newest)
    })
  }

  test('puts back a missing file from the last good commit before two broken ones', () => {
    const { run, read, commit, git, remove } = project({ name: 'grimoires/loa/NOTES.md' })
    commit('')
    commit(`${half}\n\`\`\`\nnever closed\n`)
    remove()
    git('commit', '-qam', 'removed')
    const { code, stdout } = run('heal')
    expect([code, read()]).toEqual([0, good])
    expect(stdout).toMatch(
      /^grimoires\/loa\/NOTES\.md was missing\. Restored the whole file, from [0-9a-f]{7,12} of 2026-06-03 10:00\.\n$/,
    )
  })

  test('finds every commit of a renamed notes file, and uses the last good one by default', () => {
    const { cwd, run, commit, git } = project({ name: 'MEMO.md' })
    const file = join(cwd, 'NOTES.md')
    git('mv', 'MEMO.md', 'NOTES.md')
    writeFileSync(file, good.replace(`${A}\n\n`, ''))
    commit()
    writeFileSync(file, '')
    commit()
    expect(run('heal').stdout).toContain(`from ${git('rev-parse', '--short', 'HEAD~1').trim()}`)
    expect(run('heal', '--from', 'HEAD~2').stdout).toContain('One pool')
    expect(readFileSync(file, 'utf8')).toBe(good)
  })

  test('finds the notes of a package in a subfolder of the repository', () => {
    const { cwd, file, read, write } = project({ name: 'packages/app/NOTES.md' })
    write('')
    expect(notes(['heal', '--file', 'NOTES.md'], { cwd: dirname(file) }).code).toBe(0)
    expect(read()).toBe(good)
    expect(cwd).not.toBe(dirname(file))
  })

  test('completes a truncated file with CRLF from a text with LF, and keeps CRLF', () => {
    const { run, read, write } = project()
    const crlf = good.replaceAll('\n', '\r\n')
    write(crlf.slice(0, crlf.indexOf('--wait')))
    expect(run('heal').code).toBe(0)
    expect(read()).toBe(crlf)
  })

  test('completes a truncated file whose lost records are also in the archive file', () => {
    const { cwd, run, write, read } = project()
    write(`# Archive\n\n${questions}`, join(cwd, 'NOTES.archive.md'))
    write(half)
    expect(run('heal').stdout).toContain('Restored its end')
    expect(read()).toBe(good)
  })

  test('uses a stash only when there is nothing else, or --from names it', () => {
    const { cwd, run, read, write, git, json } = project({ text: `# Notes\n\n${questions}` })
    write(good)
    git('stash', 'push', '-qm', '$(touch hacked)`touch hacked`\u001b[31m --from x')
    write('')
    const { candidates } = json('--list')
    expect(candidates).toMatchObject([
      { names: ['stash@{0}'], records: 4, lacks: [] },
      { names: ['HEAD', 'index', expect.any(String)], records: 2 },
    ])
    expect(candidates[0].brings.map(({ title }: { title: string }) => title)).toContain('One pool')
    run('heal')
    expect(read()).toBe(`# Notes\n\n${questions}`)
    expect(run('heal', '--from', 'stash@{0}').stdout).toMatch(/put back .*One pool[\s\S]*put back .*Timeout/)
    expect(read()).toContain(A)
    expect(readdirSync(cwd)).not.toContain('hacked')
  })

  test('uses the only stash of a file that git does not track', () => {
    const { cwd, run, git } = project({ name: 'code.ts', text: '1' })
    writeFileSync(join(cwd, 'NOTES.md'), good)
    git('stash', 'push', '-qu')
    expect(run('heal').stdout).toContain('NOTES.md was missing. Restored the whole file, from stash@{0}')
    expect(readFileSync(join(cwd, 'NOTES.md'), 'utf8')).toBe(good)
  })

  test('prefers the staged text to the committed one', () => {
    const { run, read, write, git } = project({ text: `# Notes\n\n${questions}` })
    write(good)
    git('add', '-A')
    write('')
    expect(run('heal').stdout).toContain('from index.')
    expect(read()).toBe(good)
  })

  test('merges from any commit with --from, and brings nothing back from HEAD by default', () => {
    const { run, read, commit } = project()
    commit(good.replace(`${A}\n\n`, ''))
    expect(run('heal').stdout).toBe('Nothing is missing from NOTES.md.\n')
    expect(run('heal', '--from', 'HEAD~1').stdout).toMatch(/^put back +d-\w{4} +decision +One pool\n$/)
    expect(read()).toBe(good)
  })

  test('points at HEAD when the file was reset to an empty template', () => {
    const { run, write, read } = project()
    const template = '# Notes\n\n## Decision Log\n\n## Open Questions\n'
    write(template)
    expect(run('heal').stdout).toContain(
      'note: The file has no records; HEAD has 4: `notes heal --from HEAD`',
    )
    expect(read()).toBe(template)
  })

  test('rejects ranges, options and unknown names after --from', () => {
    const { run } = project()
    for (const from of [
      'HEAD~1..HEAD',
      '--output=x',
      '-x',
      'no-such',
      'lost@{9}',
      'stash@{7}',
      'HEAD:NOTES.md',
      'a b',
    ])
      expect([from, run('heal', `--from=${from}`).code]).toEqual([from, expect.toBeOneOf([1, 2])])
  })

  test('prefers the snapshot to a commit with a date in the future', () => {
    const { run, read, write, keep, commit } = project()
    const newest = keep()
    commit(`# Notes\n\n${questions}`, '2099-01-01T10:00:00Z')
    write('')
    run('heal')
    expect(read()).toBe(newest)
  })

  test('uses the only text that exists, even without records, and fails without any', () => {
    const { run, read, write, remove } = project({ text: 'Deploy only from main.\n' })
    write('')
    run('heal')
    expect(read()).toBe('Deploy only from main.\n')
    const bare = project({ git: false })
    bare.remove()
    expect(bare.run('heal')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no notes file'),
    })
    remove()
  })

  test('runs no program configured in a clone, and still finds the last good commit', () => {
    const { cwd, run, read, write, git, commit } = project()
    commit('')
    const settings = {
      'log.date': 'no such format',
      'log.showSignature': 'true',
      'core.fsmonitor': 'touch hacked',
      'core.pager': 'touch hacked',
      'diff.external': 'touch hacked',
      'diff.x.textconv': 'touch hacked',
      'color.ui': 'always',
      'format.pretty': 'oneline',
    }
    writeFileSync(join(cwd, '.gitattributes'), '*.md diff=x filter=x\n')
    for (const [name, value] of Object.entries(settings)) git('config', name, value)
    write('')
    expect(run('heal').stdout).toMatch(/from [0-9a-f]{7,12} of 2026-06-03 10:00/)
    expect(read()).toBe(good)
    expect(readdirSync(cwd)).not.toContain('hacked')
  })

  test('uses only its own copies when git is not on the PATH, and says so', () => {
    const { cwd, write, keep, read, env } = project()
    const newest = keep()
    write('')
    const { code, stdout } = notes(['heal'], { cwd, env: { ...env, PATH: '/nowhere' } })
    expect([code, read()]).toEqual([0, newest])
    expect(stdout).toContain('note: git failed: not installed')
  })
})

describe('notes heal from the copies of the guard', () => {
  const damaged = `${good}\n\`\`\`\nnever closed\n`
  const opened = (cwd: string, env: Record<string, string>) => openProject({ cwd, env })

  test('restores the text from before the damage even after the guard has seen the damage', async () => {
    const { cwd, env, run, read, write, keep } = project({ git: false })
    const newest = keep()
    write(damaged)
    await guardFile(opened(cwd, env))
    expect(run('heal', '--apply').stdout).toContain('from lost@{0}')
    expect(read()).toBe(newest)
  })

  test('restores the text from before the damage after undo', async () => {
    const { cwd, env, run, read, write, keep } = project({ git: false })
    const newest = keep()
    const worse = damaged.replace(A, '')
    write(worse)
    await guardFile(opened(cwd, env))
    for (let turn = 0; turn < 2; turn++) {
      expect(run('heal', '--apply').code).toBe(0)
      expect(read()).toBe(newest)
      expect(run('undo').code).toBe(0)
      expect(read()).toBe(worse)
    }
  })

  test('restores the text from before the damage after a session that started with an empty or halved file', () => {
    for (const now of ['', good.slice(0, 40)]) {
      const { cwd, env, run, read, write, keep } = project({ git: false })
      const newest = keep()
      write(now)
      startGuarding(opened(cwd, env))
      expect(run('heal', '--list').stdout).toMatch(now === '' ? /^snapshot +20/m : /^lost@\{0\} +20/m)
      run('heal', ...(now === '' ? [] : ['--from', 'lost@{0}', '--apply']))
      expect(read()).toBe(newest)
    }
  })
})

const conflict = good.replace(A, `<<<<<<< ours\n${A}\n=======\n${A.replace('One', 'Two')}\n>>>>>>> theirs`)
const open = good.replace(questions, `${questions}- [ ] A new one?\n\n\`\`\`\nnever closed\n`)
const stuck = [
  { state: 'conflicted', text: conflict, says: 'merge conflict', next: 'notes merge NOTES.md' },
  { state: 'truncated', text: open, says: 'Line 19 has a code fence that is never closed', next: '--apply' },
  { state: 'garbage', text: 'int main() { return 1 }\n', says: 'None of its headings', next: '--apply' },
  { state: 'garbage', text: '# My library\n\nRun `npm i`.\n', says: 'None of its headings', next: '--apply' },
] as const

describe('notes heal of a file that cannot be merged into', () => {
  for (const { state, text, says, next } of stuck)
    test(`lists earlier texts and changes nothing without --apply: ${JSON.stringify(text.slice(-20))}`, () => {
      const { run, read, write } = project()
      write(text)
      for (const args of [[], ['--from', 'HEAD']]) {
        const { code, stdout } = run('heal', ...args)
        expect(code).toBe(1)
        expect(stdout).toContain(`NOTES.md is ${state}, and was not changed.`)
        expect(stdout).toMatch(/\nHEAD, index, [0-9a-f]{7,12} +2026-06-\d\d 10:00 +4 records/)
        for (const part of [says, next]) expect(stdout).toContain(part)
        expect(read()).toBe(text)
      }
      expect(run('heal', '--apply', '--dry-run').stdout).toContain('+++ b/NOTES.md')
      expect(read()).toBe(text)
      expect(run('heal', '--apply').stdout).toContain(
        `NOTES.md was ${state}. Restored the whole file, from HEAD`,
      )
      expect(read()).toBe(good)
      expect(run('undo').code).toBe(0)
      expect(read()).toBe(text)
      expect(run('heal', '--apply').code).toBe(0)
    })

  test('keeps the records of a text that --apply replaced, so that heal can merge them', () => {
    const { run, read, write } = project()
    write(open)
    const { stdout } = run('heal', '--apply')
    expect(stdout).toMatch(
      /\nreplaced +q-\w{4} +question +A new one\?\n`notes heal` merges the replaced records back in/,
    )
    run('heal')
    expect(read()).toBe(good.replace(questions, `${questions}- [ ] A new one?\n`))
  })

  test.each([
    ['NUL bytes', new Uint8Array([0x23, 0x20, 0, 1])],
    ['UTF-16', Buffer.from('\ufeff# Notes', 'utf16le')],
    ['half a character', Buffer.from('# Notes ü').subarray(0, 9)],
  ])('keeps the bytes of a replaced file that is not text in a copy beside it: %s', (_, bytes) => {
    const { cwd, run, read, write } = project()
    for (const copy of ['NOTES.md.damaged', 'NOTES.md.damaged-2']) {
      write(bytes)
      expect(run('heal')).toMatchObject({ code: 1, stdout: expect.stringContaining('NOTES.md is garbage') })
      const { stdout } = run('heal', '--apply')
      expect(stdout).toContain(`note: The previous text of the file is in ${copy}`)
      expect(read()).toBe(good)
      expect(readFileSync(join(cwd, copy))).toEqual(Buffer.from(bytes))
    }
    expect(run('undo').code).toBe(1)
    expect(read()).toBe(good)
  })

  test('keeps a copy beside the file when the replaced text is too large to undo', () => {
    const { cwd, run, read, write } = project()
    const text = 'x\n'.repeat(1 << 20)
    write(text)
    expect(run('heal', '--apply').code).toBe(0)
    expect(read()).toBe(good)
    expect(readFileSync(join(cwd, 'NOTES.md.damaged'), 'utf8')).toBe(text)
  })

  test('replaces an undamaged file only with --from and --apply, and undo restores it', () => {
    const { run, read, commit } = project()
    const newer = `# Notes\n\n## Decision Log\n\n${A}\n`
    commit(newer)
    run('heal', '--apply')
    expect(read()).toBe(newer)
    run('heal', '--apply', '--from', 'HEAD~1')
    expect(read()).toBe(good)
    run('undo')
    expect(read()).toBe(newer)
  })

  test('does not write through a link out of the project, or over a dangling one', () => {
    const { cwd, file, run, keep, remove } = project()
    keep()
    const outside = folderWith({ 'other.md': '' })
    for (const target of ['other.md', 'new.md']) {
      remove()
      symlinkSync(join(outside, target), file)
      expect(run('heal', '--apply').code).toBe(2)
    }
    expect(readdirSync(outside)).toEqual(['other.md'])
    expect(readFileSync(join(outside, 'other.md'), 'utf8')).toBe('')
    expect(readdirSync(cwd)).not.toContain('NOTES.md.damaged')
  })

  test('follows a link in the project, and asks git for the file that it points to', () => {
    const { cwd, run, write, git } = project({ name: 'docs/memo.md' })
    symlinkSync('docs/memo.md', join(cwd, 'NOTES.md'))
    git('add', '-A')
    git('commit', '-qm', 'link')
    write('')
    expect(run('heal').code).toBe(0)
    expect(readFileSync(join(cwd, 'docs/memo.md'), 'utf8')).toBe(good)
  })
})

const lines = (text: string) => text.split(/(?<=\n)/)

describe('heal without --apply', () => {
  const texts = [good, conflict, open, seedExample, notesFile(8), ...realShapes.map(({ text }) => text)]
  const read = (text: string) => readNotes(text)

  test('keeps every line of a damaged file, unless the file is empty', () => {
    const cut = fc.record({
      text: fc.constantFrom(...texts),
      other: fc.constantFrom(...texts),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      tail: fc.constantFrom('', '\n', '```\n', '<!-- ', '<<<<<<< a\n', '| x', '>'.repeat(150)),
    })
    fc.assert(
      fc.property(cut, ({ text, other, at, tail }) => {
        const now = text.slice(0, Math.floor(at * text.length)) + tail
        fc.pre(now.trim() !== '')
        const best = [text, other].map(read).find(({ document }) => document.damage.length === 0)
        const options = {
          best,
          chosen: undefined,
          lost: [{ text: other }],
          snapshot: undefined,
          archived: undefined,
        }
        const repair = planRepair(now, { ...options, isCommitted: () => false, apply: false })
        const left = lines(repair.text)
        const kept = lines(now).every(line => {
          const index = left.findIndex(one => one.startsWith(line.trimEnd()))
          return index >= 0 && left.splice(0, index + 1).length > 0
        })
        expect(kept).toBe(true)
      }),
      { numRuns: 150 },
    )
  })

  test('restores every byte of a file that was cut off anywhere in a line', () => {
    for (const text of [good, seedExample, notesFile(8)])
      for (let at = 40; at < text.length - 1; at += 37) {
        const now = text.slice(0, at)
        if (now.endsWith('\n') || text[at] === '\n' || now.trim() === '') continue
        const options = {
          best: read(text),
          chosen: undefined,
          lost: [],
          snapshot: undefined,
          archived: undefined,
        }
        const { state, text: healed } = planRepair(now, { ...options, isCommitted: () => true, apply: false })
        expect([at, state, healed === text]).toEqual([at, 'truncated', true])
      }
  })

  test('does not call a file truncated when its last records were removed or edited', () => {
    const whole = (now: string, earlier = good) =>
      stateOf(now, { best: read(earlier), isCommitted: () => false }).state
    expect(whole(good.replace('- [ ] Which queue?\n', ''))).toBe('whole')
    expect(whole(good.replace('queue?', 'queue'))).toBe('whole')
    expect(whole(good.slice(0, good.indexOf('- [ ] Which queue')))).toBe('whole')
    expect(whole(`${good}\n- [ ] One more`)).toBe('whole')
    expect(whole('A page of prose.\n', 'Another one.\n')).toBe('whole')
  })

  test('calls a file without its last sections whole when git has the same text', () => {
    const now = good.slice(0, good.indexOf('## Open Questions'))
    const options = { best: read(good) }
    expect(stateOf(now, { ...options, isCommitted: () => true }).state).toBe('whole')
    expect(stateOf(now, { ...options, isCommitted: () => false }).state).toBe('truncated')
  })
})
