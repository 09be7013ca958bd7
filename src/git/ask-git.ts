import { simpleGit } from 'simple-git'
import { messageOf } from '../error.ts'
import { type GitArguments, gitArguments, gitEnvironment, gitError, gitProgram } from './git.ts'

/**
 * simple-git's guards, all disabled. They protect programs that pass on untrusted options, and would reject our own
 * options that disable features, or a CI's `GIT_CONFIG_KEY_0`. Every option passed here is written in our own code.
 */
const GUARDS =
  'Alias AskPass CommandBinaries ConfigEnvCount ConfigPaths CredentialHelper CustomBinary DiffExternal DiffTextConv ' +
  'Editor Exec Filter FsMonitor GitProxy GpgProgram HooksPath Include MergeDriver Pack Pager ProtocolOverride ' +
  'SshCommand Submodule TemplateDir UrlRewrite'

/** Runs a git command and returns its output as text. */
export async function askGit(top: string, args: GitArguments): Promise<string> {
  const program = gitProgram(top)
  if (program === undefined) throw gitError(top, 'not installed')
  const env = gitEnvironment(top)
  const git = simpleGit({
    baseDir: top,
    binary: program,
    // By default simple-git waits 50 ms for the process to exit after its streams close.
    completion: { onExit: false, onClose: true },
    allowEnvironment: Object.keys(env),
    unsafe: Object.fromEntries(GUARDS.split(' ').map(name => [`allowUnsafe${name}`, true])),
  }).env(env)
  try {
    return await git.raw(gitArguments(args))
  } catch (error) {
    throw gitError(top, messageOf(error).trim().split('\n')[0] ?? '')
  }
}
