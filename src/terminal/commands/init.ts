import { dirname, join, relative, resolve, sep } from 'node:path'
import { notesTemplate } from '../../change/notes-template.ts'
import { rememberFile } from '../../config/json.ts'
import { NotesError, usage } from '../../error.ts'
import { ownPath } from '../../files/own-names.ts'
import { defaultFiles } from '../../files/project-root.ts'
import { isFolder, isThere, namesIn } from '../../files/read/look.ts'
import { pathBelow } from '../../files/real-path.ts'
import { createFile } from '../../files/swap/write.ts'
import {
  foreignServer,
  type Installed,
  install,
  type Piece,
  piecesFor,
  piecesToRemove,
} from '../../hosts/claude/set-up/install.ts'
import { type Trial, tryInstalled } from '../../hosts/claude/set-up/try-hooks.ts'
import { unifiedDiff } from '../../markdown/diff.ts'
import { severalNotesFiles } from '../../project/read.ts'
import { painter } from '../../safety/door.ts'
import { report } from '../print/output.ts'
import { type Context, defineCommand, type Host } from '../program/command.ts'

type Action = 'written' | 'changed' | 'removed' | 'kept'

interface Outcome {
  readonly path: string
  readonly action: Action | `would be ${Exclude<Action, 'kept'>}`
  readonly text: string
}

export const init = defineCommand({
  name: 'init',
  summary: 'Start a notes file in this project',
  details:
    'Writes the notes file and .notes/.gitignore. Existing files are left unchanged.\n\n' +
    'With --claude, Claude Code sessions get what they need from the notes, and learn to write to them: hooks in\n' +
    '.claude/settings.json, the server of `notes mcp` in .mcp.json, the protocol in .claude/protocols/, and a few\n' +
    'lines in CLAUDE.md (or in AGENTS.md, where there is no CLAUDE.md). Other entries stay untouched. It then runs\n' +
    'each hook once, as the client does. --uninstall takes everything out again; files you have changed since stay.',
  options: {
    config: { kind: 'flag', does: 'also write a notes.config.json' },
    claude: { kind: 'flag', does: 'set up Claude Code: hooks, MCP server, protocol, CLAUDE.md' },
    agents: { kind: 'flag', does: 'add the lines about the notes to AGENTS.md, for other agents' },
    uninstall: { kind: 'flag', does: 'remove what --claude and --agents wrote' },
    dryRun: { kind: 'flag', does: 'show what would be written, and write nothing' },
  },
  examples: [
    { line: 'notes init', does: 'start a notes file at grimoires/loa/NOTES.md' },
    { line: 'notes init --claude', does: 'also start each Claude Code session from the notes' },
    { line: 'notes init --claude --agents', does: 'for other agents as well' },
    { line: 'notes init --dry-run', does: 'see what it would write' },
    { line: 'notes init --file docs/NOTES.md', does: 'put it elsewhere, and remember where' },
    { line: 'notes init --uninstall --dry-run', does: 'see what would be removed' },
  ],
  exits: { 0: 'all files exist, written now or before', 1: 'a hook that was installed does not run' },

  async run(context, { config, claude, agents, uninstall, dryRun }) {
    const { host, project } = context
    if (uninstall) {
      if (config || claude || agents)
        throw usage(
          '--uninstall cannot be combined with --config, --claude or --agents',
          'Write `notes init --uninstall`',
        )
      return remove(context, dryRun)
    }
    if (project.rivals !== undefined) throw severalNotesFiles({ cwd: host.cwd, project }, project.rivals)
    const files = firstFiles(context, config)
    for (const { path } of files) refuseFolder(path)
    const { root, file } = project
    const pieces = [
      ...configPiece(context),
      ...piecesFor(root, host.env, pathBelow(root, file), { claude, agents }),
    ]
    // Comes first, so that an error in the settings is reported before anything is written.
    const installed = await install(root, pieces, dryRun)
    const written = files.map(({ path, text }): Outcome => {
      const action = dryRun ? foresee(path) : createFile(path, text) ? 'written' : 'kept'
      return { path: relative(host.cwd, path), action, text }
    })
    const outcomes = [...written, ...installed.map(one => outcomeOf(one, host, dryRun))]
    const other = claude ? foreignServer(root) : undefined
    const trial = claude && !dryRun ? tryInstalled(root, host.env) : undefined
    report(context, {
      json: {
        root: project.root,
        dryRun,
        files: outcomes.map(toJson),
        hooks: trial,
        ...(other === undefined ? {} : { remarks: [other] }),
      },
      lines: [
        ...(dryRun ? outcomes : inFolders(outcomes)).flatMap(outcome => describe(outcome, host)),
        ...(other === undefined ? [] : ['', `note: ${other}`]),
        ...(trial === undefined ? [] : describeTrial(trial, host)),
        '',
        nextStep(outcomes, dryRun),
      ],
    })
    return trial === undefined || trial.runs ? 0 : 1
  },
})

async function remove(context: Context, dryRun: boolean): Promise<0> {
  const { host, project } = context
  const done = await install(project.root, [...piecesToRemove, ...untouchedFiles(context)], dryRun)
  const outcomes = done.map(one => outcomeOf(one, host, dryRun)).filter(({ action }) => action !== 'kept')
  const last = dryRun ? ['', 'Nothing was removed. Run it again without --dry-run.'] : []
  report(context, {
    json: { root: project.root, dryRun, files: outcomes.map(toJson) },
    lines:
      outcomes.length === 0
        ? ['Nothing to remove.']
        : [...outcomes.flatMap(outcome => describe(outcome, host)), ...last],
  })
  return 0
}

