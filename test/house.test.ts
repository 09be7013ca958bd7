import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { installedProject } from './hosts/claude/project.ts'
import { notes } from './notes-cli.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const isThere = (path: string) => existsSync(join(root, path))

const allOf = (pattern: RegExp, text: string) => [...text.matchAll(pattern)].map(([, found = '']) => found)

/** Returns the paths that a page names in backticks (`a/b.ts`, `a/b/`), except those in `.notes/` and `dist/`. */
const pathsIn = (text: string) =>
  allOf(/`((?:[\w.-]+\/)+(?:[\w.-]+\.\w+)?|[\w-]+\.ts)`/g, text).filter(
    path => !/^\.notes\/|^dist\//.test(path),
  )

const PAGES_OF_THE_CODE = ['src/README.md', '.github/CONTRIBUTING.md', 'SECURITY.md', '.claude/CLAUDE.md']

test.each(PAGES_OF_THE_CODE)('every path that %s names exists', page => {
  const paths = pathsIn(read(page))
  expect(paths).not.toEqual([])
  expect(paths.filter(path => !isThere(path) && !isThere(join(dirname(page), path)))).toEqual([])
})

const PROTOCOLS = readdirSync(join(root, 'protocols')).filter(name => name.endsWith('.md'))

test.each(['README.md', ...PAGES_OF_THE_CODE, ...PROTOCOLS.map(name => `protocols/${name}`)])(
  'every relative link and picture in %s exists',
  page => {
    const links = allOf(/\]\(([^)#:\s]+)(?:#[\w-]*)?\)/g, read(page))
    expect(links.filter(link => !isThere(join(dirname(page), link)))).toEqual([])
  },
)

test('the page of each protocol is in the table of protocols/README.md', () => {
  const table = read('protocols/README.md')
  const pages = PROTOCOLS.filter(name => name !== 'README.md')
  expect(pages.filter(name => !table.includes(`| [${name}](${name})`))).toEqual([])
})

test('every command line in README.md works, one after the other, in a new project', () => {
  const blocks = allOf(/```sh\n(.*?)```/gs, read('README.md')).join('\n')
  const lines = allOf(/^(?:.*&& )?(?:npx )?(?:notes|notesmd) (.*)$/gm, blocks.replaceAll('\\\n', ''))
  expect(lines.length).toBeGreaterThan(10)
  const code = read('.config/tour/src/auth/jwt.ts')
  const cwd = installedProject({ 'src/auth/jwt.ts': code })
  for (const line of lines) {
    const args = allOf(/("[^"]*"|[^\s"]+)/g, line.replace(/\s+# .*/, '')).map(word =>
      word.replaceAll('"', ''),
    )
    const { code, stderr } = notes(args, { cwd })
    expect({ line, code, stderr }).toEqual({ line, code: 0, stderr: '' })
  }
})
