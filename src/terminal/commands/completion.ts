import { report } from '../print/output.ts'
import { defineCommand } from '../program/command.ts'
import { bashCompletion } from '../program/completion/bash.ts'
import { fishCompletion } from '../program/completion/fish.ts'
import { completionTree } from '../program/completion/tree.ts'
import { zshCompletion } from '../program/completion/zsh.ts'

const shells = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion }

export const completion = defineCommand({
  name: 'completion',
  summary: 'Print a completion script for your shell',
  details: `Add one of these lines to the startup file of your shell:

    bash  ~/.bashrc                   source <(notes completion bash)
    zsh   ~/.zshrc, after compinit    source <(notes completion zsh)
    fish  ~/.config/fish/config.fish  notes completion fish | source`,
  arguments: {
    shell: { does: 'the shell to complete in', required: true, choices: ['bash', 'zsh', 'fish'] },
  },
  examples: [
    { line: 'source <(notes completion bash)', does: 'complete in this bash' },
    { line: 'notes completion fish | source', does: 'complete in this fish' },
    { line: 'notes completion zsh --json', does: 'the script as a JSON string' },
  ],
  exits: { 0: 'printed' },

  run(context, { shell }) {
    const script = shells[shell](completionTree(context.program))
    report(context, { json: { shell, script }, lines: [script.trimEnd()] })
    return 0
  },
})
