import { Help, type Option, type Command as Program } from 'commander'
import type { Command, CommandLine } from './command.ts'
import { exitLines, optionsOfAll } from './help.ts'
import { wholeCommandLine } from './list.ts'
import { buildProgram } from './program.ts'

/** Renders the reference page `protocols/commands.md`. */
export function commandsPage(known: CommandLine = wholeCommandLine()): string {
  const program = buildProgram(known)
  const all = [...optionsOfAll(program), program.createOption('-h, --help', 'show help for the command')]
  return `# Commands

<!-- Written by \`node .config/generate.mjs\` from the command line itself. -->

Every command has these options. Results go to standard output. Errors go to standard error and say what is wrong,
where, and what to do. With \`--json\`, standard output holds one JSON document and nothing else; an error is
\`{"error": {"code", "message", "hint", "path", "line", "column"}}\`, the last three if known.

${optionTable(all)}

${program.commands.flatMap(child => sections(known, child)).join('\n')}`
}

/** One section for a command; for a group a heading, then one for each of its commands. */
function sections(known: CommandLine, program: Program, group?: string): readonly string[] {
  const name = group === undefined ? program.name() : `${group} ${program.name()}`
  const command = known.commands.find(candidate => candidate.name === name)
  if (command !== undefined) return [section(command, program, group === undefined ? '##' : '###')]
  if (program.commands.length === 0) return []
  const heading = `## notes ${name}\n\n${program.description()}.\n`
  return [heading, ...program.commands.flatMap(child => sections(known, child, name))]
}

function section(command: Command, program: Program, heading: string): string {
  const help = new Help()
  const args = help
    .visibleArguments(program)
    .map(argument => row(argument.name(), help.argumentDescription(argument)))
  const own = help.visibleOptions(program).filter(({ long }) => long !== '--help')
  const parts = [
    `${heading} notes ${command.name}`,
    `${command.summary}.`,
    command.details,
    `    notes ${command.name} ${program.usage()}`,
    args.length === 0 ? undefined : `| Argument | |\n|----------|-|\n${args.join('\n')}`,
    own.length === 0 ? undefined : optionTable(own),
    command.examples.map(({ line, does }) => `- \`${line}\`: ${does}`).join('\n'),
    `Exit codes: ${exitLines(command.exits)
      .map(([code, meaning]) => `${code} ${meaning}`)
      .join('; ')}.`,
  ]
  return `${parts.filter(part => part !== undefined).join('\n\n')}\n`
}

function optionTable(options: readonly Option[]): string {
  const help = new Help()
  const rows = options.map(option => row(help.optionTerm(option), help.optionDescription(option)))
  return `| Option | |\n|--------|-|\n${rows.join('\n')}`
}

const row = (term: string, does: string) => `| \`${term}\` | ${does} |`.replaceAll(/(?<! )\|(?! |$)/g, '\\|')
