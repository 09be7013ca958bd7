import { everyNode, type ShellWord, type TreeNode } from './tree.ts'

export function fishCompletion(root: TreeNode): string {
  return `# fish completion for notes: notes completion fish | source
complete -c notes -f
${everyNode(root).flatMap(nodeLines).join('\n')}
`
}

function nodeLines(node: TreeNode): readonly string[] {
  const names = node.commands.map(({ path }) => path.at(-1) ?? '')
  const here = [
    ...node.path.slice(1).map(name => `__fish_seen_subcommand_from ${name}`),
    ...(names.length === 0 ? [] : [`not __fish_seen_subcommand_from ${names.join(' ')}`]),
  ].join('; and ')
  const complete = (...words: readonly string[]) => `complete -c notes -n ${quote(here)} ${words.join(' ')}`
  return [
    ...node.commands.map(({ path, does }) => complete('-a', path.at(-1) ?? '', '-d', quote(does))),
    ...node.options.map(({ names, does, value }) =>
      complete(
        ...names.map(flag),
        '-d',
        quote(does),
        ...(value === undefined ? [] : ['-r', ...offer(value)]),
      ),
    ),
    ...node.arguments.map(value => complete(...offer(value))),
  ]
}

const flag = (name: string) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`)

function offer(value: ShellWord): readonly string[] {
  if (value === 'files') return ['-F']
  return ['-f', '-a', value === 'folders' ? "'(__fish_complete_directories)'" : quote(value.join(' '))]
}

const quote = (text: string) => `'${text.replace(/['\\]/g, '\\$&')}'`
