import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { linker } from '../../safety/door.ts'
import type { Context } from '../program/context.ts'

/** Prints places in files of the project relative to the working folder, so that they can be clicked or copied. */
export interface Places {
  /** Converts a path relative to the root to the path to print. */
  readonly pathOf: (path: string) => string
  /** Makes a text a link to a line, where the terminal shows links. */
  readonly link: (text: string, path: string, line: number) => string
}

export function placesIn({ host, project }: Context): Places {
  const marked = linker(host.links)
  return {
    pathOf: path => relative(host.cwd, join(project.root, path)),
    // iTerm2, kitty and WezTerm take the line from the fragment; others ignore it.
    link: (text, path, line) => marked(text, `${pathToFileURL(join(project.root, path)).href}#${line}`),
  }
}
