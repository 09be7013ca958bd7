import { spawnSync } from 'node:child_process'
import { bin, environment } from '../notes-cli.ts'

/** Is script(1) installed? It runs a command on a pseudo-terminal. */
export const hasTerminal = spawnSync('script', ['-qec', 'exit 0', '/dev/null']).status === 0

/** Returns what `notes` prints on a terminal of this width, without colors unless `env` asks for them. */
export function onTerminal(
  line: string,
  { width = 80, cwd, env = {} }: { width?: number; cwd: string; env?: Record<string, string> },
): string {
  const command = `stty cols ${width}; '${process.execPath}' '${bin}' ${line}`
  const { stdout } = spawnSync('script', ['-qec', command, '/dev/null'], {
    cwd,
    env: { ...environment, TERM: 'xterm', NO_COLOR: '1', CI: '', ...env },
    encoding: 'utf8',
  })
  return stdout.replaceAll('\r\n', '\n')
}
