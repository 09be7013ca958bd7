import { type Candidates, everyNode, isListed, nameOf, type TreeNode, type TreeOption } from './tree.ts'

/** Prints a script for zsh with `compinit`. It can be sourced, or saved as `_notes` on `$fpath`. */
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
    const places = node.arguments.map(({ value, variadic }, index) =>
      quote(`${variadic ? '*' : index + 1}:argument:${action(value)}`),
    )
    const specs = [...options, ...places]
    const offered = specs.length === 0 ? "_message 'no more words'" : `_arguments ${specs.join(' \\\n    ')}`
    return `${functionOf(node)}() {\n  ${offered}\n}`
  }
  // -A stops the parsing of options at the command. Without it, `notes plant --json <TAB>` offers nothing.
  return `${functionOf(node)}() {
  local curcontext=$curcontext state line ret=1
  typeset -A opt_args
  _arguments -C -A '-*' ${options.join(' \\\n    ')} \\
    '1:command:->command' '*::argument:->argument' && ret=0
  case $state in
    command)
      local -a commands=(
${node.commands.map(sub => `        ${quote(`${nameOf(sub)}:${sub.does}`)}`).join('\n')}
      )
      _describe command commands && ret=0 ;;
    argument)
      case $line[1] in
${node.commands.map(command => `        ${nameOf(command)}) ${functionOf(command)} && ret=0 ;;`).join('\n')}
      esac ;;
  esac
  return ret
}`
}

function optionSpec({ names, does, value, repeatable }: TreeOption): string {
  const explained = `[${does.replace(/[[\]\\:]/g, '\\$&')}]${value === undefined ? '' : `:value:${action(value)}`}`
  const [only] = names
  if (names.length === 1 && only !== undefined)
    return quote(`${repeatable ? '*' : ''}${only}${value === undefined ? '' : '='}${explained}`)
  return `${quote(`(${names.join(' ')})`)}{${names.join(',')}}${quote(explained)}`
}

function action(value: Candidates): string {
  if (value === 'files') return '_files'
  if (value === 'folders') return '_files -/'
  if (isListed(value))
    return `{compadd -- \${(f)"$(${value.list} | cut -f1)"}${value.words.map(word => ` ${word}`).join('')}}`
  // A single space tells zsh that there is nothing to offer.
  return value.length === 0 ? ' ' : `(${value.join(' ')})`
}

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
