import { expect, it } from 'vitest'
import { saveTogether } from './two-editors.mjs'

const SEED = 20_261_118

it.skipIf(process.platform === 'win32')(
  '20 writers lose no save of an in-place and a renaming editor, and no write fails (a part of `npm run faults`)',
  async () => {
    const done = await saveTogether({ saves: 160, seed: SEED })
    console.log(`two editors: ${JSON.stringify(done)}`)
    expect(done).toMatchObject({ saves: 160, lost: 0, errors: [], leftOver: [] })
    expect(done.writes).toBeGreaterThan(20)
  },
  300_000,
)
