// The tests that `npm run mutate` runs for each mutant: those of the folders it mutates, without child processes.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/lint/**/*.test.ts', 'test/evidence/**/*.test.ts'],
    // Its figures are about time, and a mutated file runs several times slower.
    exclude: ['test/evidence/size.test.ts'],
  },
})
