import { describe, expect, test } from 'vitest'
import { wrongTemplate } from '../../src/config/field.ts'

describe('an id template', () => {
  test.each(['TD-###', 'D#', 'SEC-2024-##', 'a.b_c:#/#'])('such as %s is accepted', template => {
    expect(wrongTemplate(template)).toBeUndefined()
  })

  test.each(['', 'TD-', '###', 'TD-\\d{3,}', '(TD|SEC)-#', 'a*a*b#', 'TD #', `T${'#'.repeat(40)}`])(
    'such as %j is refused',
    template => {
      expect(wrongTemplate(template)).toMatch(/^expected a letter, .* such as TD-###$/)
    },
  )
})
