import { run } from './cli.ts'
import { keepCompiled } from './code-cache.ts'

// On top of bare node, a third of the hot path's time is compilation, so all of its code is loaded from the cache.
run(keepCompiled(module, process.env, process.argv.slice(2, 4)))
