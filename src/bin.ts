import { run } from './cli.ts'
import { keepCompiled } from './code-cache.ts'

// Compiling the hot path takes a third of its time on top of bare node, so all of it is loaded from the cache.
run(keepCompiled(module, process.env, process.argv.slice(2, 4)))
