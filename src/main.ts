// The command line: serve, and the operators' commands.
import { listen, trigger } from './cli/listen.ts'
import { listing, runCommand } from './cli/run-command.ts'
import { serve } from './cli/serve.ts'
import { solve } from './cli/solve.ts'
import { tail } from './cli/tail.ts'
import { verifyReceipts } from './cli/verify.ts'

const [command = 'serve', ...args] = process.argv.slice(2)

try {
  if (command === 'serve') await serve({ demo: false })
  else if (command === 'demo') await serve({ demo: true, live: args.includes('--live') })
  else if (command === 'solve') await solve(args)
  else if (command === 'verify') await verifyReceipts(args)
  else if (command === 'listen') await listen(args)
  else if (command === 'trigger') await trigger(args)
  else if (command === 'tail') await tail(args)
  // Only assistants need what it loads.
  else if (command === 'mcp') await (await import('./cli/mcp.ts')).mcp(args)
  else if (command === 'help' || command === '--help') console.log(listing())
  else await runCommand(command, args)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
