import { spawnSync } from 'node:child_process'
import { basename } from 'node:path'

/** Runs npm, by its path if npm started this process: on Windows `npm` is a script that needs a shell. */
export function npm(args, options) {
  const self = process.env.npm_execpath
  if (self && basename(self) === 'npm-cli.js') return spawnSync(process.execPath, [self, ...args], options)
  return process.platform === 'win32'
    ? spawnSync('npm', args, { ...options, shell: true })
    : spawnSync('npm', args, options)
}
