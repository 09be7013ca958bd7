import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { folderWith } from '../../config/folder.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** A project with this package installed. */
export function installedProject(files: Record<string, string> = {}): string {
  const cwd = folderWith({ '.git/HEAD': '', ...files })
  mkdirSync(join(cwd, 'node_modules'), { recursive: true })
  symlinkSync(root, join(cwd, 'node_modules/notesmd'), 'junction')
  return cwd
}

/** Every file and folder with its bytes, apart from the installed package. */
export function bytesOf(cwd: string, folder = ''): Record<string, string> {
  return Object.fromEntries(
    readdirSync(join(cwd, folder)).flatMap((name): [string, string][] => {
      const path = folder === '' ? name : `${folder}/${name}`
      if (path === 'node_modules') return []
      return statSync(join(cwd, path)).isDirectory()
        ? [[`${path}/`, ''], ...Object.entries(bytesOf(cwd, path))]
        : [[path, readFileSync(join(cwd, path), 'latin1')]]
    }),
  )
}
