import type { Command as Program } from 'commander'

export type ShellWord = 'files' | 'folders' | readonly string[]

export interface TreeOption {
  /** `--json`, or `-h` and `--help`. */
  readonly names: readonly string[]
  readonly does: string
  /** What can follow; undefined for a flag. */
  readonly value: ShellWord | undefined
}

/** What a shell has to know of a command line, read from the commander program. */
export interface TreeNode {
  /** The names from `notes` on: `['notes', 'config']`. */
  readonly path: readonly string[]
  readonly does: string
  readonly options: readonly TreeOption[]
  /** What each positional argument can be; `files` when nothing is known. */
  readonly arguments: readonly ShellWord[]
  readonly commands: readonly TreeNode[]
}

export function completionTree(program: Program, parent?: TreeNode): TreeNode {
  const path = [...(parent?.path ?? []), program.name()]
  const commands: TreeNode[] = []
  const node: TreeNode = {
    path,
    does: program.summary() || program.description(),
    options: [...ownOptions(program), ...(parent?.options ?? []).filter(({ names }) => isGlobal(names))],
    arguments: program.registeredArguments.map(argument => argument.argChoices ?? 'files'),
    commands,
  }
  for (const command of program.commands) commands.push(completionTree(command, node))
  if (parent === undefined) commands.push(helpNode(node))
  return node
}

/** Every node, parents first. */
export const everyNode = (node: TreeNode): readonly TreeNode[] => [node, ...node.commands.flatMap(everyNode)]

const isGlobal = (names: readonly string[]) => !names.includes('--help') && !names.includes('--version')

const ownOptions = (program: Program): readonly TreeOption[] =>
  program
    .createHelp()
    .visibleOptions(program)
    .map(option => ({
      names: [option.short, option.long].filter(name => name !== undefined),
      does: option.description,
      value: option.required || option.optional ? following(option) : undefined,
    }))

function following({ argChoices, flags }: { argChoices?: string[]; flags: string }): ShellWord {
  if (argChoices !== undefined) return argChoices
  return flags.endsWith('<folder>') ? 'folders' : 'files'
}

const helpNode = ({ path, options, commands }: TreeNode): TreeNode => ({
  path: [...path, 'help'],
  does: 'explain a command',
  options: options.filter(({ names }) => isGlobal(names)),
  arguments: [commands.map(command => command.path.at(-1) ?? '')],
  commands: [],
})
