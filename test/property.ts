import fc from 'fast-check'

// Each run uses the same seed, so a failure repeats. Other seeds: `NOTES_FUZZ_SEED=7 npx vitest run FILE`.
fc.configureGlobal({ seed: Number(process.env.NOTES_FUZZ_SEED ?? 20261118) })

export default fc
