import fc from 'fast-check'

// The same seed in each run, so that a red build is red again. Other seeds: `NOTES_FUZZ_SEED=7 npx vitest run FILE`.
fc.configureGlobal({ seed: Number(process.env.NOTES_FUZZ_SEED ?? 20261118) })

export default fc
