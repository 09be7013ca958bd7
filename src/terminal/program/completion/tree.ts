import type { Argument, Option, Command as Program } from 'commander'
import { ruleNames } from '../../commands/rules.ts'
import { optionsOfAll } from '../help.ts'
import { isRepeatable } from '../program.ts'

/** Completion candidates, empty if none are known. */
export type Candidates = 'files' | 'folders' | Listed | readonly string[]

/** Candidates that are looked up when the user asks. */
export interface Listed {
  /** A command that prints one candidate per line, with a description after a tab. The candidates need no quoting. */
  readonly list: string
  readonly words: readonly string[]
}

export const isListed = (value: Candidates): value is Listed => typeof value === 'object' && 'list' in value

const listed = (command: string, words: readonly string[] = []): Listed => ({
  list: `notes ${command} 2>/dev/null`,
  words,
})

export interface TreeOption {
  /** `--json`, or `-h` and `--help`. */
  readonly names: readonly string[]
  readonly does: string
  /** Candidates for its value; undefined for a flag. */
  readonly value: Candidates | undefined
  readonly repeatable: boolean
}

export interface TreeArgument {
  readonly value: Candidates
  /** Takes all remaining words. */
  readonly variadic: boolean
}

/** A command as shells need it for completion, read from the commander program. */
export interface TreeNode {
  /** The full name, with `notes`: `['notes', 'config']`. */
  readonly path: readonly string[]
  readonly does: string
  readonly options: readonly TreeOption[]
  readonly arguments: readonly TreeArgument[]
  /** The commands of the program or of a group. */
  readonly commands: readonly TreeNode[]
}

export function completionTree(program: Program): TreeNode {
  const all = optionsOfAll(program).map(treeOption)
  const nodeOf = (command: Program, parent: readonly string[]): TreeNode => {
    const path = [...parent, command.name()]
    return {
      path,
      does: command.summary() || command.description(),
      options: [
        ...command.createHelp().visibleOptions(command).map(treeOption),
        ...(command === program ? [] : all),
      ],
      arguments: command.registeredArguments.map(argument => ({
        value: recordsFor(path, argument) ?? argument.argChoices ?? candidatesFor(argument.name()),
        variadic: argument.variadic,
      })),
      commands: command.commands.map(child => nodeOf(child, path)),
    }
  }
  const root = nodeOf(program, [])
  return { ...root, commands: root.commands.map(node => (isHelp(node) ? helpNode(node, root) : node)) }
}

/** Every node, parents first. */
export const everyNode = (node: TreeNode): readonly TreeNode[] => [node, ...node.commands.flatMap(everyNode)]

export const nameOf = ({ path }: TreeNode): string => path.at(-1) ?? ''

function treeOption(option: Option): TreeOption {
  const [, value = ''] = /<(.*)>/.exec(option.flags) ?? []
  return {
    names: [option.short, option.long].filter(name => name !== undefined),
    does: option.description,
    value: option.required ? (option.argChoices ?? candidatesFor(value)) : undefined,
    repeatable: isRepeatable(option),
  }
}

/** Candidates for a value, by its name in the help: `<path>`, `<path:line>`, `<folder>`, `<session>`, `<rule>`. */
function candidatesFor(name: string): Candidates {
  if (name === 'folder') return 'folders'
  if (name === 'session') return listed('pad sessions --names')
  if (name === 'rule') return ruleNames()
  if (name === 'rule=severity')
    return ruleNames().flatMap(rule => ['off', 'warning', 'error'].map(severity => `${rule}=${severity}`))
  return /path|file/.test(name) ? 'files' : []
}

/** The handles of the records that a command may name: `notes question resolve <TAB>` offers the open questions. */
function recordsFor([, group, verb]: readonly string[], argument: Argument): Candidates | undefined {
  const isRecord = ['which', 'ids'].includes(argument.name()) || (group === 'ref' && verb !== 'add')
  if (group === 'show') return listed('show --handles', argument.argChoices)
  if (!isRecord) return undefined
  if (verb === undefined) return listed('show --handles')
  return listed(`${group} list ${verb === 'show' ? '--all ' : ''}--handles`)
}

const isHelp = ({ path }: TreeNode) => path.length === 2 && path[1] === 'help'

/** `notes help` takes the same words as `notes`, without options. */
function helpNode(help: TreeNode, root: TreeNode): TreeNode {
  const mirror = (node: TreeNode, parent: readonly string[]): TreeNode => {
    const path = [...parent, nameOf(node)]
    const commands = node.commands.map(child => mirror(child, path))
    return { ...node, path, options: [], arguments: [], commands }
  }
  const commands = root.commands.filter(node => !isHelp(node)).map(node => mirror(node, help.path))
  return { ...help, arguments: [], commands }
}
