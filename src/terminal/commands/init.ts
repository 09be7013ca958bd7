import { relative, sep } from 'node:path'
import { NotesError } from '../../error.ts'
import { isFolder, isThere } from '../../files/look.ts'
import { ownPath } from '../../files/own-names.ts'
import { createFile } from '../../files/swap/write.ts'
import { type Installed, installHooks } from '../../hosts/claude/install.ts'
import { unifiedDiff } from '../../markdown/diff.ts'
import { notesTemplate } from '../../project/notes-template.ts'
import { severalNotesFiles } from '../../project/read.ts'
import { painter } from '../../safety/door.ts'
import { defineCommand } from '../program/command.ts'
import type { Context } from '../program/context.ts'
import type { Host } from '../program/host.ts'
import { report } from '../program/output.ts'

interface Outcome {
  readonly path: string
  readonly action: 'written' | 'changed' | 'would be written' | 'would be changed' | 'kept'
  readonly text: string
}

export const init = defineCommand({
  name: 'init',
  summary: 'Start a notes file in this project',
  details:
    'Writes the notes file and .notes/.gitignore. Existing files are left unchanged. With --claude, a hook in\n' +
    '.claude/settings.json gives each session of Claude Code level 1 of `notes recover`; other entries stay untouched.',
  options: {
    config: { kind: 'flag', does: 'also write a notes.config.json' },
    claude: { kind: 'flag', does: 'add a hook to .claude/settings.json' },
    dryRun: { kind: 'flag', does: 'show what would be written, and write nothing' },
  },
  examples: [
    { line: 'notes init', does: 'start a notes file at grimoires/loa/NOTES.md' },
    { line: 'notes init --claude', does: 'and start each Claude Code session from the notes' },
    { line: 'notes init --dry-run', does: 'see what it would write' },
    { line: 'notes init --config --file docs/NOTES.md', does: 'put it elsewhere, and remember where' },
  ],
  exits: { 0: 'all files exist, written now or before' },

  async run(context, { config, claude, dryRun }) {
    const { host, project } = context
    if (project.rivals !== undefined) throw severalNotesFiles({ cwd: host.cwd, project }, project.rivals)
    const files = firstFiles(context, config)
    for (const { path } of files) refuseFolder(path)
    // Comes first, so that an error in the settings is reported before anything is written.
    const installed = claude ? [await installHooks(project.root, host.env, dryRun)] : []
    const written = files.map(({ path, text }): Outcome => {
      const action = dryRun ? foresee(path) : createFile(path, text) ? 'written' : 'kept'
      return { path: relative(host.cwd, path), action, text }
    })
    const outcomes = [...written, ...installed.map(done => ofHooks(done, host, dryRun))]
    report(context, {
      json: { root: project.root, dryRun, files: outcomes.map(toJson) },
      lines: [...outcomes.flatMap(outcome => describe(outcome, host)), '', nextStep(outcomes, dryRun)],
    })
    return 0 as const
  },
})

/** A folder would count as an existing file, and no command could use it. */
function refuseFolder(path: string): void {
  if (!isFolder(path)) return
  const todo = `Move it away, or name another file: notes init --file docs/NOTES.md`
  throw new NotesError('unreadable', `${path} is a folder, not a file`, todo, { path })
}

function ofHooks({ path, before, after }: Installed, host: Host, dryRun: boolean): Outcome {
  const shown = relative(host.cwd, path)
  if (before === after) return { path: shown, action: 'kept', text: after }
  const done = before === undefined ? 'written' : 'changed'
  const text = before === undefined ? after : unifiedDiff(before, after, { path: shown })
  return { path: shown, action: dryRun ? `would be ${done}` : done, text }
}

const foresee = (path: string) => (isThere(path) ? 'kept' : 'would be written')

const toJson = ({ path, action, text }: Outcome) => ({ path, action, ...(action === 'kept' ? {} : { text }) })

function describe({ path, action, text }: Outcome, host: Host): readonly string[] {
  const { good, faint, strong } = painter(host.color)
  if (action === 'kept') return [`${faint('already there')}  ${path}, left unchanged`]
  if (action === 'written' || action === 'changed') return [`${good(action)}        ${path}`]
  const indented = text.trimEnd().replace(/^(?=.)/gm, '  ')
  return [`${strong(action === 'would be changed' ? 'would change' : 'would write')}    ${path}`, indented]
}

function nextStep(outcomes: readonly Outcome[], dryRun: boolean): string {
  if (outcomes.every(({ action }) => action === 'kept'))
    return 'Nothing to do. `notes status` shows what is open.'
  if (dryRun) return 'Nothing was written. Run it again without --dry-run.'
  return 'Next: fill in Active Context. `notes show` reads the file back, `notes status` shows what is open.'
}

interface FirstFile {
  readonly path: string
  readonly text: string
}

/** For editors only; `notes` never fetches it. */
const schema = 'https://unpkg.com/notesmd/templates/notes.config.schema.json'

/** The files of a new project. An existing configuration counts as the requested one. */
function firstFiles({ project, config }: Context, withConfig: boolean): readonly FirstFile[] {
  const { root, file } = project
  const settings = { $schema: schema, file: relative(root, file).split(sep).join('/'), profile: 'auto' }
  return [
    { path: file, text: notesTemplate },
    // The folder ignores itself, so the project's own .gitignore can stay untouched.
    { path: ownPath(root, '.notes/.gitignore'), text: '*\n' },
    ...(withConfig
      ? [
          {
            path: config.path ?? ownPath(root, 'notes.config.json'),
            text: `${JSON.stringify(settings, null, 2)}\n`,
          },
        ]
      : []),
  ]
}
