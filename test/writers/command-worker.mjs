// One of many writers. Runs command lines one after the other through the built CLI's own `main`, as `notes` does,
// without a process for each. argv: an installation (a copy of dist/), the project, the writes as JSON.
// Sends 'ready', waits for 'go', then sends the result of each write.
import { createRequire } from 'node:module'

const [installation, cwd, writes] = process.argv.slice(2)
const { main } = createRequire(import.meta.url)(`${installation}/commands.cjs`)

process.once('message', async () => {
  for (const { args, input = '' } of JSON.parse(writes)) {
    let said = ''
    const say = text => {
      said += text
    }
    const host = {
      argv: args,
      cwd,
      env: {},
      now: () => new Date(),
      out: say,
      err: say,
      readInput: () => input,
      interrupted: () => Promise.resolve(),
      color: false,
      columns: 80,
    }
    const code = await main(host)
    process.send({ command: args.slice(0, 2).join(' '), code, said })
  }
  process.disconnect()
})
process.send('ready')
