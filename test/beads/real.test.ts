import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readBeads } from '../../src/beads/answers.ts'
import { folderWith } from '../config/folder.ts'
import { notes } from '../notes-cli.ts'
import { NASTY, project } from './project.ts'

interface Tool {
  readonly name: 'bd' | 'br'
  readonly version: string
  readonly path: string
}

/** The programs that `npm run test:beads` finds or builds. */
const tools: readonly Tool[] = JSON.parse(process.env.NOTES_TEST_BEADS ?? '[]')

describe.skipIf(tools.length > 0)('real bd and br', () => {
  test.skip('are not tested here: `npm run test:beads` finds or builds them', () => {})
})

describe.each(tools.map(tool => [`${tool.name} ${tool.version}`, tool] as const))(
  'the bridge to %s',
  (_, tool) => {
    const isBefore = (minor: number) =>
      tool.name === 'bd' && Number(/^0\.(\d+)/.exec(tool.version)?.[1]) < minor

    function workspace(debts: readonly string[]) {
      const path = folderWith()
      symlinkSync(tool.path, join(path, tool.name))
      const made = project({ debts, path })
      const { cwd } = made
      const ask = (program: string, ...args: string[]) => {
        const env = { ...process.env, BEADS_NO_DAEMON: '1', RUST_LOG: 'error' }
        const { status, stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: 'utf8' })
        expect(status, `${args.join(' ')}\n${stdout}\n${stderr}`).toBe(0)
        return stdout
      }
      ask('git', 'init', '-q')
      ask(tool.path, 'init', '--prefix', 'my-proj', '--quiet')
      const beads = () => readBeads(ask(tool.path, 'list', '--all', '--limit', '0', '--json')) ?? []
      const beadOf = (ref: string) => beads().find(bead => bead.ref === ref)
      const idOf = (ref: string) => beadOf(ref)?.id ?? ''
      return { ...made, ask: (...args: string[]) => ask(tool.path, ...args), beads, beadOf, idOf }
    }

    test('stores any title as text, and debt --export --apply never creates the same bead twice', () => {
      const { run, beads, read, cwd } = workspace(NASTY)
      const first = run('debt', '--export', '--apply')
      expect(first.stderr).toBe('')
      expect(first.code).toBe(0)
      const plain = (title: string) => title.replace('\n', ' ').replace(/^long é+…?$/, 'long')
      expect(
        beads()
          .map(({ title }) => plain(title))
          .toSorted(),
      ).toEqual(NASTY.map(plain).toSorted())
      for (const { id } of beads()) expect(read()).toContain(`| ${id} `)
      const before = read()
      expect(run('debt', '--export', '--apply').code).toBe(0)
      expect(beads()).toHaveLength(NASTY.length)
      expect(read()).toBe(before)
      expect(existsSync(join(cwd, 'pwned'))).toBe(false)
    })

    test('resolves the debt of a closed bead with its reason, and an old row does not reopen the bead', () => {
      const { run, ask, read, file, beadOf, idOf } = workspace(['Slow query', 'No retry'])
      const old = read()
      run('debt', '--export', '--apply')
      ask('close', idOf('notes:TD-001'), '--reason', 'index | added')
      expect(run('debt', '--sync').code).toBe(1)
      expect(run('debt', '--sync', '--write').code).toBe(0)
      expect(run('debt', '--sync').code).toBe(0)
      // Older versions do not list the reason.
      const reason = isBefore(36) ? '' : ': index \\| added'
      expect(read()).toContain(`~~Slow query~~ — closed in ${idOf('notes:TD-001')}${reason} |`)
      writeFileSync(file, old)
      expect(run('debt', '--export', '--apply').code).toBe(0)
      expect(beadOf('notes:TD-001')?.status).toBe('closed')
      expect(read()).toContain(idOf('notes:TD-001'))
    })

    test('debt --sync --write takes the priority from the bead and the title from the notes', () => {
      const { run, ask, read, file, beadOf, idOf } = workspace(['Slow query'])
      run('debt', '--export', '--apply')
      ask('update', idOf('notes:TD-001'), '--priority', '0')
      writeFileSync(file, read().replace('Slow query', 'Slow query in list'))
      const said = JSON.parse(run('debt', '--sync', '--json').stdout)
      expect(said.drift.map(({ is }: { is: string }) => is)).toEqual(['priority', 'title'])
      expect(run('debt', '--sync', '--write').code).toBe(0)
      expect(read()).toMatch(/Slow query in list \| CRITICAL \|/)
      expect(beadOf('notes:TD-001')).toMatchObject({ title: 'Slow query in list', priority: 0 })
    })

    // br has no import, and bd 0.24 ends a prefix at its first hyphen.
    test.skipIf(tool.name === 'br' || isBefore(29))(
      'debt --export --apply finds the beads that bd import made from an export',
      () => {
        const { run, ask, cwd, beads, read } = workspace(NASTY)
        writeFileSync(join(cwd, 'notes.config.json'), '{"beads":{"prefixes":["my-proj"]}}')
        writeFileSync(join(cwd, 'beads-to-be.jsonl'), run('debt', '--export').stdout)
        ask('import', ...(isBefore(56) ? ['-i'] : []), 'beads-to-be.jsonl')
        expect(beads()).toHaveLength(NASTY.length)
        expect(run('debt', '--export', '--apply').stdout).not.toContain('created')
        expect(beads()).toHaveLength(NASTY.length)
        for (const { id } of beads()) expect(read()).toContain(`| ${id} `)
      },
    )

    test('debt --sync reports a vanished debt and one resolved by hand, and changes neither bead', () => {
      const { run, read, file, beads } = workspace(['A', 'B'])
      run('debt', '--export', '--apply')
      writeFileSync(file, read().replace(/\| TD-001 .*\n/, ''))
      run('debt', 'resolve', 'TD-002')
      const { code, stdout } = run('debt', '--sync')
      expect(code).toBe(1)
      expect(stdout).toMatch(/notes:TD-002\s+is open; the debt is resolved\s+run: b[dr] close/)
      expect(stdout).toMatch(/notes:TD-001\s+open, but its row is gone/)
      run('debt', '--sync', '--write')
      expect(beads().every(({ status }) => status === 'open')).toBe(true)
    })

    test('creates a single bead for a debt that two clones export', () => {
      const one = workspace(['Slow query'])
      const other = folderWith()
      cpSync(one.cwd, other, { recursive: true })
      const both = [one.cwd, other].map(cwd => {
        const { code, stderr } = notes(['debt', '--export', '--apply'], { cwd, env: one.env })
        expect(code, stderr).toBe(0)
        return readFileSync(join(cwd, 'grimoires/loa/NOTES.md'), 'utf8')
      })
      // br assigns ids itself, and so does an old bd when the prefix has a hyphen. Such beads are found by ref.
      if (tool.name === 'bd' && !isBefore(47)) expect(both[0]).toBe(both[1])
      writeFileSync(one.file, both[1] ?? '')
      notes(['debt', '--export', '--apply'], { cwd: one.cwd, env: one.env })
      expect(one.beads().filter(({ ref }) => ref === 'notes:TD-001')).toHaveLength(1)
    })

    test('links the bead of a goal to the bead of the debt it depends on', () => {
      const { run, ask, idOf, read } = workspace(['Slow query'])
      run('debt', '--export', '--apply')
      run('goal', 'add', 'Ship', '--depends-on', 'TD-001')
      run('blocker', 'add', '--waiting', 'Credentials')
      expect(run('goal', '--export', '--apply').code).toBe(0)
      expect(run('blocker', '--export', '--apply').code).toBe(0)
      const [, id = ''] = /Ship \(depends on: TD-001\) \(bead: (\S+)\)/.exec(read()) ?? []
      expect(ask('show', id, '--json')).toContain(idOf('notes:TD-001'))
      expect(read()).toMatch(/Credentials \(bead: my-proj-\S+\)/)
    })

    test('finds the current bead only by its full id', () => {
      const { run, cwd, ask, idOf } = workspace(['Slow query'])
      writeFileSync(join(cwd, 'notes.config.json'), '{"beads":{"prefixes":["my-proj"]}}')
      run('debt', '--export', '--apply')
      const id = idOf('notes:TD-001')
      const check = (bead: string) => {
        run('context', 'set', '--bead', `${bead} (x)`)
        return JSON.parse(run('context', '--json').stdout).beadState
      }
      expect(check(id)).toBe('open')
      expect(check(id.slice(0, -1))).toBe('missing')
      ask('close', id, '--reason', 'done')
      expect(check(id)).toBe('closed')
    })
  },
)
