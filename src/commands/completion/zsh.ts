import { everyNode, type ShellWord, type TreeNode, type TreeOption } from './tree.ts'

/** For zsh with its completion system (`compinit`): sourced, or as a file `_notes` on `$fpath`. */
export function zshCompletion(root: TreeNode): string {
  return `#compdef notes
# zsh completion for notes: source <(notes completion zsh)
${everyNode(root).map(nodeFunction).join('\n')}
if [[ $funcstack[1] == _notes ]]; then _notes "$@"; else compdef _notes notes; fi
`
}

const functionOf = ({ path }: TreeNode) => `_${path.join('_').replaceAll('-', '_')}`

function nodeFunction(node: TreeNode): string {
  const options = node.options.map(optionSpec)
  if (node.commands.length === 0) {
    const places = node.arguments.map((value, index) => quote(`${index + 1}:argument:${action(value)}`))
    return `${functionOf(node)}() {\n  _arguments ${[...options, ...places].join(' \\\n    ')}\n}`
  }
  return `${functionOf(node)}() {
  local curcontext=$curcontext state line ret=1
  typeset -A opt_args
  _arguments -C ${options.join(' \\\n    ')} \\
    '1:command:->command' '*::argument:->argument' && ret=0
  case $state in
    command)
      local -a commands=(
${node.commands.map(({ path, does }) => `        ${quote(`${path.at(-1)}:${does}`)}`).join('\n')}
      )
      _describe command commands && ret=0 ;;
    argument)
      case $line[1] in
${node.commands.map(command => `        ${command.path.at(-1)}) ${functionOf(command)} && ret=0 ;;`).join('\n')}
      esac ;;
  esac
  return ret
}`
}

function optionSpec({ names, does, value }: TreeOption): string {
  const explained = `[${does.replace(/[[\]\\:]/g, '\\$&')}]${value === undefined ? '' : `:value:${action(value)}`}`
  const [only] = names
  if (names.length === 1 && only !== undefined)
    return quote(`${only}${value === undefined ? '' : '='}${explained}`)
  return `${quote(`(${names.join(' ')})`)}{${names.join(',')}}${quote(explained)}`
}

function action(value: ShellWord): string {
  if (value === 'files') return '_files'
  return value === 'folders' ? '_files -/' : `(${value.join(' ')})`
}

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
