import { expect, test } from 'vitest'
import { idLength } from '../../src/notes/conventions.ts'

test.each([
  ['TD-001', ['TD-###'], 6],
  ['TD-1024: slow', ['TD-###'], 7],
  ['TD-01', ['TD-###'], 0],
  ['td-001', ['TD-###'], 0],
  ['xTD-001', ['TD-###'], 0],
  ['SEC-7 x', ['TD-###', 'SEC-#'], 5],
  ['A-2024-7', ['A-#', 'A-####-#'], 8],
  ['A-12-x', ['A-#-x'], 0],
  ['TD-٣٣٣', ['TD-###'], 0],
  ['', ['TD-###'], 0],
])(
  'idLength measures the id at the start of %j with templates %j as %i characters',
  (text, templates, length) => {
    expect(idLength(text, templates)).toBe(length)
  },
)
