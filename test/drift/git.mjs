// Runs git as this measurement needs it: no user configuration, no pager, nothing from a network.
import { spawn, spawnSync } from 'node:child_process'
import { devNull } from 'node:os'

const { NODE_EXTRA_CA_CERTS: _, GIT_DIR: _dir, GIT_WORK_TREE: _tree, ...inherited } = process.env
export const env = {
  ...inherited,
  GIT_CONFIG_GLOBAL: devNull,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  LC_ALL: 'C.UTF-8',
}
const settings = ['-c', 'core.quotePath=false', '-c', 'diff.renameLimit=5000', '-c', 'core.autocrlf=false']

export function git(folder, args, input) {
  const options = { cwd: folder, env, encoding: 'utf8', input, maxBuffer: 1 << 30 }
  const { status, stdout, stderr, error } = spawnSync('git', [...settings, ...args], options)
  if (status !== 0) throw new Error(`git ${args.join(' ')}\n${error ?? stderr}`)
  return stdout
}

/** Yields the lines that git prints, as they arrive. */
export async function* gitLines(folder, args) {
  const child = spawn('git', [...settings, ...args], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
  let rest = ''
  child.stdout.setEncoding('utf8')
  for await (const piece of child.stdout) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop()
    yield* lines
  }
  if (rest !== '') yield rest
  if ((await ended) !== 0) throw new Error(`git ${args.join(' ')} failed`)
}

/** Clones a repository into a folder and checks out a commit. The clone shares the objects of the repository. */
export function cloneInto(folder, repository, commit) {
  git(undefined, ['clone', '--quiet', '--shared', '--no-checkout', repository, folder])
  git(folder, ['checkout', '--quiet', '--detach', commit])
}
