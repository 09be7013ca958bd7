import { type Candidates, everyNode, isListed, nameOf, type TreeNode } from './tree.ts'

/**
 * Prints a script in which a function finds the command at the cursor, and each later line adds completions to a
 * command.
 */
export function fishCompletion(root: TreeNode): string {
  const nodes = everyNode(root)
  const commands = nodes.flatMap(node => node.commands.map(command => quote(pathOf(command))))
  const values = nodes.flatMap(node =>
    node.options.flatMap(({ names, value }) =>
      value === undefined ? [] : names.map(name => quote(`${pathOf(node)} ${name}`)),
    ),
  )
  return `# fish completion for notes: notes completion fish | source
function __notes_in
  set -l path notes
  set -l skip no
  set -l words (commandline -opc)
  set -e words[1]
  for word in $words
    if test $skip = yes
      set skip no
      continue
    end
    switch "$path $word"
      case ${commands.join(' ')}
        set path "$path $word"
      case ${values.join(' ')}
        set skip yes
    end
  end
  test "$path" = "$argv"
end
complete -c notes -f
${nodes.flatMap(nodeLines).join('\n')}
`
}

const pathOf = (node: TreeNode) => node.path.join(' ')

function nodeLines(node: TreeNode): readonly string[] {
  const here = quote(`__notes_in ${pathOf(node)}`)
  const complete = (...words: readonly string[]) => `complete -c notes -n ${here} ${words.join(' ')}`
  return [
    ...node.commands.map(command => complete('-a', nameOf(command), '-d', quote(command.does))),
    ...node.options.map(({ names, does, value }) =>
      complete(
        ...names.map(flag),
        '-d',
        quote(does),
        ...(value === undefined ? [] : ['-r', ...offer(value)]),
      ),
    ),
    ...node.arguments.map(({ value }) => complete(...offer(value))),
  ]
}

const flag = (name: string) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`)

function offer(value: Candidates): readonly string[] {
  if (value === 'files') return ['-F']
  if (isListed(value)) return ['-f', '-a', quote([`(${value.list})`, ...value.words].join(' '))]
  return ['-f', '-a', value === 'folders' ? "'(__fish_complete_directories)'" : quote(value.join(' '))]
}

const quote = (text: string) => `'${text.replace(/['\\]/g, '\\$&')}'`