/** Throws if the path is a folder: it would count as an existing file, but no command could use it. */
function refuseFolder(path: string): void {
  if (!isFolder(path)) return
  const todo = `Move it away, or name another file: notes init --file docs/NOTES.md`
  throw new NotesError('unreadable', `${path} is a folder, not a file`, todo, { path })
}

function outcomeOf({ path, before, after }: Installed, host: Host, dryRun: boolean): Outcome {
  const shown = relative(host.cwd, path)
  if (before === after) return { path: shown, action: 'kept', text: after ?? '' }
  const action = before === undefined ? 'written' : after === undefined ? 'removed' : 'changed'
  const text = before === undefined ? (after ?? '') : unifiedDiff(before, after ?? '', { path: shown })
  return { path: shown, action: dryRun ? `would be ${action}` : action, text }
}

/** Combines three or more files of one folder into one line, if the same was done to all of them. */
function inFolders(outcomes: readonly Outcome[]): readonly Outcome[] {
  const same = (one: Outcome) => (other: Outcome) =>
    other.action === one.action && dirname(other.path) === dirname(one.path)
  return outcomes.flatMap((outcome, index) => {
    const alike = outcomes.filter(same(outcome))
    if (alike.length < 3) return [outcome]
    const path = `${join(dirname(outcome.path), sep)} (${alike.length} files)`
    return outcomes.findIndex(same(outcome)) === index ? [{ ...outcome, path }] : []
  })
}

const foresee = (path: string) => (isThere(path) ? 'kept' : 'would be written')

const toJson = ({ path, action, text }: Outcome) => ({ path, action, ...(action === 'kept' ? {} : { text }) })

function describe({ path, action, text }: Outcome, host: Host): readonly string[] {
  const { good, faint, strong } = painter(host.color)
  if (action === 'kept') return [`${faint('already there')}  ${path}, left unchanged`]
  if (action === 'written' || action === 'changed' || action === 'removed')
    return [`${good(action)}        ${path}`]
  const indented = text.trimEnd().replace(/^(?=.)/gm, '  ')
  return [
    `${strong(action.replace(/be written/, 'write').replace(/be (change|remove)d/, '$1'))}    ${path}`,
    indented,
  ]
}

function describeTrial({ runs, answered, problem, test }: Trial, host: Host): readonly string[] {
  const { good, bad, faint } = painter(host.color)
  const lines = problem === undefined ? [] : [problem.what, `  ${faint('fix:')} ${problem.fix}`]
  const verdict = runs ? good('runs') : bad('does not run')
  const which = runs ? `${answered} hooks, each run once as a test` : 'at least one of the installed hooks'
  return ['', `${verdict}  ${which}. To see what a session gets:`, `  ${test}`, ...lines]
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

const firstSettings = (root: string, file: string): string =>
  `${JSON.stringify({ $schema: schema, file: pathBelow(root, file), profile: 'auto' }, null, 2)}\n`

/** The folder ignores itself, so the project's own .gitignore can stay untouched. */
const IGNORE = { name: '.notes/.gitignore', text: '*\n' }

/** The files of a new project. An existing configuration counts as the requested one. */
function firstFiles({ project, config }: Context, withConfig: boolean): readonly FirstFile[] {
  const { root, file } = project
  const settings = { path: config.path ?? ownPath(root, CONFIG), text: firstSettings(root, file) }
  return [
    { path: file, text: notesTemplate },
    { path: ownPath(root, IGNORE.name), text: IGNORE.text },
    ...(withConfig ? [settings] : []),
  ]
}

const CONFIG = 'notes.config.json'

/** A notes file named with --file is found again only if the configuration names it. */
function configPiece({ project, config }: Context): readonly Piece[] {
  const { root, file, fileFrom } = project
  if (fileFrom !== 'flag' || foundWithout(root, file, config.values.file)) return []
  const name = config.path === undefined ? CONFIG : pathBelow(root, config.path)
  return [
    {
      name,
      change: (text, path) =>
        text === undefined ? firstSettings(root, file) : rememberFile(text, pathBelow(root, file), path),
    },
  ]
}

function foundWithout(root: string, file: string, configured: string | undefined): boolean {
  if (configured !== undefined) return resolve(root, configured) === file
  return defaultFiles(root).find(path => path === file || isThere(path)) === file
}

/** The changes that remove files of `notes init`, unless they hold something of the user's. */
function untouchedFiles({ project }: Context): readonly Piece[] {
  const { root, file } = project
  const unless = (isOurs: (text: string) => boolean): Piece['change'] => {
    return text => (text === undefined || isOurs(text) ? undefined : text)
  }
  return [
    { name: CONFIG, change: unless(text => text === firstSettings(root, file)) },
    { name: pathBelow(root, file), change: unless(text => text === notesTemplate) },
    {
      name: IGNORE.name,
      change: unless(
        text => text === IGNORE.text && namesIn(dirname(ownPath(root, IGNORE.name))).length === 1,
      ),
    },
  ]
}
