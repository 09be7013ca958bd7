import { describe, expect, test } from 'vitest'
import { templatesFor, wrongTemplate } from '../../src/config/field.ts'

describe('an id template', () => {
  test.each(['TD-###', 'D#', 'SEC-2024-##', 'a.b_c:#/#'])('is accepted as %s', template => {
    expect(wrongTemplate(template)).toBeUndefined()
  })

  test.each(['', 'TD-', '###', 'TD-\\d{3,}', '(TD|SEC)-#', 'a*a*b#', 'TD #', `T${'#'.repeat(40)}`])(
    'is refused as %j',
    template => {
      expect(wrongTemplate(template)).toMatch(/^expected a letter, .* such as TD-###$/)
    },
  )
})

describe('the former debt.idPattern', () => {
  test.each([
    ['TD-\\d{3,}', ['TD-###']],
    ['TD-\\d{3}', ['TD-###']],
    ['TD-[0-9]+', ['TD-#']],
    ['D\\d\\d', ['D##']],
    ['(TD|SEC)-\\d+', ['TD-#', 'SEC-#']],
    ['(?:TD|SEC)\\-\\d{2,4}', ['TD-##', 'SEC-##']],
    ['TD-\\d+|LOW-\\d+', ['TD-#', 'LOW-#']],
  ])('has id templates that match the same as %s', (pattern, templates) => {
    expect(templatesFor(pattern)).toEqual(templates)
  })

  test.each(['[A-Z]+-\\d+', 'a*a*b', '(TD|SEC-\\d+', '\\w+', '((TD)-\\d)', ''])(
    'has no id templates for %j',
    pattern => {
      expect(templatesFor(pattern)).toBeUndefined()
    },
  )
})
