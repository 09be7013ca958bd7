import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { environment } from '../notes-cli.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'notes-kind-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Builds the program with one more file in `kinds/` and one more line in the table of kinds. */
beforeAll(async () => {
  await build({
    entryPoints: [join(root, 'src/bin.ts')],
    outfile: join(folder, 'notes.cjs'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    logLevel: 'error',
    define: { NOTES_VERSION: '"0.0.0"', NOTES_BUILD: '"new-kind"' },
    plugins: [
      {
        name: 'one more kind',
        setup({ onLoad, onResolve }) {
          onResolve({ filter: /^\.\/kinds\/risk\.ts$/ }, () => ({
            path: join(root, 'test/fixtures/risk.ts'),
          }))
          onLoad({ filter: /src[\\/]notes[\\/]kinds\.ts$/ }, ({ path }) => ({
            contents: `import { risk } from './kinds/risk.ts'\n${readFileSync(path, 'utf8').replace('const kinds = {', 'const kinds = {\n  risk,')}`,
            loader: 'ts',
          }))
        },
      },
    ],
  })
}, 60_000)

function notes(...args: readonly string[]) {
  const ran = spawnSync(process.execPath, [join(folder, 'notes.cjs'), ...args], {
    cwd: folder,
    env: { ...environment, NOTES_FILE: undefined },
    encoding: 'utf8',
  })
  return { code: ran.status, stdout: ran.stdout, stderr: ran.stderr }
}

const json = (...args: readonly string[]) => JSON.parse(notes(...args, '--json').stdout)

test('records of a kind defined by one file and one table line can be added, listed, shown, closed, recovered and promoted', () => {
  const file = join(folder, 'NOTES.md')
  writeFileSync(join(folder, 'package.json'), '{"notes":{"file":"NOTES.md"}}')
  writeFileSync(file, '# Notes\n\n## Known Risks\n| ID | Risk | Chance |\n|----|------|--------|\n')

  expect(notes('risk', 'add', 'The key expires', '--chance', 'high')).toMatchObject({ code: 0, stderr: '' })
  expect(readFileSync(file, 'utf8')).toContain('| R-001 | The key expires | high |')

  // Adding the same content again makes no second record; the dropped change is reported.
  const again = notes('risk', 'add', 'The key expires', '--chance', 'low')
  expect(again.stdout).toContain('already there')
  expect(again.stderr).toContain('--chance low (it says high)')

  expect(notes('risk', 'add', 'The quota is used up').stdout).toContain('R-002')
  expect(notes('risk', 'list').stdout).toMatch(
    /^r-3240 +high +R-001 +The key expires\nr-0ab5 +R-002 +The quota is used up\n$/,
  )
  expect(json('show', 'R-001').records).toEqual([
    {
      kind: 'risk',
      handle: 'r-3240',
      id: 'R-001',
      title: 'The key expires',
      lines: [6, 6],
      chance: 'high',
      done: false,
    },
  ])
  expect(json('show', 'risk').sections).toMatchObject([{ kind: 'risks', title: 'Known Risks' }])
  expect(json('status')).toMatchObject({ counts: { risk: 2 }, open: [{ kind: 'risk' }, { kind: 'risk' }] })
  expect(notes('recover', '--level', '1').stdout).toContain('Risk: The key expires')

  expect(notes('risk', 'close', 'quota')).toMatchObject({ code: 0 })
  expect(readFileSync(file, 'utf8')).toContain('~~The quota is used up~~')
  expect(notes('risk', 'list').stdout).not.toContain('quota')

  notes('pad', 'write', '- The region goes down')
  expect(notes('pad', 'promote', 'L1', '--as', 'risk', '--json')).toMatchObject({ code: 0 })
  expect(readFileSync(file, 'utf8')).toContain('| R-003 | The region goes down |')
}, 60_000)

test('adding a record of a new kind creates its missing section', () => {
  writeFileSync(join(folder, 'NOTES.md'), '# Notes\n\n## Blockers\n- [ ] Blocked: key\n')
  expect(notes('risk', 'add', 'The key expires').stdout).toContain('Created section "Risks"')
  expect(readFileSync(join(folder, 'NOTES.md'), 'utf8')).toMatch(/\| R-\d+ \| The key expires \|/)
}, 60_000)

test('a record of a new kind with a bead part is exported as a bead', () => {
  writeFileSync(join(folder, 'NOTES.md'), '# Notes\n')
  notes('risk', 'add', 'The key expires', '--chance', 'high')
  expect(JSON.parse(notes('risk', '--export').stdout)).toMatchObject({
    title: 'The key expires',
    description: expect.stringMatching(/\nChance: high\nnotes-risk: notes:R-\d+/),
    priority: 1,
    external_ref: expect.stringMatching(/^notes:R-\d+$/),
    labels: ['notes-risk', 'chance:high'],
  })
  expect(notes('risk', '--export', '--severity', 'HIGH')).toMatchObject({ code: 2 })
}, 60_000)
