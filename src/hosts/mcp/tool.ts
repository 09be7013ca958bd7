import { messageOf, NotesError } from '../../error.ts'
import type { Annotations, ToolSchema } from '../../pads/vocabulary/tool-schema.ts'
import type { OpenProject } from '../../project/open.ts'
import { DATA_FRAME } from '../../recover/layout/frame.ts'
import { framed, joined, ours, type Shown, shown, shownJson } from '../../safety/door.ts'
import { type Input, readInput } from './input.ts'

/** A tool's answer, as text for a model and as data. */
export interface Answer {
  readonly text: Shown
  readonly data: object
  /** Strings in the data that have already passed the door, frame included. */
  readonly done?: readonly Shown[]
  /** True when nothing changed, and the text says why. */
  readonly refused?: boolean
}

/** A tool of the server. For input that it does not understand, it throws a `NotesError` and changes nothing. */
export interface Tool {
  readonly name: string
  readonly aliases?: readonly string[]
  readonly title: string
  readonly description: string
  readonly inputSchema: ToolSchema
  readonly outputSchema: object
  readonly annotations: Annotations
  /** Is the tool always shown in full? Clients list other tools by name only, until the model searches for one. */
  readonly atHand?: boolean
  call(caller: OpenProject, input: unknown): Promise<Answer> | Answer
}

/** A tool whose input is read according to its schema. */
export interface ProjectTool extends Omit<Tool, 'call'> {
  call(caller: OpenProject, input: Input): Promise<Answer> | Answer
}

/** Reads the input of a tool, and frames the answer of one that reads: its words come from the notes and the code. */
export const reading = ({ call, ...tool }: ProjectTool): Tool => ({
  ...tool,
  async call(caller, given) {
    const answer = await call(caller, readInput(tool.inputSchema, given))
    const isFramed = !tool.annotations.readOnlyHint || answer.done !== undefined
    return isFramed ? answer : { ...answer, text: framed(DATA_FRAME, answer.text) }
  },
})

/** Returns the entry of a tool in `tools/list`. */
export function toolToJson(tool: Tool) {
  const { name, title, description, inputSchema, outputSchema, annotations, atHand } = tool
  return {
    name,
    title,
    description,
    inputSchema,
    outputSchema,
    annotations: { title, ...annotations, openWorldHint: false },
    // Claude Code lists other tools by name only, until the model searches for them.
    ...(atHand === true ? { _meta: { 'anthropic/alwaysLoad': true } } : {}),
  }
}

export interface ToolResult {
  readonly [field: string]: unknown
  readonly content: { readonly type: 'text'; readonly text: string }[]
  readonly structuredContent?: Record<string, unknown>
  readonly isError?: boolean
}

/** Runs a tool. An error is an answer too: the model reads it and corrects its call. */
export async function runTool(tool: Tool, caller: OpenProject, input: unknown): Promise<ToolResult> {
  try {
    const { text, data, done = [], refused = false } = await tool.call(caller, input)
    return {
      content: [{ type: 'text', text }],
      structuredContent: JSON.parse(shownJson(data, { done, indent: 0 })),
      ...(refused ? { isError: true } : {}),
    }
  } catch (error) {
    return problem(error, tool)
  }
}

/** Turns an error into a result that says what is wrong, that nothing changed, and what to do. */
export function problem(error: unknown, tool?: Tool): ToolResult {
  const known = error instanceof NotesError ? error : undefined
  const message = messageOf(error)
  const hint = known?.hint ?? 'This is a bug in notes: please report it'
  const isWrite = tool !== undefined && !tool.annotations.readOnlyHint
  // Say that nothing changed, unless the message already does, or the error is unexpected and may have come after a
  // change.
  const unchanged = isWrite && known !== undefined && !/nothing|unchanged/i.test(message)
  const reword = (text: string) => (tool === undefined ? text : inParameters(text, tool))
  const parts = [
    shown(`error: ${reword(message)}${unchanged ? '; nothing changed' : ''}`),
    ...(known?.path === undefined ? [] : [shown(`at: ${known.path}`)]),
    shown(`fix: ${reword(hint)}`),
  ]
  return { content: [{ type: 'text', text: joined(parts, '\n') }], isError: true }
}

/**
 * Replaces the options and commands named in errors and help by the tool's parameters of the same names, and by tools.
 * A command without a tool is left as it is.
 */
export const inParameters = (text: string, { inputSchema }: Pick<Tool, 'inputSchema'>): string =>
  text
    .replaceAll(/Run `notes (?:\w+ list|show)` to see what there is/g, 'Look for it with `search`')
    .replaceAll(/`notes (\w+) (add|resolve|done|set)\b[^`]*`/g, '`$1_$2`')
    .replaceAll('write it with --allow-secret "REASON"', 'a person can write it with --allow-secret')
    .replaceAll(/`notes [^`]*`|(?<![\w-])--([a-z][a-z-]*)(?![\w-])/g, (typed, option: string | undefined) => {
      const name = option?.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
      return name !== undefined && Object.hasOwn(inputSchema.properties, name) ? `\`${name}\`` : typed
    })

/** Joins items into text for a model, one line each: a line break in an item could pass for the next one. */
export const lines = (texts: readonly string[]): Shown =>
  texts.length === 0 ? ours('') : shown(texts.map(text => text.replaceAll(/\s*[\r\n]\s*/g, ' ')).join('\n'))
