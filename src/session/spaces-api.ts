import { NotesError } from '../error.ts'
import { textGiven, textsGiven } from './given.ts'
import { isOver, type Limits } from './limits.ts'
import { planScratchpad, type ScratchpadCall } from './scratchpad.ts'
import type { PadWriter } from './writer.ts'

/** The plan of a session. */
export interface PlanApi {
  read(): Promise<string>
  /** Rejects a plan over the limit, so that no step of it is lost. */
  write(content: string): Promise<void>
}

/** The references of a session. Each call returns a message about what it did, and rejects when it cannot. */
export interface RefsApi {
  list(): Promise<readonly string[]>
  add(ref: string): Promise<string>
  remove(ref: string): Promise<string>
  set(refs: readonly string[]): Promise<string>
}

export function planApi(writer: PadWriter, { plan: limit }: Limits): PlanApi {
  return {
    read: async () => (await writer.refresh()).plan,
    async write(given) {
      const content = textGiven(given, 'plan.write')
      return writer.change(({ plan }) => {
        if (isOver(content.length, limit) && content.length > plan.length)
          throw new NotesError(
            'usage',
            `The plan would hold ${content.length} characters (limit: ${limit}); nothing changed`,
            'Write a shorter plan, or raise `session.plan.maxChars` (0 = no limit)',
          )
        return { changes: content === plan ? [] : [{ key: 'plan', text: content }], answer: undefined }
      })
    },
  }
}

export function refsApi(writer: PadWriter, limits: Limits): RefsApi {
  const call = (wanted: ScratchpadCall): Promise<string> =>
    writer.change(pad => {
      const planned = planScratchpad(pad, wanted, limits)
      if (planned.changes.length > 0) return planned
      throw new NotesError(
        wanted.action === 'refs.remove' ? 'not-found' : 'usage',
        planned.answer,
        'Give one reference, exactly as it is in the pad',
      )
    })
  return {
    // A copy, so that changing the list does not change the pad.
    list: async () => [...(await writer.refresh()).refs],
    add: async ref => call({ action: 'refs.add', ref: textGiven(ref, 'refs.add') }),
    remove: async ref => call({ action: 'refs.remove', ref: textGiven(ref, 'refs.remove') }),
    set: async items => call({ action: 'refs.set', items: textsGiven(items, 'refs.set') }),
  }
}
