import { type Candidates, everyNode, isListed, nameOf, type TreeNode } from './tree.ts'

/**
 * Prints a script that works in bash 3.2 (macOS) and later, without bash-completion. Its `case` statements are three
 * tables: the values of each option, the commands of each group, and what else can be typed in each position.
 */
export function bashCompletion(root: TreeNode): string {
  const nodes = everyNode(root)
  return `# bash completion for notes: source <(notes completion bash)
_notes() {
  local word=\${COMP_WORDS[COMP_CWORD]} last=\${COMP_WORDS[COMP_CWORD-1]} path=notes place=0 skip= before= name= i
  local IFS=$'\\n'
  # bash splits --option=value into three words, and --option name=value into four.
  if [ "$word" = = ]; then
    word= before=\${COMP_WORDS[COMP_CWORD > 1 ? COMP_CWORD-2 : 0]}
  elif [ "$last" = = ]; then
    last=\${COMP_WORDS[COMP_CWORD-2]} before=\${COMP_WORDS[COMP_CWORD > 2 ? COMP_CWORD-3 : 0]}
  fi
  case "$before $last" in
    --*' -'*) ;;
    --*) name=$last= word=$last=$word last=$before ;;
  esac
  for ((i = 1; i < COMP_CWORD; i++)); do
    if [ -n "$skip" ] && [ "\${COMP_WORDS[i]}" != = ]; then skip=; continue; fi
    case "$path \${COMP_WORDS[i]}" in
${nodes.flatMap(subcommandCases).join('\n')}
${nodes.flatMap(valueOptionCases).join('\n')}
      *' -'* | *' =') ;;
      *) place=$((place + 1)) ;;
    esac
  done
  COMPREPLY=()
  case "$path $last" in
${nodes.flatMap(valueCases).join('\n')}
  esac
  case "$word" in
    -*)
      case "$path" in
${nodes.map(optionCase).join('\n')}
      esac
      return ;;
  esac
  case "$path $place" in
${nodes.flatMap(placeCases).join('\n')}
  esac
}
complete -o bashdefault -F _notes notes
`
}

const pathOf = (node: TreeNode) => node.path.join(' ')

const subcommandCases = (node: TreeNode) =>
  node.commands.map(({ path }) => `      '${path.join(' ')}') path='${path.join(' ')}' place=0 ;;`)

const valueOptionCases = (node: TreeNode) =>
  node.options.flatMap(({ names, value }) =>
    value === undefined ? [] : names.map(name => `      '${pathOf(node)} ${name}') skip=1 ;;`),
  )

const valueCases = (node: TreeNode) =>
  node.options.flatMap(({ names, value }) =>
    value === undefined
      ? []
      : names.map(name => `    '${pathOf(node)} ${name}') ${offer(value)}${withoutName(value)}; return ;;`),
  )

/** Once `path-prefix=` is typed, bash inserts only the text after the `=`. */
const withoutName = (value: Candidates): string =>
  Array.isArray(value) && value.some(word => word.includes('='))
    ? '; COMPREPLY=("${COMPREPLY[@]#"$name"}")'
    : ''

const optionCase = (node: TreeNode) =>
  `        '${pathOf(node)}') ${offer(node.options.flatMap(({ names }) => names))} ;;`

function placeCases(node: TreeNode): readonly string[] {
  if (node.commands.length > 0) return [`    '${pathOf(node)} 0') ${offer(node.commands.map(nameOf))} ;;`]
  return node.arguments.map(({ value, variadic }, place) => {
    // A variadic argument comes last, so its pattern comes after the cases of all others.
    const at = variadic ? `'${pathOf(node)} '*` : `'${pathOf(node)} ${place}'`
    return `    ${at}) ${offer(value)} ;;`
  })
}

function offer(value: Candidates): string {
  if (value === 'files') return 'COMPREPLY=($(compgen -f -- "$word")); compopt -o filenames 2>/dev/null'
  if (value === 'folders') return 'COMPREPLY=($(compgen -d -- "$word")); compopt -o filenames 2>/dev/null'
  if (isListed(value)) {
    const words = value.words.length === 0 ? '' : `$'\\n${value.words.join('\\n')}'`
    return `COMPREPLY=($(compgen -W "$(${value.list} | cut -f1)"${words} -- "$word"))`
  }
  return `COMPREPLY=($(compgen -W $'${value.join('\\n')}' -- "$word"))`
}
