import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Not `*.test.ts`: without a client, `npm test` would list them all as skipped.
    include: ['test/client/*.scenario.ts'],
    // A scenario starts the client up to three times, and each prompt runs five hooks.
    testTimeout: 120_000,
    maxWorkers: 2,
    reporters: ['verbose'],
  },
})
