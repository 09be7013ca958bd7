import { relative } from 'node:path'
import { usage } from '../../error.ts'
import { shellWord } from '../../files/programs/programs.ts'
import type { Project } from '../../files/project.ts'
import { startSeeing } from '../../files/user/keep-slice.ts'
import { logOwn } from '../../files/user/session-log.ts'
import { recoverAt } from '../../project/history/at.ts'
import { notesCommand } from '../../project/open.ts'
import {
  askedFor,
  keepMade,
  type RecoverRequest,
  recoverProject,
  sliceJson,
  sliceText,
} from '../../project/recover/recover-project.ts'
import { assertBudget, MIN_BUDGET } from '../../recover/layout/slice.ts'
import { wordsIn } from '../../recover/search/words.ts'
import { oneLine } from '../../safety/one-line.ts'
import { defineCommand, type Host, type InputOf } from '../program/command.ts'

const recoverOptions = {
  level: {
    kind: 'choice',
    choices: ['1', '2', '3'],
    does: 'how much: 1 (default), 2 (default with --query) or 3',
  },
  query: { kind: 'text', value: 'words', does: 'what to look for; implies level 2' },
  budget: {
    kind: 'number',
    value: 'tokens',
    min: MIN_BUDGET,
    does: `maximum number of estimated tokens; ${MIN_BUDGET} or more`,
  },
} as const

export const recoverCommand = defineCommand({
  name: 'recover',
  summary: 'Recover what was known, within a token budget',
  details:
    'Level 1 (100 tokens): where the work stands and what comes next, open blockers, the last decisions in force, open\n' +
    'questions, goals and references. Level 2 (500): the records that match a query, best first, and below them those\n' +
    'in the archive file; without a query, level 1 in full and more of it. Level 3: the whole file, or an outline with\n' +
    '--budget.\n' +
    'Decisions whose evidence no longer matches the code are marked. Secrets are masked, hidden characters removed.\n' +
    'A matching quote proves that the code is there, not that the conclusion follows.',
  options: recoverOptions,
  examples: [
    { line: 'notes recover', does: 'level 1, as a new session gets it' },
    { line: 'notes recover --query "token expiry"', does: 'what was decided and noted about it' },
    { line: 'notes recover --level 3 --json', does: 'all of it, as data' },
  ],
  exits: { 0: 'recovered; without a notes file, a line that says so' },

  run(context, typed) {
    const request = requestFrom(typed)
    const { host, json } = context
    const start = { cwd: host.cwd, env: host.env }
    // First, so that a configuration saved while it is read counts as changed.
    const seen = startSeeing(start)
    const { project, config } = context
    const slice = recoverProject({ project, config, env: host.env }, request, {
      init: initFor(project, host),
      seen,
    })
    const isUsual = project.fileFrom !== 'flag' && project.rootFrom !== 'flag'
    if (isUsual) keepMade(start, request, slice, { project, config }, seen)
    logOwn(host.env, project.root, askedFor(request, slice))
    host.out(json ? sliceJson(slice) : sliceText(slice))
    return 0
  },
})

/** Builds the request, or rejects options that exclude each other. */
function requestFrom({ level, query, budget }: InputOf<object, typeof recoverOptions>): RecoverRequest {
  if (query !== undefined && level !== undefined && level !== '2')
    throw usage(`--query is for level 2, not ${level}`, 'Drop --level')
  if (query !== undefined && wordsIn(query).length === 0)
    throw usage(
      `--query has no word to look for: "${oneLine(query)}"`,
      'Pass at least one word, as in notes recover --query "token expiry"; without --query, level 2 is about the active context',
    )
  assertBudget(budget)
  return {
    level: levelOf(level, query),
    ...(query === undefined ? {} : { query }),
    ...(budget === undefined ? {} : { budget }),
  }
}

/** The `notes init` command for this project: it needs the same --root and --file. */
function initFor({ root, rootFrom, file, fileFrom }: Project, { cwd }: Host): string {
  const option = (name: string, path: string): string => ` --${name} ${shellWord(relative(cwd, path) || '.')}`
  return `${notesCommand(root)} init${rootFrom === 'flag' ? option('root', root) : ''}${fileFrom === 'flag' ? option('file', file) : ''}`
}

function levelOf(level: '1' | '2' | '3' | undefined, query: string | undefined): 1 | 2 | 3 {
  if (level === undefined) return query === undefined ? 1 : 2
  return level === '1' ? 1 : level === '2' ? 2 : 3
}

export const at = defineCommand({
  name: 'at',
  summary: 'Recover what was known at a commit or date',
  details:
    'Like `notes recover`, but from the notes as they were in a commit, branch or tag, or in the newest commit of this branch that is not after a date. Evidence is not checked: it was about the code of that time.',
  arguments: { revision: { does: 'a commit, branch, tag or date', required: true } },
  options: recoverOptions,
  examples: [
    { line: 'notes at HEAD~3', does: 'level 1, three commits ago' },
    { line: 'notes at 2026-03-01', does: 'at the end of that day (UTC)' },
    { line: 'notes at HEAD~3 --query "token expiry"', does: 'what was known then about a subject' },
  ],
  exits: {
    0: 'recovered',
    1: 'there were no notes then',
    2: 'cannot run, since there is no notes file, or it was never committed',
  },
  run(context, { revision, ...typed }) {
    const slice = recoverAt(context, revision, requestFrom(typed))
    context.host.out(context.json ? sliceJson(slice) : sliceText(slice))
    return 0
  },
})
