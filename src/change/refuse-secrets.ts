import { NotesError } from '../error.ts'
import { maySecret } from '../safety/cheap-tests.ts'
import { findSecrets } from '../safety/secrets.ts'
import { cleaned } from '../safety/show-text.ts'
import type { Intent } from './intent.ts'

/**
 * Refuses to write a secret, since a notes file is committed and read by models. A secret that is already in the file
 * does not count, so a record that contains it can still be changed.
 */
export function refuseSecrets(text: string, intents: readonly Intent[]): void {
  for (const intent of intents)
    for (const { place, words } of textsOf(intent))
      for (const { span, name, masked } of maySecret(cleaned(words)) ? findSecrets(words) : []) {
        if (text.includes(words.slice(span.start, span.end))) continue
        throw new NotesError(
          'not-written',
          `${place} holds a secret (${name}, ${masked}); nothing changed`,
          'Say what the secret is for instead of its value, or cite a part of the line without it: `path:line="words"`. ' +
            'If it is not a secret, write it with --allow-secret "REASON"',
        )
      }
}

/** Every string that an intent would write, with the name of its field. */
function textsOf(intent: Intent): readonly { readonly place: string; readonly words: string }[] {
  switch (intent.do) {
    case 'add':
      return stringsIn(intent.draft, `The ${intent.draft.kind}`)
    case 'finish':
      return stringsIn({ how: intent.how }, `The ${intent.kind}`)
    case 'annotate':
      return stringsIn({ [intent.label]: intent.text }, 'The goal')
    case 'supersede':
      return stringsIn({ by: intent.by }, 'The decision')
    case 'set-context':
      return stringsIn(intent.fields, 'The context')
    case 'link':
      return intent.links.map(({ bead }) => ({ place: 'The bead', words: bead }))
    case 'edit':
      return stringsIn(intent.fields, 'The record')
    case 'rewrite':
      return [{ place: 'The record', words: intent.to }]
    case 'requote':
      return [...intent.quotes.values()].map(({ quote }) => ({ place: 'The code', words: quote }))
    case 'reopen':
    case 'set-severity':
    case 'stamp':
    case 'remove':
      return []
  }
}

function stringsIn(value: object, place: string): { place: string; words: string }[] {
  return Object.entries(value).flatMap(([name, inner]) => {
    const here = /^\d+$/.test(name) ? `${place} ${Number(name) + 1}` : `${place}, ${name}`
    if (typeof inner === 'string') return [{ place: here, words: inner }]
    return typeof inner === 'object' && inner !== null ? stringsIn(inner, here) : []
  })
}
