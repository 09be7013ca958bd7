import type { Option, Command as Program } from 'commander'
import { optionsOfAll } from '../help.ts'
import { complete, isRepeatable } from '../program-options.ts'

/** The words that are known to be possible, none where nothing is known. */
export type ShellWord = 'files' | 'folders' | readonly string[]

export interface TreeOption {
  /** `--json`, or `-h` and `--help`. */
  readonly names: readonly string[]
  readonly does: string
  /** What can follow; undefined for a flag. */
  readonly value: ShellWord | undefined
  readonly repeatable: boolean
}

export interface TreeArgument {
  readonly value: ShellWord
  /** Takes all that is left. */
  readonly variadic: boolean
}

/** What a shell has to know of a command line, read from the commander program. */
export interface TreeNode {
  /** The names from `notes` on: `['notes', 'config']`. */
  readonly path: readonly string[]
  readonly does: string
  readonly options: readonly TreeOption[]
  readonly arguments: readonly TreeArgument[]
  /** The commands of the program or of a group. */
  readonly commands: readonly TreeNode[]
}

export function completionTree(program: Program): TreeNode {
  const all = optionsOfAll(program).map(treeOption)
  const nodeOf = (found: Program, parent: readonly string[]): TreeNode => {
    const command = complete(found)
    const path = [...parent, command.name()]
    return {
      path,
      does: command.summary() || command.description(),
      options: [
        ...command.createHelp().visibleOptions(command).map(treeOption),
        ...(command === program ? [] : all),
      ],
      arguments: command.registeredArguments.map(argument => ({
        value: argument.argChoices ?? following(argument.name()),
        variadic: argument.variadic,
      })),
      commands: command.commands.map(child => nodeOf(child, path)),
    }
  }
  const root = nodeOf(program, [])
  return { ...root, commands: root.commands.map(node => (isHelp(node) ? explaining(node, root) : node)) }
}

/** Every node, parents first. */
export const everyNode = (node: TreeNode): readonly TreeNode[] => [node, ...node.commands.flatMap(everyNode)]

export const nameOf = ({ path }: TreeNode): string => path.at(-1) ?? ''

function treeOption(option: Option): TreeOption {
  const [, value = ''] = /<(.*)>/.exec(option.flags) ?? []
  return {
    names: [option.short, option.long].filter(name => name !== undefined),
    does: option.description,
    value: option.required ? (option.argChoices ?? following(value)) : undefined,
    repeatable: isRepeatable(option),
  }
}

/** What a value is, by the name it has in the help: `<path>`, `<path:line>`, `<folder>`. */
function following(name: string): ShellWord {
  if (name === 'folder') return 'folders'
  return /path|file/.test(name) ? 'files' : []
}

const isHelp = ({ path }: TreeNode) => path.length === 2 && path[1] === 'help'

/** After `notes help` comes what could come after `notes`, without options. */
function explaining(help: TreeNode, root: TreeNode): TreeNode {
  const mirror = (node: TreeNode, parent: readonly string[]): TreeNode => {
    const path = [...parent, nameOf(node)]
    const commands = node.commands.map(child => mirror(child, path))
    return { ...node, path, options: [], arguments: [], commands }
  }
  const commands = root.commands.filter(node => !isHelp(node)).map(node => mirror(node, help.path))
  return { ...help, arguments: [], commands }
}
