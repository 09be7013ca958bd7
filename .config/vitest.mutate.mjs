// The tests that `npm run mutate` runs. A mutant makes everything slower, so tests that measure time are left out.
export default {
  test: {
    include: ['test/{lint,evidence}/**/*.test.ts'],
    exclude: ['test/evidence/size.test.ts'],
  },
}
