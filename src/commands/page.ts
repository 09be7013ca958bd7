import { Help, type Command as Program } from 'commander'
import type { Command } from './command.ts'
import { exitLines } from './help.ts'
import { commands } from './list.ts'
import { buildProgram } from './program.ts'

/** The reference page `protocols/commands.md`. */
export function commandsPage(): string {
  const program = buildProgram(commands)
  const sections = commands.map(command => {
    const described = program.commands.find(candidate => candidate.name() === command.name)
    return described === undefined ? '' : section(command, described)
  })
  return `# Commands

<!-- Written by \`node .config/generate.mjs\` from the command line itself. -->

Every command has these options. Results go to standard output, errors to standard error: what is wrong,
where, and what to do. With \`--json\`, standard output holds one JSON document and nothing else; an error is
\`{"error": {"code", "message", "hint", "path", "line", "column"}}\`, the last three where they are known.

${optionTable(program)}

${sections.join('\n')}`
}

function section(command: Command, program: Program): string {
  const help = new Help()
  const args = help
    .visibleArguments(program)
    .map(argument => `| \`${argument.name()}\` | ${help.argumentDescription(argument)} |`)
  const own = help.visibleOptions(program).some(({ long }) => long !== '--help')
  const parts = [
    `## notes ${command.name}`,
    `${command.summary}.`,
    command.details,
    `    notes ${command.name} ${program.usage()}`,
    args.length === 0 ? undefined : `| Argument | |\n|----------|-|\n${args.join('\n')}`,
    own ? optionTable(program) : undefined,
    command.examples.map(({ line, does }) => `- \`${line}\`: ${does}`).join('\n'),
    `Exit codes: ${exitLines(command.exits)
      .map(([code, meaning]) => `${code} ${meaning}`)
      .join('; ')}.`,
  ]
  return `${parts.filter(part => part !== undefined).join('\n\n')}\n`
}

function optionTable(program: Program): string {
  const help = new Help()
  const rows = help
    .visibleOptions(program)
    .filter(({ long }) => program.parent === null || long !== '--help')
    .map(option => `| \`${help.optionTerm(option)}\` | ${help.optionDescription(option)} |`)
  return `| Option | |\n|--------|-|\n${rows.join('\n')}`
}
