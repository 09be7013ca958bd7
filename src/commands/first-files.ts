import { relative, sep } from 'node:path'
import { notesTemplate } from '../project/notes-template.ts'
import { ownPath } from '../workspace/own-path.ts'
import type { Context } from './context.ts'

export interface FirstFile {
  readonly path: string
  readonly text: string
}

/** For editors only; nothing here ever fetches it. */
const schema = 'https://unpkg.com/notesmd/templates/notes.config.schema.json'

/** What a new project gets. A configuration that is in force already counts as the one asked for. */
export function firstFiles({ project, config }: Context, withConfig: boolean): readonly FirstFile[] {
  const { root, file } = project
  const settings = { $schema: schema, file: relative(root, file).split(sep).join('/'), profile: 'auto' }
  return [
    { path: file, text: notesTemplate },
    // The folder ignores itself, so that the project's own .gitignore need not be touched.
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
