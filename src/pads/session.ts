import { messageOf } from '../error.ts'
import type { Problem } from '../files/sessions/read-log.ts'
import { ours, type Shown } from '../safety/door.ts'
import { type CardsApi, cardsApi } from './cards/cards-api.ts'
import { fieldsGiven, flagGiven, ifGiven, textGiven, textsGiven } from './given.ts'
import type { SessionSettings } from './limits.ts'
import { isEmpty, type Pad, padGiven, type RecordName } from './pad.ts'
import { markPromoted, recordNameGiven, type Selection, selectionGiven } from './promote.ts'
import { type ComposedMessage, composeMessage, notepadSection, promptBlock } from './prompt/block.ts'
import { type ContextUse, compactionWarning, isCompactionNear, useGiven } from './prompt/compaction.ts'
import { systemPromptSection } from './prompt/guidance.ts'
import { nudgesFor, type Turn, turnGiven } from './prompt/nudges.ts'
import { type Version, versionsOf } from './replay.ts'
import type { Descendants } from './start-session.ts'
import type { SessionStore } from './store.ts'
import { adoptPad } from './transfer.ts'
import { type NotepadApi, notepadApi } from './vocabulary/notepad.ts'
import {
  type PlanApi,
  planApi,
  planScratchpad,
  type RefsApi,
  refsApi,
  type ScratchpadAnswer,
  type ScratchpadCall,
} from './vocabulary/scratchpad.ts'
import { allToolNames } from './vocabulary/tools.ts'
import type { PadWriter } from './writer.ts'

/** One session's working memory, under its three vocabularies. */
export interface Session extends Descendants {
  readonly id: string
  readonly settings: SessionSettings
  /** The pad as of the last read. */
  readonly pad: Pad
  /** Entries that could not be read, or are not used. */
  readonly problems: readonly Problem[]
  readonly notepad: NotepadApi
  readonly scratchpad: {
    call(call: ScratchpadCall): Promise<string>
    /** Returns the same message, and whether the call was refused. */
    ask(call: ScratchpadCall): Promise<ScratchpadAnswer>
  }
  readonly plan: PlanApi
  readonly refs: RefsApi
  readonly cards: CardsApi
  /** The text placed before every message, in at most `room` UTF-16 units; empty when the pad is empty or turned off. */
  promptBlock(room?: number): Promise<Shown>
  /** Returns a message as the model gets it, and as the history stores it: without the block and hints. */
  compose(message: { readonly text: string; readonly steer?: string | undefined }): Promise<ComposedMessage>
  /** The section of the system prompt that holds the notes, or a hint that they are empty. */
  notepadSection(): Promise<Shown>
  /** Guidance for the registered tools; by default all of them. */
  systemPromptSection(tools?: readonly string[]): string
  readonly nudges: { next(turn: Turn): Promise<string> }
  readonly compaction: { check(use: ContextUse): string | undefined }
  /** Adopts another pad. Rejects when this one has content, unless `replace` is set. */
  adopt(pad: Pad, options: { readonly from: string; readonly replace?: boolean }): Promise<void>
  /**
   * Marks a text as promoted to NOTES.md, where `record` is its name. Resolves to false if the text was already marked.
   */
  promoted(selection: Selection, as: string, record?: RecordName): Promise<boolean>
  /** Every version of notes, plan and refs, with the parts that were cut off. */
  history(): Promise<readonly Version[]>
  /** Reads what any process stored since the last read. */
  resume(): Promise<Session>
  /** Archives the session; it can still be read. */
  archive(): Promise<boolean>
}

export interface SessionParts {
  readonly id: string
  readonly store: SessionStore
  readonly settings: SessionSettings
  readonly writer: PadWriter
  readonly now: () => Date
  readonly descendants: Descendants
}

export function createSession({ id, store, settings, writer, now, descendants }: SessionParts): Session {
  const { enabled, limits, order, warnAt } = settings
  let isWarned = false

  const block = async (room?: number) =>
    enabled ? promptBlock(await writer.refresh(), limits, room) : ours('')

  const session: Session = {
    id,
    settings,
    get pad() {
      return writer.pad
    },
    get problems() {
      return writer.problems
    },
    notepad: notepadApi(writer, limits),
    scratchpad: {
      call: async call => (await askScratchpad(writer, call, settings)).message,
      ask: call => askScratchpad(writer, call, settings),
    },
    plan: planApi(writer, limits),
    refs: refsApi(writer, limits),
    cards: cardsApi(writer, limits, now),
    async adopt(given, options) {
      const pad = padGiven(given)
      const fields = fieldsGiven(options, 'the options of adopt')
      const from = textGiven(fields.from, '`from` of adopt')
      const replace = ifGiven(fields.replace, '`replace` of adopt', flagGiven) ?? false
      return writer.change(own => ({
        changes: adoptPad(own, pad, { from, replace, at: now() }),
        answer: undefined,
      }))
    },
    async promoted(given, kind, name) {
      const selection = selectionGiven(given)
      const as = textGiven(kind, '`as` of promoted')
      const record = recordNameGiven(name)
      return writer.change(pad => markPromoted(pad, selection, { as, record }, now()))
    },
    ...descendants,
    promptBlock: block,
    async compose(given) {
      const fields = fieldsGiven(given, 'compose')
      const text = textGiven(fields.text, '`text` of compose')
      const steer = ifGiven(fields.steer, '`steer` of compose', textGiven)
      return composeMessage(await block(), { text, steer }, order)
    },
    notepadSection: async () => (enabled ? notepadSection(await writer.refresh(), limits.notepad) : ours('')),
    systemPromptSection(tools) {
      const names = ifGiven(tools, 'systemPromptSection', textsGiven) ?? allToolNames
      return enabled ? systemPromptSection(names, limits) : ''
    },
    nudges: { next: nudger(writer, settings) },
    compaction: {
      check(given) {
        // Usage below the threshold means that the context was compacted, so the next crossing warrants a warning.
        const isDue = isCompactionNear(useGiven(given), warnAt)
        const warning = isDue && !isWarned ? compactionWarning : undefined
        isWarned = isDue
        return warning
      },
    },
    history: async () => {
      await writer.refresh()
      return versionsOf(writer.branch())
    },
    resume: async () => {
      await writer.refresh()
      return session
    },
    archive: () => store.archive(id),
  }
  return session
}

/**
 * A model reads the answer, so the answer also reports failures. It never claims that something was stored when it was
 * not.
 */
async function askScratchpad(
  writer: PadWriter,
  call: ScratchpadCall,
  { enabled, limits }: SessionSettings,
): Promise<ScratchpadAnswer> {
  if (!enabled)
    return {
      message: 'The scratchpad is turned off (session.enabled). Nothing was saved.',
      refused: true,
    }
  try {
    return await writer.change(pad => planScratchpad(pad, Object(call), limits))
  } catch (error) {
    return {
      message: `Scratchpad NOT saved: ${messageOf(error)}`,
      refused: true,
    }
  }
}

/** Any change to the pad, by any process, counts as use in the turn before the one that notices it. */
function nudger(writer: PadWriter, { enabled, nudges }: SessionSettings): (turn: Turn) => Promise<string> {
  let seen = writer.revision
  let last = 0
  let lastUse = 0
  return async given => {
    const turn = turnGiven(given)
    const pad = await writer.refresh()
    if (writer.revision !== seen) lastUse = last
    seen = writer.revision
    last = turn.turn
    return enabled ? nudgesFor(turn, { isEmpty: isEmpty(pad), lastUse }, nudges) : ''
  }
}
