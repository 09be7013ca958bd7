import { relative } from 'node:path'
import { NotesError } from '../error.ts'
import { isFolder, isThere } from '../workspace/look.ts'
import { createFile } from '../workspace/write.ts'
import { defineCommand } from './command.ts'
import { firstFiles } from './first-files.ts'
import type { Host } from './host.ts'
import { painter, report } from './output.ts'

interface Outcome {
  readonly path: string
  readonly action: 'written' | 'would be written' | 'kept'
  readonly text: string
}

export const init = defineCommand({
  name: 'init',
  summary: 'Start a notes file in this project',
  details: 'Writes the notes file and .notes/.gitignore. What is there already is left as it is.',
  options: {
    config: { kind: 'flag', does: 'write a notes.config.json too' },
    dryRun: { kind: 'flag', does: 'show what would be written, and write nothing' },
  },
  examples: [
    { line: 'notes init', does: 'start a notes file at grimoires/loa/NOTES.md' },
    { line: 'notes init --dry-run', does: 'see what it would write' },
    { line: 'notes init --config --file docs/NOTES.md', does: 'put it elsewhere, and remember where' },
  ],
  exits: { 0: 'everything is there, written now or before' },

  run(context, { config, dryRun }) {
    const { host, project } = context
    const files = firstFiles(context, config)
    for (const { path } of files) refuseFolder(path)
    const outcomes = files.map(({ path, text }): Outcome => {
      const action = dryRun ? foresee(path) : createFile(path, text) ? 'written' : 'kept'
      return { path: relative(host.cwd, path), action, text }
    })
    report(context, {
      json: { root: project.root, dryRun, files: outcomes.map(toJson) },
      lines: [...outcomes.flatMap(outcome => describe(outcome, host)), '', nextStep(outcomes, dryRun)],
    })
    return 0
  },
})

/** It would count as there already, and no command could use it. */
function refuseFolder(path: string): void {
  if (!isFolder(path)) return
  const todo = `Move it away, or name another file: notes init --file docs/NOTES.md`
  throw new NotesError('unreadable', `${path} is a folder, where a file is to be`, todo, { path })
}

const foresee = (path: string) => (isThere(path) ? 'kept' : 'would be written')

const toJson = ({ path, action, text }: Outcome) => ({ path, action, ...(action === 'kept' ? {} : { text }) })

function describe({ path, action, text }: Outcome, host: Host): readonly string[] {
  const { good, faint, strong } = painter(host.color)
  if (action === 'kept') return [`${faint('already there')}  ${path}, left as it is`]
  if (action === 'written') return [`${good('written')}        ${path}`]
  const indented = text.trimEnd().replace(/^(?=.)/gm, '  ')
  return [`${strong('would write')}    ${path}`, indented]
}

function nextStep(outcomes: readonly Outcome[], dryRun: boolean): string {
  if (outcomes.every(({ action }) => action === 'kept'))
    return 'Nothing to do. `notes status` says what is open.'
  if (dryRun) return 'Nothing was written. Run it again without --dry-run.'
  return 'Next: fill in Active Context. `notes show` reads the file back, `notes status` says what is open.'
}
