import { relative } from 'node:path'
import { shellWord } from '../../files/programs/programs.ts'
import { installMerge, type MergeSetup, mergeSetup, uninstallMerge } from '../../project/merge/install.ts'
import { oneLine } from '../../safety/one-line.ts'
import { columns, report } from '../print/output.ts'
import { type Command, defineCommand } from '../program/command.ts'

const files = {
  files: { does: 'notes files, if there are several (default: those of the project)', variadic: true },
} as const
const program = {
  kind: 'text',
  value: 'path',
  does: 'how git starts this program (default: as installed here)',
} as const

const install = defineCommand({
  name: 'git install',
  summary: 'Let git merge the notes by record',
  details:
    'Writes the merge driver to .git/config, which is yours alone, and a line for each notes file and its archive to\n' +
    ".gitattributes, which is for everyone: a clone without the driver gets git's own merge. Forges do not run\n" +
    'drivers, so merge there only what does not conflict, and let `notes lint` check the result in CI. `merge=union` is not a\n' +
    'replacement: it brings back deleted records and duplicates edited ones.',
  arguments: files,
  options: { program },
  examples: [
    { line: 'notes git install', does: 'for the notes of this project' },
    { line: 'notes git install --program /opt/notes/bin/notes', does: 'where notes is not on the PATH' },
  ],
  exits: { 0: 'installed, or nothing to do' },
  async run(context, { files, program }): Promise<0> {
    const { attributes, changed } = await installMerge(
      context,
      files,
      program === undefined ? undefined : shellWord(program),
    )
    const setup = mergeSetup(context, files)
    report(context, {
      json: { changed, attributes, ...setup },
      lines: [
        changed
          ? `Installed. Commit ${relative(context.cwd, attributes)} for others.`
          : 'It was installed already.',
        ...linesOf(setup),
      ],
    })
    return 0
  },
})

const uninstall = defineCommand({
  name: 'git uninstall',
  summary: 'Take the merge driver out again',
  details: 'Removes what `notes git install` wrote, and no other line. With files named, only their lines.',
  arguments: files,
  setup: ['notes git install'],
  examples: [
    { line: 'notes git uninstall', does: 'the driver and all its lines' },
    { line: 'notes git uninstall grimoires/loa/NOTES.md', does: 'the lines of one file' },
  ],
  exits: { 0: 'removed, or there was none' },
  async run(context, { files }): Promise<0> {
    const { changed } = await uninstallMerge(context, files)
    report(context, { json: { changed }, lines: [changed ? 'Removed.' : 'There was none.'] })
    return 0
  },
})

const status = defineCommand({
  name: 'git status',
  summary: 'Show whether git merges the notes by record',
  arguments: files,
  setup: ['notes git install'],
  examples: [
    { line: 'notes git status', does: 'the driver of this clone, and the files it is for' },
    { line: 'notes git status --json', does: 'the same, as JSON' },
  ],
  exits: { 0: 'git merges every file by record', 1: 'it does not, or not every file' },
  async run(context, { files }) {
    const setup = mergeSetup(context, files)
    report(context, { json: setup, lines: linesOf(setup) })
    return setup.driver === 'installed' && setup.files.every(({ merged }) => merged) ? 0 : 1
  },
})

export const gitCommands: readonly Command[] = [install, uninstall, status]

const SAYS = {
  installed: 'installed in this clone',
  other: 'another command; run `notes git install` to replace it',
  missing: 'not installed in this clone; run `notes git install`',
}

const brokenBy = (program: string): string =>
  `git cannot find ${oneLine(program)}; run \`notes git install --program PATH\``

const linesOf = ({ driver, program = '', files }: MergeSetup) =>
  columns([
    ['merge driver', driver === 'broken' ? brokenBy(program) : SAYS[driver]],
    ...files.map(({ path, merged }) => [oneLine(path), merged ? 'by record' : 'by git itself']),
  ])
